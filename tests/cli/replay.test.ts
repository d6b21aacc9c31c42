import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../helpers/fuzz/findings/finding.ts';
import { readFindingsFile } from '../../helpers/fuzz/findings/journal.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { faults } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { newFolder, program, stackTrace, type EndedProgram } from '../program/program.ts';
import { someOf } from '../some-of.ts';

/** The result of some work with a service that has the fault, or the honest one. On a given port it is the same target again. */
async function whileServing<Result>(
  { fault, port = 0 }: { readonly fault: string | null; readonly port?: number },
  work: (environment: Environment) => Promise<Result>,
): Promise<Result> {
  const sandbox = await startSandbox({ ...(fault === null ? {} : faults.get(fault)), port });
  try {
    return await work({ ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'sandbox' });
  } finally {
    await sandbox.close();
  }
}

const settings = (environment: Environment): Promise<Environment> => Promise.resolve(environment);
const hostOf = ({ DMT_BASE_URL: address = '' }: Environment): string => new URL(address).host;

interface Found {
  readonly id: string;
  readonly folder: string;
  readonly port: number;
}

const found = (fault: string, check: string): Promise<Found> =>
  whileServing({ fault }, async (service) => {
    const environment = { ...service, DMT_FUZZ_RUNS: '100', DMT_FUZZ_SECONDS: '300', DMT_SEED: '1' };
    const { folder, code } = await program(['--check', check], environment);
    expect(code).toBe(1);
    const [finding] = readFindingsFile(join(folder, 'findings.jsonl'));
    if (finding === undefined) throw new Error(`expected a finding of ${check}, received none`);
    expect(finding.on).toEqual({ target: 'sandbox', hosts: [hostOf(service)] });
    return { id: finding.id, folder, port: Number(hostOf(service).split(':')[1]) };
  });

const again = (environment: Environment, { id, folder }: Omit<Found, 'port'>): Promise<EndedProgram> =>
  program(['replay', id], environment, folder);

test.each(
  someOf(3, [
    ['a crash', 'fuzz-null-for-boolean', 'HTTP-NO-5XX~fuzz-payload-OP-13'],
    ['an effect of a refused call', 'fuzz-activated-text-for-boolean', 'REFUSAL-NOTHING-CHANGED~fuzz-payload-OP-13'],
    ['a race', 'race-the-later-of-two-activations-at-once-is-lost', 'OP13-ACTIVATES~race'],
  ] as const),
)('%s is reproduced with the fault, and fixed without it', async (_, fault, check) => {
  const finding = await found(fault, check);
  const { port } = finding;
  const broken = await whileServing({ fault, port }, (service) => again(service, finding));
  const mended = await whileServing({ fault: null, port }, (service) => again(service, finding));
  expect(broken.said).toMatch(
    new RegExp(
      `^${finding.id} {3}.*\\n.*, on sandbox at 127\\.0\\.0\\.1:${port}\\nREPRODUCED {2}at try [1-3] of 3: expected .+, received .+$`,
      'm',
    ),
  );
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

function keepFinding(finding: Finding): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'findings.jsonl'), `${JSON.stringify(finding)}\n`);
  return folder;
}

describe('replay', () => {
  test.each([
    ['of another target', { target: 'uat', hosts: ['uat.example'] }, 'the target that it was found on, uat at uat.example, received'],
    ['of another port', { target: 'sandbox', hosts: ['127.0.0.1:1'] }, 'sandbox at 127.0.0.1:1, received sandbox at 127.0.0.1:'],
    ['that names none', undefined, 'expected a finding that names its target, or the record of its run'],
  ] as const)('asks nobody about a finding %s', async (_, on, words) => {
    const folder = keepFinding({ ...kept, ...(on && { on }) });
    const { code, said } = await again({}, { id: kept.id, folder });
    expect(said).toContain(words);
    expect(said).not.toMatch(/FIXED|REPRODUCED|NOT RUN/);
    expect(code).toBe(2);
  });

  test('says that it could not run when the service does not answer', async () => {
    const service = await whileServing({ fault: null }, settings);
    const folder = keepFinding({ ...kept, on: { target: 'sandbox', hosts: [hostOf(service)] } });
    const { code, said } = await again(service, { id: kept.id, folder });
    expect(said).toMatch(/^NOT RUN {5}\S/m);
    expect(said).not.toMatch(stackTrace);
    expect(code).toBe(4);
  });

  test('says what to give when there is no such finding', async () => {
    const { code, said } = await again({}, { id: 'f-0000000000', folder: newFolder() });
    expect(said).toMatch(/expected the id of a finding in .*findings\.jsonl, or a file with one, received "f-0000000000"/);
    expect(code).toBe(2);
  });
});
