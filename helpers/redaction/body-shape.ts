import type { Subject } from '../../specs/clause.ts';
import type { Config } from '../config/config.ts';
import type { WireBody } from '../core/exchange.ts';

/** What these answer holds the inside of the service: its environment, properties, memory (reading 23). */
const internalSubjects: readonly (Subject | null)[] = ['ACTUATOR', 'ERROR', 'SERVICE'];

/** Whether of an answer about this no value may be kept; our own sandbox has nothing to hide. */
export const createShapeOnlyTest =
  ({ own }: Pick<Config['target'], 'own'>) =>
  (subject: Subject | null): boolean =>
    !own && internalSubjects.includes(subject);

const deepest = 50;

/** Values replaced by the names of their types; what lies too deep to be walked is left out. */
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

/** A body as key names and types: `{"status":"text","total":"number"}`; of one that is not JSON its size alone. */
export function toBodyShape({ text, encoding }: WireBody): WireBody {
  if (text === '') return { text, encoding };
  const size = encoding === 'base64' ? `${Buffer.byteLength(text, 'base64')} bytes` : `${text.length} characters of text`;
  return { text: (encoding === 'utf8' ? toJsonShape(text) : null) ?? size, encoding: 'utf8' };
}
