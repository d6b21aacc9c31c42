import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Twist } from '../../../sandbox/http/exchange.ts';
import { startSandbox } from '../../../sandbox/start.ts';
import { onlyWhen } from '../../../sandbox/twists/circumstances.ts';
import { wrongResult } from '../../../sandbox/twists/results.ts';
import { on } from '../../../sandbox/twists/twists.ts';
import { newFolder, program } from '../../program/program.ts';

/** A service that records the mobiles of tagged customers across runs. */
async function served() {
  const runs: Set<string>[] = [];
  const twist: Twist = (right) => (ask) => {
    const mobile = /\/customer\/(\d+)$/.exec(ask.path)?.[1];
    if (on('OP-4')(ask) && mobile !== undefined) runs.at(-1)?.add(mobile);
    return right(ask);
  };
  const sandbox = await startSandbox({ twist });
  onTestFinished(() => sandbox.close());
  const state = newFolder();
  const spares = ['9990000101', '9990000102', '9990000103'];
  const environment = {
    ...sandbox.environment,
    ...sandbox.permissions,
    DMT_TARGET: 'uat',
    DMT_STATE_DIR: state,
    DMT_SPARE_MOBILES: spares.join(','),
  };
  const run = async (): Promise<string[]> => {
    const tagged = new Set<string>();
    runs.push(tagged);
    const { code, said } = await program(['--check', 'OP1-TAGGED-IS-OLD~new-customer'], environment);
    expect(code, said).toBe(0);
    return [...tagged];
  };
  return { run, state, spares };
}

test('a run takes a spare mobile that no run on the same target has used, and no file contains the number', async () => {
  const { run, state, spares } = await served();
  expect([await run(), await run(), await run()]).toEqual(spares.map((mobile) => [mobile]));
  const kept = readFileSync(join(state, 'used-mobiles.jsonl'), 'utf8');
  expect(kept.trim().split('\n')).toHaveLength(spares.length);
  for (const mobile of spares) expect(kept).not.toContain(mobile);
});

test('a mobile that an earlier run has tagged may be a sub-agent already', async () => {
  const isOfSpare = ({ path }: { readonly path: string }): boolean => /\/subAgent\/99900001\d\d$/.test(path);
  const twist = onlyWhen(isOfSpare, wrongResult('OP-1', 'isOldUser', 'true'));
  const sandbox = await startSandbox({ twist });
  onTestFinished(() => sandbox.close());
  const spares = sandbox.environment['DMT_SPARE_MOBILES']?.split(',').slice(0, 13) ?? [];
  const environment = {
    ...sandbox.environment,
    ...sandbox.permissions,
    ...{ DMT_TARGET: 'uat', DMT_STATE_DIR: newFolder(), DMT_SPARE_MOBILES: spares.join(','), DMT_FAIL_ON: 'warn' },
  };
  const isNew = 'OP1-UNKNOWN-IS-NEW~never-seen';
  expect(await program([], environment)).toMatchObject({ code: 5 });
  expect(await program(['--check', isNew], environment)).toMatchObject({ code: 0 });
});
