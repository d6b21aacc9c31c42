import type { Variant } from '../catalog.ts';
import {
  append,
  changeDocument,
  edit,
  editPlaces,
  mapObjects,
  mapTexts,
  changeOperations,
  remove,
  operationPath,
  parameter,
  renameKeys,
  set,
} from '../description/edit.ts';
import type { Twist } from '../http/exchange.ts';
import { field, isObject, type Json } from '../http/json.ts';
import { combine } from '../twists/twists.ts';

const wallet = '/wallet/endpoint/v3';

const plainName = (name: string): string => name.replaceAll(/[«»]/g, '').replace(/^ApiResponse/, 'EnvelopeOf');

const references = (change: (name: string) => string): ((text: string) => string) => {
  const start = '#/definitions/';
  return (text) => (text.startsWith(start) ? `${start}${change(text.slice(start.length))}` : text);
};

const renamedDefinitions: Twist = changeDocument((document) => {
  const changed = mapTexts(document, references(plainName));
  return isObject(changed) ? edit(changed, ['definitions'], renameKeys(plainName)) : changed;
});

const variablesOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

const renamedVariables: Twist = changeDocument((document) =>
  edit(document, ['paths'], (paths) => {
    const renamedInPaths = renameKeys((path) => path.replaceAll('}', 'Value}'))(paths) ?? {};
    return mapObjects(renamedInPaths, (one) =>
      one['in'] === 'path' && typeof one['name'] === 'string' ? { ...one, name: `${one['name']}Value` } : one,
    );
  }),
);

const all: Variant[] = [
  { id: 'description-renamed-models', does: 'The definitions have other names.', twist: renamedDefinitions },
  {
    id: 'description-encoded-references',
    does: 'References are percent-encoded.',
    twist: changeDocument((document) => mapTexts(document, references(encodeURIComponent))),
  },
  {
    id: 'description-in-another-order',
    does: 'Everything is written in the reverse order.',
    twist: changeDocument((document) => mapObjects(document, (one) => Object.fromEntries(Object.entries(one).reverse()))),
  },
  { id: 'description-renamed-variables', does: 'Path variables have other names.', twist: renamedVariables },
  { id: 'description-with-slashes', does: 'Paths end in a slash.', twist: editPlaces([['paths'], renameKeys((path) => `${path}/`)]) },
  {
    id: 'description-with-declared-variables',
    does: 'Operational path variables are declared.',
    twist: changeOperations((operation, path) =>
      path.startsWith('/actuator')
        ? edit(operation, ['parameters'], (own) => append(own, ...variablesOf(path).map((name) => parameter('path', name))))
        : operation,
    ),
  },
  {
    id: 'description-with-shared-parameters',
    does: 'The parameters of OP-14 belong to its path.',
    twist: changeDocument((document) => {
      const place = operationPath('GET', `${wallet}/balance/{senderId}`, 'parameters');
      const shared = place.reduce<Json | undefined>((value, name) => field(value, name), document) ?? [];
      const bare = edit(document, place, remove);
      return edit(bare, ['paths', `${wallet}/balance/{senderId}`, 'parameters'], set(shared));
    }),
  },
  {
    id: 'description-composed',
    does: 'The tag record is composed with allOf.',
    twist: changeDocument((document) => {
      const tag = field(document['definitions'], 'Tag') ?? {};
      const composed = { allOf: [{ $ref: '#/definitions/TagFields' }, { type: 'object', properties: { note: { type: 'string' } } }] };
      return edit(edit(document, ['definitions', 'TagFields'], set(tag)), ['definitions', 'Tag'], set(composed));
    }),
  },
  {
    id: 'description-with-extensions',
    does: 'Every operation and the document carry vendor extensions.',
    twist: combine(
      changeOperations((operation) => ({ ...operation, 'x-owner': { team: 'testcase' }, security: [{ oauth: [] }] })),
      editPlaces(
        [['x-generated'], set(true)],
        [['securityDefinitions'], set({ oauth: { type: 'apiKey', name: 'Authorization', in: 'header' } })],
      ),
    ),
  },
];

/** The same description in other words. */
export const descriptionWordingVariants: Variant[] = all.map((variant) => ({ ...variant, checks: ['SWAGGER-*'] }));
