import { operations } from '../../../specs/operations.ts';
import { isDeep } from '../../core/depth-limit.ts';
import type { Exchange } from '../../core/exchange.ts';

/** What an operator finds a call by in its own logs. */
interface Reference {
  readonly name: string;
  readonly value: string;
}

/** By the name a value has in paths, queries and bodies. Whatever else is in them is not looked at. */
const kinds: readonly (readonly [reference: string, names: readonly string[]])[] = [
  ['correlationId', ['correlationId']],
  ['invoiceId', ['invoiceId']],
  ['tagId', ['senderId', 'subAgentTagId', 'tagId', 'from', 'subAgentTag', 'subAgentId']],
  ['beneficiaryId', ['beneficiaryId']],
];

const wanted: ReadonlySet<string> = new Set(kinds.flatMap(([, names]) => names));

type Named = readonly (readonly [name: string, value: string])[];

function parse(text: string): unknown {
  if (isDeep(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The wanted ones of an object, however many others it has. */
function wantedIn(value: unknown): Named {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.keys(value).flatMap((name): Named => {
    const found: unknown = wanted.has(name) ? Reflect.get(value, name) : null;
    return typeof found === 'string' || typeof found === 'number' ? [[name, String(found)]] : [];
  });
}

/** The fields of a body, and those of the `result` in it. */
function fieldsOf(body: string | undefined): Named {
  const value = body === undefined ? null : parse(body);
  const result: unknown = typeof value === 'object' && value !== null && 'result' in value ? value.result : null;
  return [...wantedIn(value), ...wantedIn(result)];
}

/** Path variables by the template of the operation, and the query. */
function addressOf({ operation, request: { url } }: Exchange): Named {
  if (!URL.canParse(url)) return [];
  const { pathname, searchParams } = new URL(url);
  const template = operations.find(({ id }) => id === operation)?.path.split('/') ?? [];
  const parts = pathname.split('/').slice(-template.length);
  const variables = template.flatMap((part, index): Named => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    const value = parts[index];
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
  return [...variables, ...searchParams];
}

/** Of a kind; a sweep over many people would otherwise fill the card. */
const most = 4;

const namedIn = (exchange: Exchange): Named => [
  ...addressOf(exchange),
  ...fieldsOf(exchange.request.body?.text),
  ...fieldsOf(exchange.response?.body.text),
];

/** correlationId, tagId, invoiceId and beneficiaryId of some exchanges, each value once, those of the first exchange first. */
export function referencesOf(exchanges: readonly Exchange[]): readonly Reference[] {
  const named = exchanges.flatMap(namedIn);
  return kinds.flatMap(([name, names]) => {
    const values = named.flatMap(([key, value]) => (names.includes(key) && value !== '' ? [value] : []));
    return [...new Set(values)].slice(0, most).map((value) => ({ name, value }));
  });
}
