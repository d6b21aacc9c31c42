import { gzipSync } from 'node:zlib';
import type { Operation } from '../../../specs/operation.ts';
import type { Call } from '../../client/http/call.ts';
import { changeAt, toTree, writeTree, findWrittenValues, type Tree } from './json-tree.ts';
import type { BodyEdit, Edit, PayloadEdit } from './edit.ts';
import { fill, type Values } from './fill.ts';

/** A call before it is written: the documented one, then with something odd in it. */
export interface Draft {
  readonly operation: Operation;
  readonly method: string;
  /** Percent-encoded. */
  readonly path: Values;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: readonly (readonly [name: string, values: readonly string[]])[];
  readonly payload: Tree | undefined;
  readonly body: BodyEdit | null;
  /** `{path}` is the path with its query. */
  readonly route: string;
  readonly bytes: string | null;
  readonly values: Values;
}

const encodeValues = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encodeURIComponent(value)]));

export function createDraft(operation: Operation, { path = {}, query = {}, consent, payload }: Call, values: Values): Draft {
  return {
    operation,
    method: operation.method,
    path: encodeValues(path),
    query: Object.entries(encodeValues(query)),
    headers: consent === undefined ? [] : [['Consent', [consent]]],
    payload: payload === undefined ? undefined : toTree(payload),
    body: null,
    route: '{path}',
    bytes: null,
    values,
  };
}

/** The value as a JSON text holds it between its quotes. */
function readInnerText(value: Tree): string {
  const written = writeTree(value);
  return /^"(.*)"$/s.exec(written)?.[1] ?? written;
}

function editPayload(tree: Tree, edit: PayloadEdit, values: Values): Tree {
  if (edit.do === 'set' && edit.path.length === 0) return fill(edit.lexeme, { ...values, json: writeTree(tree) });
  const inner = edit.do === 'add' ? [...edit.path, ''] : edit.path;
  return changeAt(tree, inner, (members, key) => {
    switch (edit.do) {
      case 'set':
        return members.map((member) =>
          member.key === key ? { key, value: fill(edit.lexeme, { ...values, text: readInnerText(member.value) }) } : member,
        );
      case 'remove':
        return members.filter((member) => member.key !== key);
      case 'rename':
        return members.map((member) => (member.key === key ? { ...member, key: `"${edit.key}"` } : member));
      case 'add': {
        const added = { key: `"${edit.key}"`, value: fill(edit.lexeme, values) };
        return edit.first === true ? [added, ...members] : [...members, added];
      }
    }
  });
}

const withHeader = (headers: Draft['headers'], name: string, values: readonly string[]): Draft['headers'] => [
  ...headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase()),
  [name, values],
];

function withQuery(query: Draft['query'], { do: how, name, raw }: Extract<Edit, { on: 'query' }>, values: Values): Draft['query'] {
  if (how === 'add') return [...query, [name, fill(raw ?? '', values)]];
  if (raw === null) return query.filter(([other]) => other !== name);
  return query.map(([other, value]) => [other, other === name ? fill(raw, values) : value]);
}

export function applyEdit(draft: Draft, edit: Edit): Draft {
  const { values } = draft;
  switch (edit.on) {
    case 'payload':
      return draft.payload === undefined ? draft : { ...draft, payload: editPayload(draft.payload, edit, values) };
    case 'body':
      return { ...draft, body: edit };
    case 'path':
      return { ...draft, path: { ...draft.path, [edit.name]: fill(edit.raw, { ...values, value: draft.path[edit.name] ?? '' }) } };
    case 'route':
      return { ...draft, route: edit.template };
    case 'query':
      return {
        ...draft,
        query: withQuery(draft.query, edit, { ...values, value: draft.query.find(([name]) => name === edit.name)?.[1] ?? '' }),
      };
    case 'header':
      return {
        ...draft,
        headers: withHeader(
          draft.headers,
          edit.name,
          edit.values.map((value) => fill(value, values)),
        ),
      };
    case 'method':
      return { ...draft, method: edit.method };
    case 'bytes':
      return { ...draft, bytes: edit.template };
  }
}

const encoders = {
  utf16le: (text) => Buffer.from(text, 'utf16le'),
  utf16be: (text) => Buffer.from(text, 'utf16le').swap16(),
  utf32le: (text) => Buffer.concat(Array.from(text).map((letter) => Buffer.from(Uint32Array.of(letter.codePointAt(0) ?? 0).buffer))),
  latin1: (text) => Buffer.from(text, 'latin1'),
  gzip: (text) => gzipSync(text),
} as const satisfies Record<string, (text: string) => Uint8Array>;

function buildBody({ payload, body, values }: Draft): string | Uint8Array | undefined {
  const json = payload === undefined ? undefined : writeTree(payload);
  if (body === null) return json;
  const { template, cut = 0, encoding } = body;
  const text = fill(template, { ...values, json: (json ?? '').slice(0, cut === 0 ? undefined : -cut) });
  return encoding === undefined ? text : encoders[encoding](text);
}

function buildPath({ operation, path, query, route, values }: Draft): string {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '');
  const asked = query.map(([name, value]) => `${name}=${value}`).join('&');
  return (
    fill(route, { ...values, path: filled, query: asked === '' ? '' : `?${asked}` }) +
    (route.includes('{query}') || asked === '' ? '' : `?${asked}`)
  );
}

/** The largest number written as the amount: a service may take any of several. */
function findLargestAmount(payload: Tree | undefined): string | undefined {
  const numbers = payload === undefined ? [] : findWrittenValues(payload, 'amount').map((text) => text.replaceAll('"', '').trim());
  return numbers
    .filter((text) => text !== '' && !Number.isNaN(Number(text)))
    .sort((one, other) => Math.abs(Number(other)) - Math.abs(Number(one)))[0];
}

/** A header line is bytes: letters outside Latin-1 are sent as UTF-8. */
const headerText = (value: string): string => (/[\u0100-\uffff]/.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value);

/** Header lines to add, and names to leave out. */
function buildHeaders({ headers }: Draft): Pick<Call, 'headers' | 'omitHeaders' | 'token'> {
  if (headers.length === 0) return {};
  const omitHeaders = headers.filter(([, values]) => values.length === 0).map(([name]) => name);
  return {
    headers: headers.flatMap(([name, values]) => values.map((value) => [name, headerText(value)] as const)),
    omitHeaders,
    // Without this, the missing token would count as an expired one.
    ...(omitHeaders.includes('Authorization') ? { token: 'none' } : {}),
  };
}

/** The call that writes the draft byte for byte. */
export function buildCall(draft: Draft): Call {
  const { method, payload, bytes } = draft;
  const body = buildBody(draft);
  const amount = findLargestAmount(payload);
  return {
    method,
    rawPath: buildPath(draft),
    ...buildHeaders(draft),
    ...(body === undefined ? {} : { rawBody: body }),
    ...(amount === undefined ? {} : { effectAmount: amount }),
    ...(bytes === null ? {} : { rawRequest: bytes }),
  };
}
