import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { unpackFiles } from '../../helpers/bundle/archive.ts';
import { readLedger } from '../../helpers/report/journal/ledger.ts';
import { readKeptRuns } from '../../helpers/report/compare/kept-runs.ts';
import type { WaiversFile } from '../../helpers/report/model/acceptances.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { faults } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { newFolder, program, readJson, stackTrace } from '../program/program.ts';
import { root } from '../program/starting.ts';

// Output of release 0.1.0 is read, migrated, or refused with one sentence that says what to do.
const kept = join(root, 'tests/fixtures/0.1.0');
const [plain = '', accepted = ''] = globSync('*.zip', { cwd: kept })
  .sort()
  .map((name) => join(kept, name));
const selected = ['OP11-RESULT-IS-DELAYED', 'OP11-RESULT-AMOUNT', 'OP9-RESULT-INVOICE-ID', 'AUTH-OTHER-AGENT'];

function unpacked(bundle: string): string {
  const folder = newFolder();
  for (const [name, content] of unpackFiles(readFileSync(bundle))) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

async function wrong(id: string): Promise<Environment> {
  const sandbox = await startSandbox(faults.get(id) ?? {});
  onTestFinished(() => sandbox.close());
  const { DMT_OTHER_AGENT_ID, DMT_OTHER_AGENT_PASSWORD, ...environment } = { ...sandbox.environment, ...sandbox.permissions };
  expect([DMT_OTHER_AGENT_ID, DMT_OTHER_AGENT_PASSWORD]).not.toContain(undefined);
  return { ...environment, DMT_TARGET: 'sandbox', DMT_PENDING_TIMEOUT_MS: '1000' };
}

describe('a bundle', () => {
  test.for([
    ['unsigned', plain, []],
    ['signed, with what was accepted of it', accepted, ['--public-key', join(kept, 'sign-key.pub'), '--nonce', 'artificial-nonce']],
  ] as const)('%s, is judged again and shows its release', async ([, path, options]) => {
    const { code, said } = await program(['verify', path, ...options]);
    expect(said).toContain('packed by release 0.1.0');
    expect(said).not.toMatch(/ALTERED|TAMPERED|NONCE/);
    expect([0, 1]).toContain(code);
  });

  test('is checked for its nonce and its bytes like any other', async () => {
    expect((await program(['verify', plain, '--nonce', 'another'])).said).toMatch(/^INTACT, BUT NOT MADE WITH THIS NONCE/);
    const edited = join(newFolder(), 'edited.zip');
    writeFileSync(edited, Buffer.concat([readFileSync(plain), Buffer.from('x')]));
    expect((await program(['verify', edited])).said).toMatch(/^ALTERED, NOT AS IT WAS PACKED/);
  });
});

describe('a report folder', () => {
  test('is rendered again with its waivers', async () => {
    const { verdict } = await program(['report'], {}, unpacked(accepted));
    expect(verdict).toMatchObject({ unfit: [], counts: { waived: 1, fail: 0, error: 0 } });
  });

  test('is not resumed', async () => {
    const { code, said } = await program(
      ['run', '--resume', '--check', ...selected],
      await wrong('op11-result-isdelayed-is-no'),
      unpacked(plain),
    );
    expect({ code, trace: stackTrace.test(said) }).toEqual({ code: 2, trace: false });
    expect(said).toMatch(/--resume: the suite: expected the sources of 0\.1\.0[^]*begin a new run without --resume/);
  });
});

test('a bill is refused with one sentence', async () => {
  const { code, said } = await program(['run', '--bill', join(kept, 'bill.json'), '--check', ...selected], await wrong('none'));
  expect({ code, trace: stackTrace.test(said) }).toEqual({ code: 2, trace: false });
  expect(said).toContain('1 configuration problem; nothing was sent');
  expect(said).toMatch(/received one of 1 \(an earlier release\): plan again/);
});

test('waivers are reported with the signatures that replace theirs, and then fit', async () => {
  const service = await wrong('op11-result-isdelayed-is-no');
  const folder = newFolder();
  const path = join(folder, 'waivers.json');
  const before = readFileSync(join(kept, 'waivers.json'), 'utf8');
  writeFileSync(path, before);
  const first = await program(['--check', ...selected], { ...service, DMT_WAIVERS: path });
  const told = first.verdict.unfit.map(
    (about) => /(\S+#[\da-f]{12}) comes from an earlier release: replace it with (\S+) from verdict\.json/.exec(about) ?? [],
  );
  expect(told.map(([, old]) => old)).toEqual(['OP11-RESULT-IS-DELAYED~boolean-text#a9fd0d6e7f5b', 'AUTH-OTHER-AGENT#1f2c0cff4609']);

  const after = told.reduce((text, [, old = '', now = '']) => text.replace(old, now), before);
  writeFileSync(path, after);
  const again = await program(['report'], { DMT_WAIVERS: path }, first.folder);
  expect(again.verdict).toMatchObject({ unfit: [], counts: { waived: 1, fail: 0 } });
  expect(again.verdict.clauses.find(({ id }) => id === 'AUTH-OTHER-AGENT')?.gap).toMatchObject({ ticket: 'TICKET-2' });

  // The waivers fit another run with other ids and times, but not another deviation of the same field.
  const later = await program(['--check', ...selected], { ...service, DMT_WAIVERS: path });
  expect(later.verdict.counts).toMatchObject({ waived: 1, fail: 0 });
  const other = await program(['--check', 'OP11-RESULT-IS-DELAYED'], {
    ...(await wrong('op11-result-isdelayed-is-missing')),
    DMT_WAIVERS: path,
  });
  expect(other.verdict.counts).toMatchObject({ waived: 0, fail: 1 });
  const [signature = ''] = (JSON.parse(after) as WaiversFile).waivers?.[0]?.signatures ?? [];
  expect(other.verdict.unfit).toEqual([expect.stringContaining(`${signature} matches nothing`)]);
}, 120_000);

test('a state folder stays readable', async () => {
  const state = newFolder();
  cpSync(join(kept, 'state'), state, { recursive: true });
  const hosts = ['127.0.0.1:1'];
  expect(readKeptRuns(state, { target: 'sandbox', hosts })).toHaveLength(1);
  const calls = readLedger(join(state, 'ledger.jsonl')).length;
  expect(calls).toBeGreaterThan(0);

  const waivers = join(kept, 'waivers.json');
  const { verdict } = await program(['--check', 'OP11-RESULT-IS-DELAYED', 'OP9-RESULT-INVOICE-ID'], {
    DMT_STATE_DIR: state,
    DMT_WAIVERS: waivers,
  });
  expect(verdict).toMatchObject({ unfit: [], counts: { fail: 0, error: 0 } });
  expect(readLedger(join(state, 'ledger.jsonl')).length).toBeGreaterThan(calls);
  const history = readJson(state, 'waiver-history.json') as Readonly<Record<string, readonly string[]>>;
  expect(history['OP11-RESULT-IS-DELAYED~boolean-text#a9fd0d6e7f5b']).toHaveLength(2);
});

test('a verdict can be compared, although fields are missing', async () => {
  const before = join(unpacked(plain), 'verdict.json');
  const { folder, verdict } = await program(['--check', ...selected], {
    ...(await wrong('op11-result-isdelayed-is-no')),
    DMT_PREVIOUS: before,
  });
  expect(verdict.counts).toMatchObject({ fail: 1 });
  expect(readJson(folder, 'changes.json')).toMatchObject({ before: { id: '15aec792-1357-4a3f-af26-4cd068f81fd7' }, changes: [] });
  expect(await program(['compare', before, folder])).toMatchObject({ code: 0 });
});
