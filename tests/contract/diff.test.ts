import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareDescriptions } from '../../helpers/contract/compare/diff.ts';
import type { ContractFinding } from '../../helpers/core/records/contract-finding.ts';
import { rules } from '../../helpers/contract/compare/rules.ts';
import { betweenDescriptions, bySpecification } from '../../helpers/contract/compare/comparison-rules.ts';
import { changes, harmless, silentBySpecification, type Change } from './changes.ts';
import { described, edited, fixture, fixtures, put } from './edits.ts';

const partner = fixture('partner');
const contract = described(partner);
const uses = { plain: betweenDescriptions, specification: bySpecification } as const;

const told = (findings: readonly ContractFinding[]): readonly string[] =>
  findings.map(({ severity, kind, place }) => `${severity} ${kind} ${place}`);

const found = ({ edits }: Pick<Change, 'edits'>, use: keyof typeof uses): readonly string[] =>
  told(compareDescriptions(contract, described(edited(partner, edits)), uses[use]));

describe.each(['plain', 'specification'] as const)('in the use %s', (use) => {
  test.each(changes)('$story', (change) => {
    const expected = change[use] === 'silent' ? [] : [`${change[use]} ${change.kind} ${change.place}`];
    // An undeclared variable and a broken reference are also defects.
    expect(found(change, use).filter((line) => change.kind === 'defect' || !line.startsWith('observed defect'))).toEqual(expected);
  });

  test.each(harmless)('$story is no finding', (rewrite) => {
    expect(found(rewrite, use)).toEqual([]);
  });

  test.each(globSync('*.json', { cwd: fixtures }).map((file) => basename(file, '.json')))('%s agrees with itself', (name) => {
    const document = fixture(name);
    expect(compareDescriptions(described(document), described(structuredClone(document)), uses[use])).toEqual([]);
  });
});

describe('against the specification', () => {
  test.each(silentBySpecification)('$story is no finding', (rewrite) => {
    expect(found(rewrite, 'specification')).toEqual([]);
  });

  test('business paths may be absent altogether', () => {
    const document = edited(partner, [
      (live) => {
        const { paths } = live as { paths: Record<string, unknown> };
        for (const path of Object.keys(paths)) if (path.includes('/endpoint/')) Reflect.deleteProperty(paths, path);
      },
    ]);
    expect(told(compareDescriptions(contract, described(document), bySpecification))).toEqual(['observed business-undescribed paths']);
  });

  test('the content of heapdump and the result of an activation are not compared', () => {
    const answer = (schema: object): object => ({ responses: { 200: { description: 'OK', schema } } });
    const activation = '/uiObjects/endpoint/v3/sender/{senderId}/beneficary/{id}';
    const document = (dump: object, result: object): unknown =>
      edited(partner, [
        put('paths /actuator/heapdump', { get: answer(dump) }),
        put(`paths ${activation}`, { post: answer({ type: 'object', properties: { status: { type: 'object' }, result } }) }),
      ]);
    const expected = document({ type: 'file' }, { type: 'string' });
    const live = document({ type: 'object' }, { type: 'object' });
    expect(compareDescriptions(described(expected), described(live), bySpecification)).toEqual([]);
    expect(compareDescriptions(described(expected), described(live))).toHaveLength(2);
  });
});

test('every rule is seen', () => {
  const seen = new Set<string>([...changes.map(({ kind }) => kind), 'business-undescribed', 'request-number']);
  expect(Object.keys(rules).filter((kind) => !seen.has(kind))).toEqual([]);
});

test('an integer of a body described as a number is still taken', () => {
  const [expected, live] = ['integer', 'number'].map((type) =>
    described(edited(partner, [put('definitions Transfer properties amount type', type)])),
  );
  if (expected === undefined || live === undefined) throw new Error('expected two descriptions');
  expect(told(compareDescriptions(expected, live))).toEqual([
    'warn request-number POST /wallet/endpoint/v3/fundTransfer/request/{sessionId} › body › amount',
  ]);
});

test('a finding shows both sides and its meaning', () => {
  const live = described(edited(partner, [put('definitions StatusAnswer properties result properties invoiceId type', 'string')]));
  expect(compareDescriptions(contract, live, bySpecification)).toEqual([
    {
      rule: 'D06',
      kind: 'response-type',
      severity: 'fail',
      operation: 'GET /wallet/endpoint/v3/status/{correlationId}',
      role: 'business',
      place: 'GET /wallet/endpoint/v3/status/{correlationId} › 200 › result.invoiceId',
      expected: 'integer',
      live: 'string',
      effect: rules['response-type'].effect,
    },
  ]);
});
