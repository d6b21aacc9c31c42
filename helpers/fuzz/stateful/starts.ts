import type { WalkStep, CommandName, StartName } from '../findings/walk-steps.ts';
import type { Walk, Who } from '../model/model.ts';
import { oursOf } from '../model/ours.ts';
import { goStep, isReady } from './step.ts';
import type { WalkTally } from './tally.ts';

export const richest: StartName = 'two-senders';

type Prepare = (walk: Walk, tally: WalkTally) => Promise<void>;

/** Steps in turn, as far as they are possible. */
const steps =
  (plan: (walk: Walk) => Iterable<WalkStep>): Prepare =>
  async (walk, tally) => {
    for (const step of plan(walk)) if (isReady(walk, step)) await goStep(walk, step, tally);
  };

const step = (command: CommandName, who: Who, pick = 0): WalkStep => ({ command, who, pick });

/** Read anew before each step, as each changes what there is. */
const has = (walk: Walk, who: Who, active: boolean): boolean => oursOf(walk, who).some((each) => each.active === active);

/** One to pay, and one that waits for its activation where the service knows such. */
function* withBeneficiaries(walk: Walk, who: Who): Generator<WalkStep> {
  if (!has(walk, who, true)) {
    if (!has(walk, who, false)) yield step('add', who);
    yield step('activate', who);
  }
  if (!has(walk, who, false)) yield step('add', who);
}

function* twoSenders(walk: Walk): Generator<WalkStep> {
  yield* withBeneficiaries(walk, 0);
  yield* withBeneficiaries(walk, 1);
}

/** Everything has happened to the first sender: whatever goes wrong with time goes wrong with it. */
function* veteran(walk: Walk): Generator<WalkStep> {
  yield* twoSenders(walk);
  yield step('set-mpin', 0);
  yield step('activate', 0);
  yield step('pay', 0);
  yield step('pay', 0);
  yield step('add-again', 0);
  yield step('add', 0);
}

/** Asked for and looked at once: whatever it is then. */
const pending: Prepare = async (walk, tally) => {
  const { patienceMs } = walk;
  walk.patienceMs = 0;
  await steps(() => [step('pay', 0)])(walk, tally);
  walk.patienceMs = patienceMs;
};

const inTurn =
  (...parts: readonly Prepare[]): Prepare =>
  async (walk, tally) => {
    for (const part of parts) await part(walk, tally);
  };

/** Nothing is judged on the way: a walk is judged from where it begins. */
export const starts: Readonly<Record<StartName, Prepare>> = {
  'two-senders': steps(twoSenders),
  'transfer-pending': inTurn(steps(twoSenders), pending),
  'mpin-set': inTurn(
    steps(twoSenders),
    steps(() => [step('set-mpin', 0)]),
  ),
  'active-beneficiary': steps((walk) => withBeneficiaries(walk, 0)),
  tagged: () => Promise.resolve(),
  veteran: steps(veteran),
};
