import type { Json } from '../../core/json.ts';

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const wordsOf = (text: string): string[] => text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');

/** `otp-request` → `OtpRequest`: how a schema of `schemas/` is called among the definitions. */
export const definitionOf = (schema: string): string => wordsOf(schema).map(capital).join('');

/** `Set MPIN` → `setMpin`: an operationId that client generators make a method of. */
export function wordOf(title: string): string {
  const [first = '', ...rest] = wordsOf(title).map((word) => word.toLowerCase());
  return [first, ...rest.map(capital)].join('');
}

export const reference = (definition: string): Json => ({ $ref: `#/definitions/${definition}` });

/** The names in braces of a path. */
export const variablesOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
