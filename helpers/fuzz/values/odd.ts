/** An odd value, and what it is called in reports. */
export interface Odd {
  readonly name: string;
  /** As it is written: `{text}` is the text that would have stood there, without its quotes. */
  readonly lexeme: string;
}

/** `name: lexeme` rows as a list. */
export const toOddList = (table: Readonly<Record<string, string>>): readonly Odd[] =>
  Object.entries(table).map(([name, lexeme]) => ({ name, lexeme }));
