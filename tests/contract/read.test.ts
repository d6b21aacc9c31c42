import { describe, expect, test } from 'vitest';
import { compareDescriptions } from '../../helpers/contract/compare/diff.ts';
import { parseTemplate } from '../../helpers/contract/read/path.ts';
import { parseDescription, readDescription } from '../../helpers/contract/read/read.ts';
import { described, fixture } from './edits.ts';

const describeDefects = (name: string): readonly string[] =>
  described(fixture(name)).defects.map(({ place, problem }) => `${place}: ${problem}`);

test('a version that is the number 1.0 is 1.0, as a JSON reader makes 1 of it', () => {
  const version = (text: string) => described(JSON.parse(`{"swagger":"2.0","info":{"version":${text}},"paths":{}}`)).version;
  expect(['1.0', '"1.0"', '1.5', '"1"'].map(version)).toEqual(['1.0', '1.0', '1.5', '1']);
});

describe('defects are reported, and the rest is read', () => {
  test.each([
    ['undeclared-variable', ['GET /actuator/loggers/{name}: path variable name is not declared']],
    [
      'dangling-reference',
      [
        "GET /error › 200 › view: $ref Error-ModelName{namespace='org.example', name='View'} leads outside the document and is not followed",
        'GET /who › body: $ref #/definitions/Principal leads nowhere',
      ],
    ],
    ['guillemets', []],
    ['regex-variables', ['GET /claims/{reference}: the same method and path is described twice']],
    ['wildcard-and-status-zero', ['GET /health/**: the path holds a wildcard', 'GET /old: response 0 is not an HTTP status']],
    ['several-bodies', ['POST /upload: several body parameters', 'POST /upload: a parameter has no name, or no location of OpenAPI 2.0']],
    ['inherited', []],
    ['all-of', []],
    ['cycles', ['GET /tree › 200 › loop: $ref leads back to itself']],
    ['no-head', []],
    [
      'references-outside',
      [
        'paths./path: the path $ref paths.json#/path leads outside the document and is not followed',
        'GET /beside › 200: $ref other.json leads outside the document and is not followed',
        'GET /file › 200: $ref file:///etc/hostname leads outside the document and is not followed',
        'GET /host › 200: $ref http://127.0.0.1:1/schema.json#/definitions/X leads outside the document and is not followed',
      ],
    ],
  ])('%s', (name, defects) => {
    expect(describeDefects(name)).toEqual(defects);
  });

  test('media types, parameters and responses are inherited, and an operation may override them', () => {
    const shown = described(fixture('inherited')).operations.map((operation) => ({
      path: operation.path,
      consumes: operation.consumes,
      produces: operation.produces,
      parameters: [...operation.parameters.keys()],
      type: operation.responses.get('200')?.schema?.type,
    }));
    const common = { consumes: ['application/json'], parameters: ['query page'], type: 'string' };
    expect(shown).toEqual([
      { ...common, path: '/kept', produces: ['application/json'] },
      { ...common, path: '/own', produces: ['text/plain'] },
    ]);
  });

  test('parts of allOf are one schema', () => {
    const schema = described(fixture('all-of')).operations[0]?.responses.get('200')?.schema;
    expect(schema?.type).toBe('object');
    expect([...(schema?.properties.keys() ?? [])]).toEqual(['name', 'bark']);
    expect([...(schema?.required ?? [])]).toEqual(['name']);
  });

  test('patterns distinguish two variables, in any order of the document', () => {
    const document = fixture('regex-variables') as { paths: object };
    const reversed = { ...document, paths: Object.fromEntries(Object.entries(document.paths).reverse()) };
    expect(described(document).operations).toHaveLength(3);
    expect(compareDescriptions(described(document), described(reversed))).toEqual([]);
  });
});

test.each([
  ['/a/{b}', '/a/{}', ['b']],
  ['a//b/', '/a/b', []],
  ['/', '/', []],
  ['/a/{b:\\d{3}-{1}}/c', '/a/{}/c', ['b']],
  ['/a/{*rest}', '/a/{}', ['rest']],
  ['/a{?from,to}', '/a', []],
  ['/a/{b}.{c}', '/a/{}.{}', ['b', 'c']],
  ['/a/{b', '/a/{b', []],
])('the path %s is %s', (path, shape, variables) => {
  expect(parseTemplate(path)).toEqual({ shape, variables });
});

describe('a document that is not OpenAPI 2.0', () => {
  test.each([
    ['', 'unreadable', /^expected JSON, received "" \(text\)/],
    ['<html></html>', 'unreadable', /^expected JSON/],
    ['null', 'unreadable', /^expected a JSON object, received null$/],
    ['[]', 'unreadable', /^expected a JSON object, received \[\] \(an array\)$/],
    ['{}', 'unreadable', /^expected an OpenAPI 2\.0 description with "swagger": "2\.0"/],
    ['{"swagger":"2.0"}', 'unreadable', /^expected "paths" to be an object, received nothing$/],
    ['{"swagger":"1.2","paths":{}}', 'other-format', /received swagger "1\.2" \(text\)$/],
    ['{"openapi":"3.0.1","paths":{}}', 'other-format', /received openapi "3\.0\.1" \(text\)$/],
  ])('%s is refused', (text, reason, problem) => {
    const reading = parseDescription(text);
    expect(reading.ok ? null : reading.reason).toBe(reason);
    expect(reading.ok ? '' : reading.problems.join()).toMatch(problem);
  });

  test('a text that is too long is refused unread', () => {
    expect(parseDescription(' '.repeat(9 * 1024 * 1024))).toMatchObject({ ok: false, reason: 'unreadable' });
  });
});

test.each([
  [
    'numbers for everything',
    {
      swagger: '2.0',
      info: 1,
      basePath: 2,
      paths: { '/a': 3, '/b': { get: 4, post: { parameters: 5, responses: 6, consumes: 7 } } },
      definitions: 8,
    },
  ],
  [
    'null for everything',
    {
      swagger: '2.0',
      info: null,
      basePath: null,
      paths: { '/a': null, '/b': { get: null, post: { parameters: [null], responses: { 200: null } } } },
    },
  ],
  [
    'lists for everything',
    { swagger: '2.0', info: [], paths: { '/a': [], '/b': { get: { parameters: [[]], responses: { 200: { schema: [] } } } } } },
  ],
])('%s is read as far as possible', (_, document) => {
  const reading = readDescription(document);
  expect(reading.ok).toBe(true);
  if (reading.ok) expect(compareDescriptions(reading.description, reading.description)).toEqual([]);
});
