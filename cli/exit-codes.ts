export const exitUsageError = 2;

/** The suite or the environment is at fault, so this exit code says nothing about the service. */
export const exitInconclusive = 4;
