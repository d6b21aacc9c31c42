import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockFilePath, lockRun, type LockResult } from '../../cli/run/run-lock.ts';
import { staleLockReason, currentProcess, type ProcessInfo, type Holder } from '../../cli/run/stale-lock.ts';
import type { Config } from '../../helpers/config/config.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { newFolder } from '../program/program.ts';
import { uat } from '../config/environments.ts';

const hour = 3_600_000;
const noon = Date.parse('2026-11-22T12:00:00.000Z');
const here: ProcessInfo = { pid: 100, host: 'machine-1', now: () => noon, startedAt: noon - 1000, isAlive: (pid) => pid < 1000 };

function configIn(state: string, change: Environment = {}): Config {
  const read = readConfig({ ...uat, DMT_STATE_DIR: state, DMT_RUN_BY: 'pipeline', ...change });
  if (!read.ok) throw new Error(read.problems.join('; '));
  return read.config;
}

/** Releases the lock when the test ends. */
function take(config: Config, run: string, from: ProcessInfo = here): LockResult {
  const taken = lockRun(config, run, from);
  if (taken.ok) onTestFinished(taken.lock.release);
  return taken;
}

const describeLocking = (taken: LockResult): string => (taken.ok ? 'taken' : taken.problem);
const holder: Holder = { run: 'run-1', pid: 200, host: 'machine-1', startedAt: '2026-11-22T11:00:00.000Z', runBy: 'pipeline' };

test('a second run on the same target and agent learns who holds the lock, since when, and what to do', () => {
  const config = configIn(newFolder());
  const first = take(config, 'run-1');
  const second = describeLocking(take(config, 'run-2', { ...here, pid: 101 }));
  expect(second).toBe(
    'expected no other run on this target and agent, received run run-1 of pipeline (process 100 on machine-1), since 2026-11-22T12:00:00.000Z; ' +
      `nothing was sent: wait until it ends, stop it, or delete ${lockFilePath(config)} if it has ended`,
  );
  if (first.ok) first.lock.release();
  expect(describeLocking(take(config, 'run-2', { ...here, pid: 101 }))).toBe('taken');
});

test('another target or agent has another lock; another name of the target does not', () => {
  const state = newFolder();
  take(configIn(state), 'run-1');
  expect(describeLocking(take(configIn(state, { DMT_AGENT_ID: 'another' }), 'run-2'))).toBe('taken');
  expect(describeLocking(take(configIn(state, { DMT_BASE_URL: 'https://other.example' }), 'run-3'))).toBe('taken');
  const named = { DMT_TARGET: 'prod', DMT_CONFIRM_HOST: 'uat.example', DMT_CUSTOMER_TAG: 'artificial' };
  expect(describeLocking(take(configIn(state, named), 'run-4'))).toContain('run run-1');
  for (const file of readdirSync(state)) expect(file + readFileSync(join(state, file), 'utf8')).not.toMatch(/agent-artificial|another/);
});

test.each<readonly [string, Holder | null, number, string | null]>([
  ['of a process that lives', holder, noon, null],
  ['of a process that has ended', { ...holder, pid: 5000 }, noon, 'its process has ended'],
  ['of our own number from before we began', { ...holder, pid: 100 }, noon, 'its process has ended'],
  ['of another machine that was heard of', { ...holder, host: 'machine-2', pid: 5000 }, noon - 11 * hour, null],
  ['of another machine that was not', { ...holder, host: 'machine-2' }, noon - 12 * hour - 1, 'it showed no activity for 12 hours'],
  ['of a number that was given out again', holder, noon - 12 * hour - 1, 'it showed no activity for 12 hours'],
  ['that is being written', null, noon - 1000, null],
  ['that was left half written', null, noon - 60_001, 'its lock file is incomplete'],
])('a lock %s', (_, seenHolder, beatAt, why) => {
  expect(staleLockReason({ holder: seenHolder, beatAt }, here)).toBe(why);
});

test('a stale lock is replaced and reported, and the new lock holds', () => {
  const config = configIn(newFolder());
  writeFileSync(lockFilePath(config), JSON.stringify({ ...holder, pid: 5000 }));
  const taken = take(config, 'run-2');
  expect(taken.ok && taken.lock.replaced).toBe('run run-1 of pipeline (process 5000 on machine-1): its process has ended');
  expect(describeLocking(take(config, 'run-3'))).toContain('run run-2');
});

test('when several runs find a stale lock, one takes it', () => {
  const config = configIn(newFolder());
  const file = lockFilePath(config);
  const stale = JSON.stringify({ ...holder, pid: 5000 });
  writeFileSync(file, stale);
  // Another process takes the lock between reading and removing it.
  let isFirst = true;
  const slow: ProcessInfo = {
    ...here,
    pid: 101,
    isAlive: (pid) => {
      if (isFirst) {
        isFirst = false;
        expect(describeLocking(take(config, 'run-2'))).toBe('taken');
      }
      return here.isAlive(pid);
    },
  };
  expect(describeLocking(take(config, 'run-3', slow))).toContain('run run-2');
  expect(readFileSync(file, 'utf8')).toContain('run-2');
  expect(readdirSync(join(file, '..'))).toHaveLength(1);
});

test('a running run refreshes its lock, and releases only its own lock', () => {
  const config = configIn(newFolder());
  const file = lockFilePath(config);
  let now = noon;
  const taken = take(config, 'run-1', { ...here, now: () => now });
  if (!taken.ok) throw new Error(taken.problem);
  const elsewhere: ProcessInfo = { ...here, host: 'machine-2' };
  utimesSync(file, new Date(noon), new Date(noon));
  now = noon + 12 * hour;
  taken.lock.beat();
  expect(describeLocking(take(config, 'run-2', { ...elsewhere, now: () => noon + 13 * hour }))).toContain('run run-1');
  writeFileSync(file, 'somebody else\n');
  taken.lock.release();
  expect(existsSync(file)).toBe(true);
});

test('this process is alive, and a process with an impossible id is not', () => {
  const { isAlive, pid } = currentProcess();
  expect([isAlive(pid), isAlive(2 ** 30)]).toEqual([true, false]);
});
