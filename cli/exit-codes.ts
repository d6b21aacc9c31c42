/** Usage or configuration is wrong; nothing was sent. */
export const misused = 2;

/** The suite itself is at fault, or something in between: nothing is said of the service. */
export const inconclusive = 4;
