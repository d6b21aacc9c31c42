import type { Subject } from '../../specs/clause.ts';
import type { Config } from '../config/config.ts';
import type { WireBody } from '../core/exchange.ts';

/** Answers about these show the inside of the service: environment, properties, memory (reading 23). */
const internalSubjects: readonly (Subject | null)[] = ['ACTUATOR', 'ERROR', 'SERVICE'];

/** True when no value of an answer may be kept; our own sandbox has nothing to hide. */
export const createShapeOnlyTest =
  ({ own }: Pick<Config['target'], 'own'>) =>
  (subject: Subject | null): boolean =>
    !own && internalSubjects.includes(subject);

const deepest = 50;

function toTypeNames(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return 'text';
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  if (depth === deepest) return 'deeper';
  if (Array.isArray(value)) return value.map((item: unknown) => toTypeNames(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]: [string, unknown]) => [key, toTypeNames(inner, depth + 1)]));
}

function toJsonShape(text: string): string | null {
  try {
    return JSON.stringify(toTypeNames(JSON.parse(text)));
  } catch {
    return null;
  }
}

/** `{"status":"text","total":"number"}`; of a body that is not JSON only the size. */
export function toBodyShape({ text, encoding }: WireBody): WireBody {
  if (text === '') return { text, encoding };
  const size = encoding === 'base64' ? `${Buffer.byteLength(text, 'base64')} bytes` : `${text.length} characters of text`;
  return { text: (encoding === 'utf8' ? toJsonShape(text) : null) ?? size, encoding: 'utf8' };
}
