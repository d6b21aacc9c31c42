import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { computeFingerprints, planFingerprint, collectSuiteSources } from '../../helpers/report/fingerprint/fingerprints.ts';
import { planFor } from '../../suites/plan-for.ts';
import { newFolder } from '../program/program.ts';
import { root } from '../program/starting.ts';

describe('of a copy of the sources', () => {
  let copy = '';
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'conformance-'));
    for (const name of ['docs', 'helpers', 'package-lock.json', 'schemas', 'specs', 'suites'])
      cpSync(join(root, name), join(copy, name), { recursive: true });
  });
  afterAll(() => {
    rmSync(copy, { recursive: true });
  });

  test.for([
    ['how odd calls are judged', 'helpers/fuzz/calls/oracles.ts', true],
    ['a type alone', 'helpers/fuzz/cases/draft.ts', true],
    ['where callbacks come in', 'helpers/callback/inbox.ts', true],
    ['how descriptions are compared', 'helpers/contract/compare/schema.ts', true],
    ['where codes come from', 'helpers/consent/http-source.ts', true],
    ['how the verdict of a run is decided', 'helpers/report/verdict/decide.ts', true],
    ['a schema', 'schemas/invoice.schema.json', true],
    ['a clause', 'specs/clauses.ts', true],
    ['a sweep', 'suites/envelope/served-calls.ts', true],
    ['how a summary is written', 'helpers/report/summary.ts', false],
    ['a reading, as the cards tell it', 'docs/decisions/readings/02-tokens.md', false],
    ['how a comparison is drawn', 'helpers/report/contract/html.ts', false],
  ] as const)('%s changes one fingerprint', ([, path, judges]) => {
    const { judging: own, rendering } = computeFingerprints(copy);
    appendFileSync(join(copy, path), path.endsWith('.ts') ? '// a remark\n' : '\n');
    const after = computeFingerprints(copy);
    expect({ judging: after.judging !== own, rendering: after.rendering !== rendering }).toEqual({ judging: judges, rendering: !judges });
  });
});

test('versions of runtime packages count, those of development packages do not', () => {
  const lock = (vitest: string, ajv: string): string => {
    const folder = newFolder();
    const packages = { '': {}, 'node_modules/ajv': { version: ajv }, 'node_modules/made-up': { version: vitest, dev: true } };
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
    return computeFingerprints(folder).judging;
  };
  expect(lock('1.0.0', '8.20.0')).toBe(lock('2.0.0', '8.20.0'));
  expect(lock('1.0.0', '8.20.0')).not.toBe(lock('1.0.0', '8.20.1'));
});

test('a selection has its own fingerprint', () => {
  const of = (checks: readonly string[] | null): string =>
    planFingerprint(
      planFor({ selection: { checks, profile: 'full' }, safety: true, fuzz: { runs: 0 } }).entries.map(({ planned }) => planned),
    );
  expect(of(['OP-2'])).toBe(of(['OP-2']));
  expect(new Set([of(null), of(['OP-2']), of(['OP-11'])]).size).toBe(3);
});

test("what a machine adds is no source: neither packages with Node's cache in their folder, nor reports", () => {
  const { judging, rendering } = collectSuiteSources(root);
  const paths = [...judging.keys(), ...rendering.keys()];
  expect(paths.filter((path) => /^(?:node_modules|reports)\//.test(path))).toEqual([]);
  expect(rendering.size).toBeGreaterThan(50);
});
