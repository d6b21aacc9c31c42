import type { SequenceStep, CommandName, StartName } from '../findings/sequence-steps.ts';
import type { Sequence, Who } from '../model/model.ts';
import { listOwnEntries } from '../model/own-entries.ts';
import { runStep, isReady } from './step.ts';
import type { SequenceTally } from './tally.ts';

export const richestStart: StartName = 'two-senders';

type Prepare = (walk: Sequence, tally: SequenceTally) => Promise<void>;

/** Steps in turn, as far as they are possible. */
const prepareBySteps =
  (plan: (walk: Sequence) => Iterable<SequenceStep>): Prepare =>
  async (walk, tally) => {
    for (const step of plan(walk)) if (isReady(walk, step)) await runStep(walk, step, tally);
  };

const createStep = (command: CommandName, who: Who, pick = 0): SequenceStep => ({ command, who, pick });

/** Read anew before each step, as each changes what there is. */
const hasEntry = (walk: Sequence, who: Who, active: boolean): boolean => listOwnEntries(walk, who).some((each) => each.active === active);

/** One to pay, and one that waits for its activation where the service knows such. */
function* listBeneficiarySteps(walk: Sequence, who: Who): Generator<SequenceStep> {
  if (!hasEntry(walk, who, true)) {
    if (!hasEntry(walk, who, false)) yield createStep('add', who);
    yield createStep('activate', who);
  }
  if (!hasEntry(walk, who, false)) yield createStep('add', who);
}

function* listTwoSenderSteps(walk: Sequence): Generator<SequenceStep> {
  yield* listBeneficiarySteps(walk, 0);
  yield* listBeneficiarySteps(walk, 1);
}

/** Everything has happened to the first sender: whatever goes wrong with time goes wrong with it. */
function* listAgedSenderSteps(walk: Sequence): Generator<SequenceStep> {
  yield* listTwoSenderSteps(walk);
  yield createStep('set-mpin', 0);
  yield createStep('activate', 0);
  yield createStep('pay', 0);
  yield createStep('pay', 0);
  yield createStep('add-again', 0);
  yield createStep('add', 0);
}

/** Asked for and looked at once: whatever it is then. */
const preparePending: Prepare = async (walk, tally) => {
  const { patienceMs } = walk;
  walk.patienceMs = 0;
  await prepareBySteps(() => [createStep('pay', 0)])(walk, tally);
  walk.patienceMs = patienceMs;
};

const prepareInTurn =
  (...parts: readonly Prepare[]): Prepare =>
  async (walk, tally) => {
    for (const part of parts) await part(walk, tally);
  };

/** Nothing is judged on the way: a walk is judged from where it begins. */
export const starts: Readonly<Record<StartName, Prepare>> = {
  'two-senders': prepareBySteps(listTwoSenderSteps),
  'transfer-pending': prepareInTurn(prepareBySteps(listTwoSenderSteps), preparePending),
  'mpin-set': prepareInTurn(
    prepareBySteps(listTwoSenderSteps),
    prepareBySteps(() => [createStep('set-mpin', 0)]),
  ),
  'active-beneficiary': prepareBySteps((walk) => listBeneficiarySteps(walk, 0)),
  tagged: () => Promise.resolve(),
  veteran: prepareBySteps(listAgedSenderSteps),
};
