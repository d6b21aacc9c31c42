import { describe, expect, test } from 'vitest';
import { openBarrier } from '../../helpers/client/http/barrier.ts';
import { shrink } from '../../helpers/fuzz/stateful/shrink.ts';
import type { FailingSequence, SequenceStep, CommandName } from '../../helpers/fuzz/findings/sequence-steps.ts';
import type { Verdict } from '../../helpers/core/records/verdicts.ts';
import { faults } from '../../sandbox/faults.ts';
import type { SandboxOptions } from '../../sandbox/start.ts';
import { variants } from '../../sandbox/variants.ts';
import { judgeSandbox, describeEnded, withVerdict } from '../run/judged.ts';
import { someOf } from '../some-of.ts';

const step = (command: CommandName): SequenceStep => ({ command, who: 1, pick: 7 });

const failingSequence = (...names: readonly CommandName[]): FailingSequence => ({ start: 'tagged', steps: names.map(step) });

const commandNames = ({ steps }: FailingSequence): readonly CommandName[] => steps.map(({ command }) => command);

describe('a failing sequence is shrunk', () => {
  test('to the calls that the failure needs', async () => {
    const failing = failingSequence('is-old', 'set-mpin', 'tag', 'add', 'is-old', 'pay');
    const fails = (one: FailingSequence): Promise<boolean> => {
      const names = commandNames(one);
      return Promise.resolve(one.start === 'tagged' && names.includes('set-mpin') && names.at(-1) === 'pay');
    };
    expect(commandNames(await shrink(failing, fails, () => true))).toEqual(['set-mpin', 'pay']);
  });

  test('to its last call alone where a rich start provides the rest', async () => {
    const failing = failingSequence('add', 'activate', 'pay', 'pay');
    const smallest = await shrink(
      failing,
      ({ start }) => Promise.resolve(start === 'two-senders'),
      () => true,
    );
    expect(smallest).toEqual({ start: 'two-senders', steps: [{ command: 'pay', who: 0, pick: 0 }] });
  });

  test('in no more attempts than allowed', async () => {
    let attempts = 0;
    const failing = failingSequence('add', 'activate', 'pay');
    const smallest = await shrink(
      failing,
      () => Promise.resolve(false),
      () => (attempts += 1) <= 4,
    );
    expect(smallest).toBe(failing);
  });
});

test('calls leave when the last of them is ready, and do not wait for a call that will not leave', async () => {
  const [first, second, third] = openBarrier(3);
  const left: string[] = [];
  const waiting = [first, second].map(async (ticket, at) => {
    await ticket?.arrive();
    left.push(String(at));
  });
  await Promise.resolve();
  expect(left).toEqual([]);
  third?.giveUp();
  await Promise.all(waiting);
  expect(left).toHaveLength(2);
});

const small = { DMT_FUZZ_RUNS: '10', DMT_FUZZ_SECONDS: '600' };
const campaign = ['Sequences', 'Races'];

describe('sequences and races', () => {
  test.each(
    someOf<[string, SandboxOptions, readonly Verdict[]]>(4, [
      ['the honest sandbox', {}, ['blocked']],
      ['list-lags', variants.get('list-lags') ?? {}, []],
      ['holder-in-capitals', variants.get('holder-in-capitals') ?? {}, []],
      ['cashback-first', variants.get('cashback-first') ?? {}, []],
    ]),
  )('accuse no legal service: %s', async (_, options, also) => {
    const ended = await judgeSandbox(options, { ...small, DMT_SEED: '5' }, campaign);
    expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'error', ...also))).toEqual([]);
    expect(withVerdict(ended, 'pass').length).toBeGreaterThan(30);
  });

  test('also run on a service without limits', async () => {
    const ended = await judgeSandbox({ policy: { sender: { limits: {} } } }, small, ['OP9-RACE-OVERSPEND~race']);
    expect(ended.map(({ verdict }) => verdict)).toEqual(['pass']);
  });

  test('send nothing that is not permitted', async () => {
    const ended = await judgeSandbox({}, { ...small, DMT_ALLOW: 'operational-writes' }, campaign);
    expect(withVerdict(ended, 'untried')).toHaveLength(ended.length);
    expect(new Set(ended.map(({ reason, owner }) => `${owner ?? ''}: ${reason ?? ''}`))).toEqual(
      new Set([
        'configuration: not permitted: add fuzz-effects to DMT_ALLOW',
        'configuration: not permitted: add fuzz-effects and races to DMT_ALLOW',
      ]),
    );
  });

  test('end at a cap without an accusation', async () => {
    const ended = await judgeSandbox({}, { ...small, DMT_MAX_OTPS: '60' }, campaign);
    expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'error'))).toEqual([]);
    expect(withVerdict(ended, 'untried').some(({ reason }) => reason?.includes('DMT_MAX_OTPS') === true)).toBe(true);
  });

  test('prove nothing by refusals where no payment is possible', async () => {
    const poor = { policy: { sender: { openingBalance: 0 }, transfer: { overdrawnFailsIn: 'OP-9' } } } as const;
    const ended = await judgeSandbox(poor, small, ['OP9-UNKNOWN-BENEFICIARY~sequences', 'OP9-FOREIGN-SESSION~sequences']);
    expect(ended.map(({ verdict, reason }) => `${verdict}: ${reason ?? ''}`)).toEqual([
      expect.stringMatching(/^untried: nothing to judge: none of \d+ lawful calls \(pay\) in all sequences was accepted/),
      expect.stringMatching(/^untried: nothing to judge: none of \d+ lawful calls/),
    ]);
  });

  test('accuse what costs a sender money, and stays so when nothing is asked for', async () => {
    const broken = faults.get('walk-a-refused-transfer-of-a-sender-with-an-mpin-costs-a-rupee') ?? {};
    const ended = await judgeSandbox(broken, { ...small, DMT_FUZZ_RUNS: '100', DMT_SEED: '1' }, ['OP9-REFUSED-NOTHING-MOVED~sequences']);
    expect(ended.map(({ verdict }) => verdict)).toEqual(['fail']);
  });

  test('go on where the status of a transfer cannot be read', async () => {
    const broken = faults.get('op11-result-status-is-success') ?? {};
    const ids = ['OP9-UNKNOWN-BENEFICIARY~sequences', 'OP11-FINAL-STATUS-KEPT~sequences'];
    const ended = await judgeSandbox(broken, small, ids);
    expect(new Map(ended.map(({ check, verdict, cause }) => [check, [verdict, cause]]))).toEqual(
      new Map([
        [ids[0], ['pass', null]],
        [ids[1], ['blocked', 'OP11-RESULT-STATUS-VALUES']],
      ]),
    );
  });

  test('are untried without spare mobiles', async () => {
    const ended = await judgeSandbox({}, { ...small, DMT_SPARE_MOBILES: '9990000101' }, campaign);
    expect(withVerdict(ended, 'untried')).toHaveLength(ended.length);
  });
});
