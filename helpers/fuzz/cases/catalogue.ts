import type { Operation } from '../../../specs/operation.ts';
import { codeField, createCase, type Case, type Dimension, type Expectation } from './case.ts';
import { pathNames } from '../../../specs/documented-call.ts';
import { gateCases, overrideCases, routeCases } from './route-cases.ts';
import { listFields, type Field } from './fields.ts';
import { detouringParts, oddParts } from '../values/addresses.ts';
import { givenByService } from '../values/bypasses.ts';
import { brokenBodies, brokenValues, oddBodies } from '../values/broken.ts';
import { oddConsents, scripts } from '../values/consents.ts';
import { oddHeaders } from '../values/headers.ts';
import { otherKinds } from '../values/kinds.ts';
import { oddNumbers } from '../values/numbers.ts';
import { rawRequests } from '../values/raw.ts';
import { oddTexts, sameTexts } from '../values/texts.ts';

function valueCases({ path, types }: Field): readonly Case[] {
  const kinds = [...otherKinds, ...(types.includes('string') ? oddTexts : []), ...(types.includes('number') ? oddNumbers : [])];
  const name = path.join('.');
  const set = (text: string, mutation: string, more: Partial<Case> = {}): Case =>
    createCase({ on: 'payload', do: 'set', path, lexeme: text }, `${name}: ${mutation}`, more);
  return [
    ...kinds.map((odd) => set(odd.text, odd.name)),
    ...(types.includes('string') ? sameTexts.map((odd) => set(odd.text, odd.name, { same: true })) : []),
  ];
}

/** The right code in other digits, where a payload has one. */
const codeCases = ({ path }: Field): readonly Case[] =>
  scripts
    .filter(() => path.at(-1) === codeField)
    .map((script) =>
      createCase({ on: 'payload', do: 'set', path, lexeme: `"{otp:${script}}"` }, `${path.join('.')}: the code in ${script} digits`, {
        expects: 'look-alike-code',
      }),
    );

function keyCases({ path }: Field): readonly Case[] {
  const name = path.at(-1) ?? '';
  const around = path.slice(0, -1);
  const rename = (key: string, mutation: string): Case =>
    createCase({ on: 'payload', do: 'rename', path, key }, `${path.join('.')}: ${mutation}`);
  const repeat = (text: string, first: boolean, mutation: string): Case =>
    createCase(
      { on: 'payload', do: 'add', path: around, key: name, lexeme: text, ...(first ? { first: true } : {}) },
      `${path.join('.')}: ${mutation}`,
    );
  return [
    createCase({ on: 'payload', do: 'remove', path }, `${path.join('.')}: absent`),
    rename(name.toUpperCase(), 'its name in upper case'),
    rename(`${name} `, 'a blank behind its name'),
    rename(`${name}\\u200b`, 'a zero width space in its name'),
    repeat('null', false, 'null once more behind it'),
    repeat('null', true, 'null once more before it'),
    repeat('"1"', false, 'another text behind it'),
    repeat('"1"', true, 'another text before it'),
    repeat('1', false, 'another number behind it'),
    repeat('1', true, 'another number before it'),
  ];
}

const wholePayloads: Readonly<Record<string, string>> = {
  'an array around it': '[{json}]',
  'an object around it': '{"payload":{json}}',
  null: 'null',
  'a number': '1',
  'a text': '"payload"',
  true: 'true',
  'an empty object': '{}',
  'an empty array': '[]',
  'an array of null': '[null]',
};

/** Keys that the document does not know; a program may know some of them (F4). */
const unknownKeys: Readonly<Record<string, string>> = {
  fuzz: '1',
  status: '"true"',
  active: 'true',
  id: '1',
  senderId: '"{senderId}"',
  tagId: '"{senderId}"',
  beneficiaryId: '1',
  ['__proto__']: '{"amount":1}',
  constructor: '{"prototype":{}}',
  class: '"java.lang.String"',
  '@type': '"java.lang.Object"',
  $ref: '"#"',
};

