import { isActive } from '../../judge/facts/beneficiaries.ts';
import type { SequenceStep, CommandName, StartName } from '../findings/sequence-steps.ts';
import type { Sequence, Who } from '../model/model.ts';
import { listOwnEntries, takeUp } from '../model/own-entries.ts';
import { runStep, isReady } from './step.ts';
import type { SequenceCounts } from './counts.ts';

export const richestStart: StartName = 'two-senders';

type Prepare = (sequence: Sequence, counts: SequenceCounts) => Promise<void>;

const prepareBySteps =
  (plan: (sequence: Sequence) => Iterable<SequenceStep>): Prepare =>
  async (sequence, counts) => {
    for (const step of plan(sequence)) if (isReady(sequence, step)) await runStep(sequence, step, counts);
  };

const createStep = (command: CommandName, who: Who, pick = 0): SequenceStep => ({ command, who, pick });

/** Computed again before each step, because each step changes the list. */
const hasEntry = (sequence: Sequence, who: Who, active: boolean): boolean =>
  listOwnEntries(sequence, who).some((each) => isActive(each) === active);

/** An active beneficiary, and an inactive one where the service has such. */
function* listBeneficiarySteps(sequence: Sequence, who: Who): Generator<SequenceStep> {
  takeUp(sequence, who, true);
  takeUp(sequence, who, false);
  if (!hasEntry(sequence, who, true)) {
    if (!hasEntry(sequence, who, false)) yield createStep('add', who);
    yield createStep('activate', who);
  }
  if (!hasEntry(sequence, who, false)) yield createStep('add', who);
}

function* listTwoSenderSteps(sequence: Sequence): Generator<SequenceStep> {
  yield* listBeneficiarySteps(sequence, 0);
  yield* listBeneficiarySteps(sequence, 1);
}

/** The first sender gets a long history: faults that come with age show on it. */
function* listAgedSenderSteps(sequence: Sequence): Generator<SequenceStep> {
  yield* listTwoSenderSteps(sequence);
  yield createStep('set-mpin', 0);
  yield createStep('activate', 0);
  yield createStep('pay', 0);
  yield createStep('pay', 0);
  yield createStep('add-again', 0);
  yield createStep('add', 0);
}

/** Requests a transfer and reads it once, whatever its status is then. */
const preparePending: Prepare = async (sequence, counts) => {
  const { longestWaitMs } = sequence;
  sequence.longestWaitMs = 0;
  await prepareBySteps(() => [createStep('pay', 0)])(sequence, counts);
  sequence.longestWaitMs = longestWaitMs;
};

const prepareInTurn =
  (...parts: readonly Prepare[]): Prepare =>
  async (sequence, counts) => {
    for (const part of parts) await part(sequence, counts);
  };

/** The start itself is not judged. */
export const starts: Readonly<Record<StartName, Prepare>> = {
  'two-senders': prepareBySteps(listTwoSenderSteps),
  'transfer-pending': prepareInTurn(prepareBySteps(listTwoSenderSteps), preparePending),
  'mpin-set': prepareInTurn(
    prepareBySteps(listTwoSenderSteps),
    prepareBySteps(() => [createStep('set-mpin', 0)]),
  ),
  'active-beneficiary': prepareBySteps((sequence) => listBeneficiarySteps(sequence, 0)),
  tagged: () => Promise.resolve(),
  veteran: prepareBySteps(listAgedSenderSteps),
};
