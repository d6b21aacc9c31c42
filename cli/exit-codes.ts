export const exitUsageError = 2;

/** Ends with that code. The message is all that a user needs. */
export class Misuse extends Error {}

/** The suite or the environment is at fault, so this exit code says nothing about the service. */
export const exitInconclusive = 4;
