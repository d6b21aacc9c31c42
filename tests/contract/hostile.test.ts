import { describe, expect, test } from 'vitest';
import { compareDescriptions } from '../../helpers/contract/compare/diff.ts';
import { renderComparisonHtml } from '../../helpers/report/contract/html.ts';
import { renderComparisonMarkdown } from '../../helpers/report/contract/markdown.ts';
import { parseDescription } from '../../helpers/contract/read/read.ts';
import type { Description } from '../../helpers/contract/read/model.ts';
import { renderComparisonText } from '../../helpers/report/contract/text.ts';
import { described } from './edits.ts';

const answering = (schema: unknown, definitions: object = {}, path = '/a'): object => ({
  swagger: '2.0',
  info: { version: '1.0' },
  paths: { [path]: { get: { responses: { 200: { description: 'OK', schema } } } } },
  definitions,
});

function parsed(text: string): Description {
  const reading = parseDescription(text);
  if (!reading.ok) throw new Error(reading.problems.join());
  return reading.description;
}

const nested = (depth: number, end: string): string => '{"properties":{"a":'.repeat(depth) + end + '}}'.repeat(depth);
const withSchema = (schema: string): Description => parsed(JSON.stringify(answering('SCHEMA')).replace('"SCHEMA"', schema));

describe('hostile documents are bounded', () => {
  test('names of the language are ordinary names', () => {
    const text = (type: string): string =>
      `{"swagger":"2.0","paths":{"/a":{"get":{"responses":{"200":{"schema":{"type":"object","properties":{"__proto__":{"type":"${type}"},"constructor":{"type":"string"}}}}}}}}}`;
    const found = compareDescriptions(parsed(text('string')), parsed(text('integer')));
    expect(found.map(({ place }) => place)).toEqual(['GET /a › 200 › __proto__']);
    expect(described(answering({ $ref: '#/definitions/__proto__' })).isWhole).toBe(false);
    expect(described(answering({ $ref: '#/constructor' })).isWhole).toBe(false);
  });

  test('schemas that lead to themselves end', () => {
    const node = (type: string): object => ({ properties: { next: { $ref: '#/definitions/Node' }, value: { type } } });
    const [one, other] = ['string', 'integer'].map((type) => described(answering({ $ref: '#/definitions/Node' }, { Node: node(type) })));
    if (one === undefined || other === undefined) throw new Error('expected two descriptions');
    expect(compareDescriptions(one, other).map(({ place }) => place)).toEqual(['GET /a › 200 › value']);
  });

  test('an allOf that holds itself ends', () => {
    const schema = described(answering({ $ref: '#/definitions/A' }, { A: { allOf: [{ $ref: '#/definitions/A' }, { type: 'string' }] } }));
    expect(schema.operations[0]?.responses.get('200')?.schema?.type).toBe('string');
  });

  test('endlessly nested parts are joined up to a limit', () => {
    const link = (n: number): object => ({
      allOf: [{ $ref: `#/definitions/A${n + 1}` }, { properties: { next: { $ref: `#/definitions/A${n + 1}` } } }],
    });
    const definitions = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`A${n}`, link(n)]));
    expect(described(answering({ $ref: '#/definitions/A0' }, definitions)).operations).toHaveLength(1);
  });

  test('a path of a hundred thousand variables is read', () => {
    const { operations, defects } = described(answering({}, {}, '/{a}'.repeat(100_000)));
    expect(operations[0]?.parameters.size).toBe(100_000);
    expect(defects[0]?.place.length).toBeLessThan(500);
  });

  test('a schema of a thousand levels is compared to its end', () => {
    const one = withSchema(nested(1000, '{"type":"string"}'));
    const other = withSchema(nested(1000, '{"type":"integer"}'));
    const found = compareDescriptions(one, other);
    expect(found.map(({ kind }) => kind)).toEqual(['response-type']);
    expect(found[0]?.place.length).toBeLessThanOrEqual(300);
  });

  test('endless nesting is read or refused, and never thrown', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(() => parseDescription(deep)).not.toThrow();
    const text = JSON.stringify(answering({ enum: ['DEEP'] })).replace('"DEEP"', deep);
    expect(() => {
      const reading = parseDescription(text);
      if (reading.ok) compareDescriptions(reading.description, described(answering({ enum: ['a'] })));
    }).not.toThrow();
  });

  test('a hundred thousand fields are compared', () => {
    const wide = (type: string): unknown =>
      answering({ properties: Object.fromEntries(Array.from({ length: 130_000 }, (_, n) => [`f${n}`, { type }])) });
    expect(compareDescriptions(described(wide('string')), described(wide('integer')))).toHaveLength(130_000);
  });

  test('a name of fifty thousand letters is cut', () => {
    const path = `/${'n'.repeat(50_000)}`;
    const [finding] = compareDescriptions(described(answering({}, {}, path)), described(answering({})));
    expect(finding?.place.length).toBeLessThanOrEqual(300);
    expect(JSON.stringify(finding).length).toBeLessThan(2000);
  });
});

describe('content of documents stays text', () => {
  const evil = '\u001b[31m<script>alert(1)</script>|`**x** [a](javascript:b)\u202e\u009b\n# Title';
  const [one, other] = ['string', 'integer'].map((type) => described(answering({ properties: { [evil]: { type } } }, {}, `/${evil}`)));
  if (one === undefined || other === undefined) throw new Error('expected two descriptions');
  const comparison = { expectedFrom: `a ${evil}`, liveFrom: `b ${evil}`, findings: compareDescriptions(one, other) };

  test.each([
    ['text', renderComparisonText],
    ['markdown', renderComparisonMarkdown],
    ['html', renderComparisonHtml],
  ] as const)('%s holds no control characters of theirs', (_, write) => {
    expect(comparison.findings).toHaveLength(1);
    const page = write(comparison);
    for (const character of ['\u001b', '\u009b', '\u202e']) expect(page).not.toContain(character);
    expect(page).not.toMatch(/^# Title/m);
    expect(page).toContain('\\u001b');
  });

  test.each([
    ['text', renderComparisonText, /^FAIL {5}the type differs: contract string, live integer {3}\(D06\)$/m],
    ['markdown', renderComparisonMarkdown, /the type differs: contract `string`, live `integer`/],
    ['html', renderComparisonHtml, /<strong>the type differs<\/strong>: contract <code>string<\/code>, live <code>integer<\/code>/],
  ] as const)('%s says in words what differs, its rule after that', (_, write, words) => {
    expect(write(comparison)).toMatch(words);
    expect(renderComparisonHtml(comparison)).toContain('<span class="rule">fail, rule D06</span>');
  });

  test('a page has no tags of the documents and loads nothing', () => {
    const page = renderComparisonHtml(comparison);
    expect(page).not.toContain('<script');
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toMatch(/\b(?:src|href)=/);
    expect(page).toContain("default-src 'none'");
  });

  test('Markdown keeps their texts in table cells', () => {
    const row = renderComparisonMarkdown(comparison)
      .split('\n')
      .find((line) => line.startsWith('| the type differs: contract `string`, live `integer` |'));
    expect(row?.match(/(?<!\\)\|/g)).toHaveLength(5);
    expect(row).toMatch(/\| D06 \|$/);
    expect(renderComparisonMarkdown(comparison).replace(/(`+) .*? \1/g, '')).not.toContain('<script');
  });
});
