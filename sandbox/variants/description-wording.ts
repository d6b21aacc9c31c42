import type { Variant } from '../catalog.ts';
import {
  appended,
  described,
  edit,
  edited,
  everyObject,
  everyText,
  everywhere,
  gone,
  operationAt,
  parameter,
  renamed,
  set,
} from '../description/edit.ts';
import type { Twist } from '../http/exchange.ts';
import { field, isObject, type Json } from '../http/json.ts';
import { both } from '../twists/twists.ts';

const wallet = '/wallet/endpoint/v3';

const plainName = (name: string): string => name.replaceAll(/[«»]/g, '').replace(/^ApiResponse/, 'EnvelopeOf');

const references = (change: (name: string) => string): ((text: string) => string) => {
  const start = '#/definitions/';
  return (text) => (text.startsWith(start) ? `${start}${change(text.slice(start.length))}` : text);
};

const renamedDefinitions: Twist = described((document) => {
  const changed = everyText(document, references(plainName));
  return isObject(changed) ? edit(changed, ['definitions'], renamed(plainName)) : changed;
});

const variablesOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

const renamedVariables: Twist = described((document) =>
  edit(document, ['paths'], (paths) => {
    const renamedInPaths = renamed((path) => path.replaceAll('}', 'Value}'))(paths) ?? {};
    return everyObject(renamedInPaths, (one) =>
      one['in'] === 'path' && typeof one['name'] === 'string' ? { ...one, name: `${one['name']}Value` } : one,
    );
  }),
);

const all: Variant[] = [
  { id: 'description-renamed-models', does: 'The definitions have other names.', twist: renamedDefinitions },
  {
    id: 'description-encoded-references',
    does: 'References are percent-encoded.',
    twist: described((document) => everyText(document, references(encodeURIComponent))),
  },
  {
    id: 'description-in-another-order',
    does: 'Everything is written in the reverse order.',
    twist: described((document) => everyObject(document, (one) => Object.fromEntries(Object.entries(one).reverse()))),
  },
  { id: 'description-renamed-variables', does: 'Path variables have other names.', twist: renamedVariables },
  { id: 'description-with-slashes', does: 'Paths end in a slash.', twist: edited([['paths'], renamed((path) => `${path}/`)]) },
  {
    id: 'description-with-declared-variables',
    does: 'Operational path variables are declared.',
    twist: everywhere((operation, path) =>
      path.startsWith('/actuator')
        ? edit(operation, ['parameters'], (own) => appended(own, ...variablesOf(path).map((name) => parameter('path', name))))
        : operation,
    ),
  },
  {
    id: 'description-with-shared-parameters',
    does: 'The parameters of OP-14 belong to its path.',
    twist: described((document) => {
      const place = operationAt('GET', `${wallet}/balance/{senderId}`, 'parameters');
      const shared = place.reduce<Json | undefined>((value, name) => field(value, name), document) ?? [];
      const bare = edit(document, place, gone);
      return edit(bare, ['paths', `${wallet}/balance/{senderId}`, 'parameters'], set(shared));
    }),
  },
  {
    id: 'description-composed',
    does: 'The tag record is composed with allOf.',
    twist: described((document) => {
      const tag = field(document['definitions'], 'Tag') ?? {};
      const composed = { allOf: [{ $ref: '#/definitions/TagFields' }, { type: 'object', properties: { note: { type: 'string' } } }] };
      return edit(edit(document, ['definitions', 'TagFields'], set(tag)), ['definitions', 'Tag'], set(composed));
    }),
  },
  {
    id: 'description-with-extensions',
    does: 'Every operation and the document carry vendor extensions.',
    twist: both(
      everywhere((operation) => ({ ...operation, 'x-owner': { team: 'testcase' }, security: [{ oauth: [] }] })),
      edited(
        [['x-generated'], set(true)],
        [['securityDefinitions'], set({ oauth: { type: 'apiKey', name: 'Authorization', in: 'header' } })],
      ),
    ),
  },
];

/** The same description in other words. */
export const descriptionWordingVariants: Variant[] = all.map((variant) => ({ ...variant, checks: ['SWAGGER-*'] }));
