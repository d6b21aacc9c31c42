import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../../helpers/fuzz/findings/finding.ts';
import { readFindingsFile } from '../../helpers/fuzz/findings/journal.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { faults } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { newFolder, program, stackTrace, type EndedProgram } from '../program/program.ts';
import { someOf } from '../some-of.ts';

/** A service with the fault, or the honest one, during a test. */
async function serving(fault: string | null): Promise<Environment> {
  const sandbox = await startSandbox(fault === null ? {} : (faults.get(fault) ?? {}));
  onTestFinished(() => sandbox.close());
  return { ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'sandbox' };
}

async function startAndClose(): Promise<Environment> {
  const sandbox = await startSandbox();
  await sandbox.close();
  return { ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'sandbox' };
}

interface Found {
  readonly id: string;
  readonly folder: string;
}

async function found(fault: string, check: string): Promise<Found> {
  const environment = { ...(await serving(fault)), DMT_FUZZ_RUNS: '100', DMT_FUZZ_SECONDS: '300', DMT_SEED: '1' };
  const { folder, code } = await program(['--check', check], environment);
  expect(code).toBe(1);
  const [finding] = readFindingsFile(join(folder, 'findings.jsonl'));
  if (finding === undefined) throw new Error(`expected a finding of ${check}, received none`);
  return { id: finding.id, folder };
}

const again = (environment: Environment, { id, folder }: Found): Promise<EndedProgram> => program(['replay', id], environment, folder);

test.each(
  someOf(3, [
    ['a crash', 'fuzz-null-for-boolean', 'HTTP-NO-5XX~fuzz-payload-OP-13'],
    ['an effect of a refused call', 'fuzz-activated-text-for-boolean', 'REFUSAL-NOTHING-CHANGED~fuzz-payload-OP-13'],
    ['a race', 'race-the-later-of-two-activations-at-once-is-lost', 'OP13-ACTIVATES~race'],
  ] as const),
)('%s is reproduced with the fault, and fixed without it', async (_, fault, check) => {
  const finding = await found(fault, check);
  const broken = await again(await serving(fault), finding);
  const mended = await again(await serving(null), finding);
  expect(broken.said).toMatch(new RegExp(`^${finding.id} {3}.*\\n.*\\nREPRODUCED {2}at try [1-3] of 3: expected .+, received .+$`, 'm'));
  expect(mended.said).toMatch(/^FIXED {7}expected .+; answered with .+$/m);
  expect([broken.code, mended.code]).toEqual([1, 0]);
});

const kept = {
  id: 'f-0123456789',
  signature: 'HTTP-NO-5XX | OP-13 | payload',
  clause: 'HTTP-NO-5XX',
  kind: 'case',
  seed: 1,
  place: 'POST /uiObjects/endpoint/v3/sender/{senderId}/beneficary/{id}',
  mutation: 'object: null',
  expected: 'no server error',
  received: 'HTTP 500',
  firmness: 'firm',
  seen: 1,
  exchanges: [],
  recipe: {
    kind: 'case',
    operation: 'OP-13',
    dimension: 'payload',
    expects: 'any',
    edits: [{ on: 'payload', do: 'set', path: ['object'], lexeme: 'null' }],
    script: '',
  },
} as const satisfies Finding;

describe('replay', () => {
  test('says that it could not run when the service does not answer', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'findings.jsonl'), `${JSON.stringify(kept)}\n`);
    const { code, said } = await again(await startAndClose(), { id: kept.id, folder });
    expect(said).toMatch(/^NOT RUN {5}\S/m);
    expect(said).not.toMatch(stackTrace);
    expect(code).toBe(4);
  });

  test('says what to give when there is no such finding', async () => {
    const { code, said } = await again(await serving(null), { id: 'f-0000000000', folder: newFolder() });
    expect(said).toMatch(/expected the id of a finding in .*findings\.jsonl, or a file with one, received "f-0000000000"/);
    expect(code).toBe(2);
  });
});
