import type { Variant } from '../catalog.ts';
import { listVariables } from '../description/paths.ts';
import {
  append,
  changeDocument,
  editAt,
  editPlaces,
  mapObjects,
  mapTexts,
  changeOperations,
  removeValue,
  operationPath,
  describeParameter,
  renameKeys,
  setTo,
} from '../description/edit.ts';
import type { Twist } from '../http/exchange.ts';
import { field, isObject, type Json } from '../http/json.ts';
import { combine } from '../twists/twists.ts';

const wallet = '/wallet/endpoint/v3';

const plainName = (name: string): string => name.replaceAll(/[«»]/g, '').replace(/^ApiResponse/, 'EnvelopeOf');

const renameReferences = (change: (name: string) => string): ((text: string) => string) => {
  const start = '#/definitions/';
  return (text) => (text.startsWith(start) ? `${start}${change(text.slice(start.length))}` : text);
};

const renameDefinitions: Twist = changeDocument((document) => {
  const changed = mapTexts(document, renameReferences(plainName));
  return isObject(changed) ? editAt(changed, ['definitions'], renameKeys(plainName)) : changed;
});

const renameVariables: Twist = changeDocument((document) =>
  editAt(document, ['paths'], (paths) => {
    const renamedInPaths = renameKeys((path) => path.replaceAll('}', 'Value}'))(paths) ?? {};
    return mapObjects(renamedInPaths, (one) =>
      one['in'] === 'path' && typeof one['name'] === 'string' ? { ...one, name: `${one['name']}Value` } : one,
    );
  }),
);

const all: Variant[] = [
  { id: 'description-renamed-models', does: 'The definitions have other names.', twist: renameDefinitions },
  {
    id: 'description-encoded-references',
    does: 'References are percent-encoded.',
    twist: changeDocument((document) => mapTexts(document, renameReferences(encodeURIComponent))),
  },
  {
    id: 'description-in-another-order',
    does: 'Everything is written in the reverse order.',
    twist: changeDocument((document) => mapObjects(document, (one) => Object.fromEntries(Object.entries(one).reverse()))),
  },
  { id: 'description-renamed-variables', does: 'Path variables have other names.', twist: renameVariables },
  { id: 'description-with-slashes', does: 'Paths end in a slash.', twist: editPlaces([['paths'], renameKeys((path) => `${path}/`)]) },
  {
    id: 'description-with-declared-variables',
    does: 'Operational path variables are declared.',
    twist: changeOperations((operation, path) =>
      path.startsWith('/actuator')
        ? editAt(operation, ['parameters'], (own) => append(own, ...listVariables(path).map((name) => describeParameter('path', name))))
        : operation,
    ),
  },
  {
    id: 'description-with-shared-parameters',
    does: 'The parameters of OP-14 belong to its path.',
    twist: changeDocument((document) => {
      const place = operationPath('GET', `${wallet}/balance/{senderId}`, 'parameters');
      const shared = place.reduce<Json | undefined>((value, name) => field(value, name), document) ?? [];
      const bare = editAt(document, place, removeValue);
      return editAt(bare, ['paths', `${wallet}/balance/{senderId}`, 'parameters'], setTo(shared));
    }),
  },
  {
    id: 'description-composed',
    does: 'The tag record is composed with allOf.',
    twist: changeDocument((document) => {
      const tag = field(document['definitions'], 'Tag') ?? {};
      const composed = { allOf: [{ $ref: '#/definitions/TagFields' }, { type: 'object', properties: { note: { type: 'string' } } }] };
      return editAt(editAt(document, ['definitions', 'TagFields'], setTo(tag)), ['definitions', 'Tag'], setTo(composed));
    }),
  },
  {
    id: 'description-with-extensions',
    does: 'Every operation and the document carry vendor extensions.',
    twist: combine(
      changeOperations((operation) => ({ ...operation, 'x-owner': { team: 'testcase' }, security: [{ oauth: [] }] })),
      editPlaces(
        [['x-generated'], setTo(true)],
        [['securityDefinitions'], setTo({ oauth: { type: 'apiKey', name: 'Authorization', in: 'header' } })],
      ),
    ),
  },
];

export const descriptionWordingVariants: Variant[] = all.map((variant) => ({ ...variant, checks: ['SWAGGER-*'] }));
