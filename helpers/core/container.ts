export const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
