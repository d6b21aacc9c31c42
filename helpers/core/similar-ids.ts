/** The same id with another end: well-formed, and nobody's. */
export const changeEnd = (id: string): string => id.slice(0, -4) + (id.endsWith('0000') ? '1111' : '0000');
