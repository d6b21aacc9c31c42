/** Without the suffix. An id that is not one of our catalogue is replaced by its number. */
export const toCardPath = (clause: string, index: number): string =>
  `cards/${/^[A-Z0-9][A-Z0-9-]{0,80}$/.test(clause) ? clause : `failure-${index + 1}`}`;
