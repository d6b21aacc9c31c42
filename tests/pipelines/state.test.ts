import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../program/program.ts';
import { runScript, type Ended } from './shell.ts';

const branch = 'artificial-state';

interface Machine {
  readonly remote: string;
  readonly clone: string;
  readonly run: string;
  readonly target: string;
}

function remoteRepository(): string {
  const remote = newFolder();
  execFileSync('git', ['init', '--quiet', '--bare', remote]);
  return remote;
}

/** A pipeline with a fresh machine. */
const machine = (remote: string, run: string, target = 'uat'): Machine => ({ remote, clone: join(newFolder(), 'clone'), run, target });

const store = (word: 'fetch' | 'save', { remote, clone, run, target }: Machine, first = 'false'): Promise<Ended> =>
  runScript('state.sh', [word], {
    STORE_REMOTE: remote,
    STORE_BRANCH: branch,
    STORE_TARGET: target,
    STORE_FOLDER: clone,
    STORE_RUN: run,
    FIRST_RUN: first,
    // The token goes to git as a header; a folder needs none.
    STORE_TOKEN: 'artificial-token',
  });

const ledger = ({ clone, target }: Machine): string => join(clone, target, 'ledger.jsonl');

async function runOnce(here: Machine, first = 'false'): Promise<Ended> {
  const fetched = await store('fetch', here, first);
  if (fetched.code !== 0) return fetched;
  appendFileSync(ledger(here), `{"run":"${here.run}"}\n`);
  writeFileSync(join(here.clone, here.target, 'run-0123456789ab.lock'), '{}');
  return store('save', here);
}

test('the ledger grows from run to run, and a re-run keeps its own', async () => {
  const remote = remoteRepository();
  expect((await runOnce(machine(remote, '1'), 'true')).code).toBe(0);
  expect((await runOnce(machine(remote, '1'), 'true')).code).toBe(0);
  const last = machine(remote, '2');
  expect((await runOnce(last)).code).toBe(0);
  expect(readFileSync(ledger(last), 'utf8')).toBe('{"run":"1"}\n{"run":"1"}\n{"run":"2"}\n');
  const files = execFileSync('git', ['ls-tree', '-r', '--name-only', branch], { cwd: remote, encoding: 'utf8' });
  expect(files.trim().split('\n')).toEqual(['uat/ledger.jsonl', 'uat/run']);
  const kept = [
    readFileSync(join(last.clone, '.git/config'), 'utf8'),
    execFileSync('git', ['log', '-p', branch], { cwd: remote, encoding: 'utf8' }),
  ];
  expect(kept.join('\n')).not.toContain('artificial-token');
});

test('a lost ledger is loud, and first-run does not stay', async () => {
  const remote = remoteRepository();
  const lost = await store('fetch', machine(remote, '1'));
  expect([lost.code, lost.err]).toEqual([2, expect.stringContaining('no ledger found for a target that was run before')]);
  await runOnce(machine(remote, '2'), 'true');
  const stayed = await store('fetch', machine(remote, '3'), 'true');
  expect([stayed.code, stayed.err]).toEqual([2, expect.stringContaining('remove first-run')]);
});

test('a run whose machine died is loud once', async () => {
  const remote = remoteRepository();
  await runOnce(machine(remote, '1'), 'true');
  expect((await store('fetch', machine(remote, '2'))).code).toBe(0);
  const next = await store('fetch', machine(remote, '3'));
  expect([next.code, next.err]).toEqual([2, expect.stringContaining('run 2 on uat started and never brought its ledger back')]);
  expect((await runOnce(machine(remote, '3'), 'true')).code).toBe(0);
  expect((await runOnce(machine(remote, '4'))).code).toBe(0);
});

test('a refused fetch saves nothing', async () => {
  const remote = remoteRepository();
  const here = machine(remote, '1');
  await store('fetch', here);
  expect((await store('save', here)).code).toBe(2);
});

test('a branch that another target moved is written, and no run is forced over another', async () => {
  const remote = remoteRepository();
  const one = machine(remote, '1');
  const other = machine(remote, '2', 'staging');
  await store('fetch', one, 'true');
  expect((await runOnce(other, 'true')).code).toBe(0);
  writeFileSync(ledger(one), '{"run":"1"}\n');
  expect((await store('save', one)).code).toBe(0);
  const early = machine(remote, '3');
  const late = machine(remote, '4');
  await store('fetch', early);
  expect((await runOnce(late, 'true')).code).toBe(0);
  appendFileSync(ledger(early), '{"run":"3"}\n');
  expect((await store('save', early)).code).toBe(2);
});

test('a branch that cannot be written stops before anything is sent', async () => {
  const remote = remoteRepository();
  const hook = join(remote, 'hooks/pre-receive');
  writeFileSync(hook, '#!/bin/sh\nexit 1\n');
  chmodSync(hook, 0o755);
  const here = machine(remote, '1');
  const refused = await store('fetch', here, 'true');
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('contents: write')]);
  expect(existsSync(ledger(here))).toBe(false);
});

test('a repository that cannot be read is no empty one', async () => {
  const { code, err } = await store('fetch', machine(join(newFolder(), 'nowhere'), '1'), 'true');
  expect([code, err]).toEqual([2, expect.stringContaining('examine its address and the token')]);
});
