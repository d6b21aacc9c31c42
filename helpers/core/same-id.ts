const withoutLeadingZeros = (id: string): string => (/^\d+$/.test(id) ? id.replace(/^0+(?=\d)/, '') : id);

/** An id is a number in one operation and text of digits in another, so leading zeros do not tell two apart (reading 10). */
export const sameId = (one: string, other: string): boolean => withoutLeadingZeros(one) === withoutLeadingZeros(other);
