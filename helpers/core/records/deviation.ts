import { apiCodes } from '../../../specs/codes.ts';
import { jsonType, type JsonType } from '../json.ts';

/**
 * The kind of deviation, independent of its wording. Signatures of waivers contain it, so never rename one. `other` is for a check that can
 * break in one way only. A whole answer is classified by its status or code (`served` is 2000), a description by the rule that it breaks.
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

export function classifyAnswer({ status, code = null }: { readonly status: number | null; readonly code?: number | null }): Deviation {
  if (status === null) return 'no-answer';
  if (status !== 200 || code === null) return `http-${status}`;
  return code === apiCodes.success ? 'served' : `code-${code}`;
}

/** The HTTP status behind the deviation of a whole answer; null for any other. */
export function findDeviatingStatus(deviation: Deviation): number | null {
  if (deviation === 'served' || deviation.startsWith('code-')) return 200;
  return deviation.startsWith('http-') ? Number(deviation.slice('http-'.length)) : null;
}

export function classifyWrongType(value: unknown): Deviation {
  const type = jsonType(value);
  return type === null ? 'missing' : `type-${type}`;
}

const deviationByKeyword: Readonly<Record<string, Deviation>> = { required: 'missing', pattern: 'format', format: 'format' };

/** Classifies by the broken JSON Schema keyword. A value outside an enum may have another type than all listed values. */
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
