import type { SequenceStep, CommandName, StartName } from '../findings/sequence-steps.ts';
import type { Sequence, Who } from '../model/model.ts';
import { listOwnEntries } from '../model/own-entries.ts';
import { runStep, isReady } from './step.ts';
import type { SequenceTally } from './tally.ts';

export const richestStart: StartName = 'two-senders';

type Prepare = (walk: Sequence, tally: SequenceTally) => Promise<void>;

const prepareBySteps =
  (plan: (walk: Sequence) => Iterable<SequenceStep>): Prepare =>
  async (walk, tally) => {
    for (const step of plan(walk)) if (isReady(walk, step)) await runStep(walk, step, tally);
  };

const createStep = (command: CommandName, who: Who, pick = 0): SequenceStep => ({ command, who, pick });

/** Computed again before each step, because each step changes the list. */
const hasEntry = (walk: Sequence, who: Who, active: boolean): boolean => listOwnEntries(walk, who).some((each) => each.active === active);

/** An active beneficiary, and an inactive one where the service has such. */
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

/** The first sender gets a long history: faults that come with age show on it. */
function* listAgedSenderSteps(walk: Sequence): Generator<SequenceStep> {
  yield* listTwoSenderSteps(walk);
  yield createStep('set-mpin', 0);
  yield createStep('activate', 0);
  yield createStep('pay', 0);
  yield createStep('pay', 0);
  yield createStep('add-again', 0);
  yield createStep('add', 0);
}

/** Requests a transfer and reads it once, whatever its status is then. */
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

/** The start itself is not judged. */
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
