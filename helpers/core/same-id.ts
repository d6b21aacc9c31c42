/** Most ids begin with no zero: lists of many are compared often. */
const withoutLeadingZeros = (id: string): string => (id.startsWith('0') && /^\d+$/.test(id) ? id.replace(/^0+(?=\d)/, '') : id);

/** One operation gives an id as a number, another as digits in text, so leading zeros are ignored (reading 10). */
export const sameId = (one: string, other: string): boolean => withoutLeadingZeros(one) === withoutLeadingZeros(other);
