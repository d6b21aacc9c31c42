/** A card's path in the report folder, without its suffix. Clauses are of our catalogue; should one not be, its number stands for it. */
export const toCardPath = (clause: string, index: number): string =>
  `cards/${/^[A-Z0-9][A-Z0-9-]{0,80}$/.test(clause) ? clause : `failure-${index + 1}`}`;