const wholeCases: readonly Case[] = [
  ...Object.entries(wholePayloads).map(([name, text]) =>
    createCase({ on: 'payload', do: 'set', path: [], lexeme: text }, `payload: ${name}`),
  ),
  ...Object.entries(unknownKeys).map(([key, text]) =>
    createCase({ on: 'payload', do: 'add', path: [], key, lexeme: text }, `payload: the unknown key ${key}`),
  ),
  ...oddBodies.map(({ name, ...body }) => createCase({ on: 'body', ...body }, `body: ${name}`)),
];

/** A key that the service gives in the result, sent by the caller (F4). */
function ownResultCases({ id }: Operation): readonly Case[] {
  const given = givenByService[id];
  if (given === undefined) return [];
  const { name, text } = given;
  const edit = { on: 'payload', do: 'add', path: [], key: name, lexeme: text } as const;
  return [createCase(edit, `payload: ${name}, which the service gives`, { expects: 'own-result' })];
}

function jsonCases(operation: Operation): readonly Case[] {
  const broken = { expects: 'broken-json' } as const;
  const [first] = listFields(operation);
  const path = first?.path ?? [];
  return [
    ...brokenBodies.map(({ name, ...body }) => createCase({ on: 'body', ...body }, `body: ${name}`, broken)),
    ...brokenValues.map(({ name, text }) =>
      createCase({ on: 'payload', do: 'set', path, lexeme: text }, `${path.join('.')}: ${name}`, broken),
    ),
  ];
}

function pathCases(name: string): readonly Case[] {
  const replacePart = (raw: string, mutation: string, expects: Expectation): Case =>
    createCase({ on: 'path', name, raw }, `path ${name}: ${mutation}`, { expects });
  return [
    ...oddParts.map((odd) => replacePart(odd.text, odd.name, 'any')),
    ...detouringParts.map((odd) => replacePart(odd.text, odd.name, 'elsewhere')),
  ];
}

function queryCases(name: string): readonly Case[] {
  const set = (raw: string | null, mutation: string): Case =>
    createCase({ on: 'query', do: 'set', name, raw }, `query ${name}: ${mutation}`);
  const add = (key: string, raw: string, mutation: string): Case =>
    createCase({ on: 'query', do: 'add', name: key, raw }, `query ${name}: ${mutation}`);
  return [
    set(null, 'missing'),
    set('', 'empty'),
    add(name, '1', 'another one behind it'),
    add(name, '', 'an empty one behind it'),
    add(`${name}%5B%5D`, '1', 'as an array'),
    ...[...oddParts, ...detouringParts].filter(({ text }) => text !== '').map((odd) => set(odd.text, odd.name)),
  ];
}

const headerCases: readonly Case[] = Object.entries(oddHeaders).flatMap(([name, lines]) =>
  Object.entries(lines).map(([mutation, values]) => createCase({ on: 'header', name, values }, `${name}: ${mutation}`)),
);

const consentExpects = {
  malformed: 'malformed-consent',
  'look-alike': 'look-alike-code',
  spelling: 'any',
  'other-state': 'other-state',
} as const;

const consentCases: readonly Case[] = oddConsents.map(({ name, rule, sendsWrongCode, values }) =>
  createCase({ on: 'header', name: 'Consent', values }, `Consent: ${name}`, {
    expects: consentExpects[rule],
    ...(sendsWrongCode === true ? { sendsWrongCode } : {}),
  }),
);

export const catalogues: Readonly<Record<Dimension, (operation: Operation) => readonly Case[]>> = {
  payload: (operation) => [
    ...listFields(operation).flatMap((field) => [...valueCases(field), ...codeCases(field), ...keyCases(field)]),
    ...ownResultCases(operation),
    ...wholeCases,
  ],
  json: jsonCases,
  address: (operation) => [
    ...pathNames(operation.path).flatMap(pathCases),
    ...operation.query.flatMap(queryCases),
    ...routeCases,
    ...gateCases,
  ],
  headers: (operation) => [
    ...headerCases.filter(({ mutation }) => operation.payload !== null || !mutation.startsWith('Content-Type')),
    ...overrideCases(operation),
  ],
  consent: () => consentCases,
  bytes: () =>
    rawRequests.map(({ name, template, wellFormed = false }) =>
      createCase({ on: 'bytes', template }, `bytes: ${name}`, { expects: wellFormed ? 'elsewhere' : 'not-http' }),
    ),
};
