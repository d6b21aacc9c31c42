import { operations } from '../../../specs/operations.ts';
import { isNestedTooDeep } from '../../core/depth-limit.ts';
import type { Exchange } from '../../core/exchange.ts';

/** An id that an operator can search for in the service's logs. */
interface Reference {
  /** `tagId of the sender`; `tagId of the sender (x12)` where the exchanges have several. */
  readonly name: string;
  readonly value: string;
}

/** The names that each id has in paths, queries and bodies. */
const referenceKinds: readonly (readonly [reference: string, names: readonly string[]])[] = [
  ['correlationId', ['correlationId']],
  ['invoiceId', ['invoiceId']],
  ['tagId of the sender', ['senderId', 'from']],
  ['tagId of the sub-agent', ['subAgentTagId', 'subAgentTag', 'subAgentId']],
  ['tagId', ['tagId']],
  ['beneficiaryId', ['beneficiaryId']],
];

const wantedNames: ReadonlySet<string> = new Set(referenceKinds.flatMap(([, names]) => names));

type NamedValues = readonly (readonly [name: string, value: string])[];

function parseBody(text: string): unknown {
  if (isNestedTooDeep(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function pickWanted(value: unknown): NamedValues {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.keys(value).flatMap((name): NamedValues => {
    const found: unknown = wantedNames.has(name) ? Reflect.get(value, name) : null;
    return typeof found === 'string' || typeof found === 'number' ? [[name, String(found)]] : [];
  });
}

/** Also takes the fields of `result`. */
function collectBodyValues(body: string | undefined): NamedValues {
  const value = body === undefined ? null : parseBody(body);
  const result: unknown = typeof value === 'object' && value !== null && 'result' in value ? value.result : null;
  return [...pickWanted(value), ...pickWanted(result)];
}

/** Path variables come from the template of the operation. */
function collectAddressValues({ operation, request: { url } }: Exchange): NamedValues {
  if (!URL.canParse(url)) return [];
  const { pathname, searchParams } = new URL(url);
  const template = operations.find(({ id }) => id === operation)?.path.split('/') ?? [];
  const parts = pathname.split('/').slice(-template.length);
  const variables = template.flatMap((part, index): NamedValues => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    const value = parts[index];
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
  return [...variables, ...searchParams];
}

/** For each kind; otherwise a sweep over many people would fill the card. */
const maxOfKind = 4;

const collectNamedValues = (exchange: Exchange): NamedValues => [
  ...collectAddressValues(exchange),
  ...collectBodyValues(exchange.request.body?.text),
  ...collectBodyValues(exchange.response?.body.text),
];

/** By value, the first exchange that has it. */
function collectOfKind(exchanges: readonly Exchange[], names: readonly string[]): ReadonlyMap<string, string> {
  const firsts = new Map<string, string>();
  for (const exchange of exchanges)
    for (const [key, value] of collectNamedValues(exchange))
      if (names.includes(key) && value !== '' && !firsts.has(value)) firsts.set(value, exchange.id);
  return firsts;
}

/** Each value once, those of the first exchange first. */
export function collectReferences(exchanges: readonly Exchange[]): readonly Reference[] {
  const found = referenceKinds.flatMap(([kind, names]) => {
    const firsts = collectOfKind(exchanges, names);
    return [...firsts].slice(0, maxOfKind).map(([value, id]) => ({ kind, name: firsts.size === 1 ? kind : `${kind} (${id})`, value }));
  });
  return found
    .filter(({ kind, value }) => kind !== 'tagId' || !found.some((one) => one.kind !== kind && one.value === value))
    .map(({ name, value }) => ({ name, value }));
}
