/** An object or a list of JSON. */
export const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
