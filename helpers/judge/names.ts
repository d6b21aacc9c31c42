const withoutBlanks = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** The same name but for letter case and repeated blanks, which only raise a question (reading 21). */
export const isAlikeName = (one: string, other: string): boolean => withoutBlanks(one) === withoutBlanks(other);
