import type { Json } from '../../core/json.ts';
import { capitalize } from '../../core/text.ts';

const splitWords = (text: string): string[] => text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');

/** `otp-request` → `OtpRequest`: the name of a schema among the definitions. */
export const toDefinitionName = (schema: string): string => splitWords(schema).map(capitalize).join('');

/** `Set MPIN` → `setMpin`: client generators turn an operationId into a method. */
export function toOperationId(title: string): string {
  const [first = '', ...rest] = splitWords(title).map((word) => word.toLowerCase());
  return [first, ...rest.map(capitalize)].join('');
}

export const createReference = (definition: string): Json => ({ $ref: `#/definitions/${definition}` });

export const listPathVariables = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
