/** Most ids begin with no zero: lists of many are compared often. */
const withoutLeadingZeros = (id: string): string => (id.startsWith('0') && /^\d+$/.test(id) ? id.replace(/^0+(?=\d)/, '') : id);

/** One operation gives an id as a number, another as digits in text, so leading zeros are ignored (reading 10). */
export const sameId = (one: string, other: string): boolean => withoutLeadingZeros(one) === withoutLeadingZeros(other);

const uuid = String.raw`[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}`;
const wholeUuid = new RegExp(`^${uuid}$`, 'i');

export const isUuid = (text: string): boolean => wholeUuid.test(text);

export const everyUuid = new RegExp(uuid, 'gi');

/** No code has the form of a UUID, but parts of a UUID may look like one. */
export const everyUuidOrWord = new RegExp(String.raw`${uuid}|\w+`, 'gi');
