/** Usage or configuration is wrong; nothing was sent. */
export const exitUsageError = 2;

/** The suite itself is at fault, or something in between: nothing is said of the service. */
export const exitInconclusive = 4;
