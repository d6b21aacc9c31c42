const uuid = String.raw`[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}`;
const wholeUuid = new RegExp(`^${uuid}$`, 'i');

export const isUuid = (text: string): boolean => wholeUuid.test(text);

export const everyUuid = new RegExp(uuid, 'gi');

/** No code has the form of a UUID, but parts of a UUID may look like one. */
export const everyUuidOrWord = new RegExp(String.raw`${uuid}|\w+`, 'gi');
