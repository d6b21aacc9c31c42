/** The same id with another end: well-formed, and nobody's. */
export const changeEnd = (id: string): string => id.slice(0, -4) + (id.endsWith('0000') ? '1111' : '0000');

/** No id and no account (an IBAN) has more characters. */
export const longestId = 34;

/** The id with so many digits behind it that no service has issued the whole: it begins alike, and is nobody's. */
export const continueId = (id: string): string => id + '7'.repeat(Math.max(longestId + 1 - id.length, 1));
