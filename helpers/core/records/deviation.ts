import { apiCodes } from '../../../specs/codes.ts';
type JsonType = 'null' | 'array' | 'object' | 'text' | 'number' | 'boolean';

/**
 * What sort of deviation a violation is, whatever words tell it. Signatures of waivers are made of it, so that none is ever renamed;
 * `other` is for a check that can be broken in one way only. Of a whole answer it is its status or its code, and `served` is 2000;
 * of a description the rule that it breaks.
 */
export type Deviation =
  | 'other'
  | 'missing'
  | 'value'
  | 'format'
  | 'unexpected'
  | 'media-type'
  | 'unreadable'
  | 'no-answer'
  | 'served'
  | `rule-${string}`
  | `type-${JsonType}`
  | `http-${number}`
  | `code-${number}`;

/** Of an answer as a whole. */
export function classifyAnswer({ status, code = null }: { readonly status: number | null; readonly code?: number | null }): Deviation {
  if (status === null) return 'no-answer';
  if (status !== 200 || code === null) return `http-${status}`;
  return code === apiCodes.success ? 'served' : `code-${code}`;
}

function jsonTypeName(value: unknown): JsonType | null {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const names: Readonly<Record<string, JsonType>> = { string: 'text', number: 'number', boolean: 'boolean', object: 'object' };
  return names[typeof value] ?? null;
}

/** Of a value that is of another type than was asked for. */
export function classifyWrongType(value: unknown): Deviation {
  const type = jsonTypeName(value);
  return type === null ? 'missing' : `type-${type}`;
}

const deviationByKeyword: Readonly<Record<string, Deviation>> = { required: 'missing', pattern: 'format', format: 'format' };

/** Of a value by the JSON Schema keyword that it breaks; one outside a list may be of another type than the whole list. */
export function classifySchemaError(keyword: string, value: unknown, allowed: unknown): Deviation {
  const listed: readonly unknown[] = Array.isArray(allowed) ? allowed : [];
  const isTyped = keyword === 'type' || (listed.length > 0 && listed.every((one) => typeof one !== typeof value));
  return isTyped ? classifyWrongType(value) : (deviationByKeyword[keyword] ?? 'value');
}

/** `POST /wallet/… › result.beneficiaries[0].status` → `result.beneficiaries[].status`; null for the place of a whole answer. */
export function fieldInPlace(place: string | null): string | null {
  const field = place?.split(' › ').at(-1) ?? '';
  return /^[\w$-]+(?:\.[^\s.]+|\[\d+\])*$/.test(field) ? field.replaceAll(/\[\d+\]/g, '[]') : null;
}
