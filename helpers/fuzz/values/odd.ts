export interface Odd {
  readonly name: string;
  /** As it is written: `{text}` is the original text without its quotes. */
  readonly text: string;
}

export const toOddList = (table: Readonly<Record<string, string>>): readonly Odd[] =>
  Object.entries(table).map(([name, text]) => ({ name, text }));
