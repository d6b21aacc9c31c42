import { blocked, capped, Stop, untried } from '../../helpers/judge/stop.ts';
import { createFindingViolation } from '../../helpers/fuzz/findings/finding-violation.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import type { CommandName } from '../../helpers/fuzz/findings/sequence-steps.ts';
import type { SequencesResult } from '../../helpers/fuzz/stateful/sequences.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import type { Subject } from '../../specs/clause.ts';

interface SequenceRow {
  readonly clause: ClauseId;
  readonly title: string;
  readonly operation?: Subject;
  /** The lawful call to compare with. Where no lawful call was accepted, a refusal of the forbidden call proves nothing. */
  readonly lawfulCommand?: CommandName;
}

/** What must hold after every call of every sequence. */
const sequenceRows: readonly SequenceRow[] = [
  { clause: 'OP1-TAGGED-IS-OLD', title: 'a tagged user stays an old one through other calls' },
  { clause: 'OP4-TAG-KEPT', title: 'a mobile keeps its tag through other calls' },
  { clause: 'OP12-MOBILE-AGREES', title: 'an MPIN set at any time is answered with the mobile of its sender' },
  { clause: 'OP6-SENDER-MOBILE-AGREES', title: 'a sender is shown its own mobile after any call' },
  { clause: 'OP6-OWN-DATA', title: 'a sender is shown nothing of another after any call' },
  { clause: 'OP6-UNTOUCHED-BY-OTHERS', title: 'no call of one sender changes the list or the balance of another' },
  { clause: 'OP7-LISTED-AS-SENT', title: 'a beneficiary stays listed as it was sent' },
  { clause: 'OP7-LISTED-UNDER-ID', title: 'a beneficiary stays listed under its id' },
  { clause: 'OP13-ACTIVATES', title: 'an activation holds until it is taken back by OP-13' },
  { clause: 'OP13-ACTIVATES-ONLY-THAT', title: 'an activation at any time changes no other beneficiary' },
  { clause: 'OP13-FALSE-DOES-NOT-ACTIVATE', title: 'OP-13 with false activates no beneficiary at any time' },
  { clause: 'OP13-UNKNOWN-ID', lawfulCommand: 'activate', title: 'OP-13 refuses the id of another sender at any time' },
  { clause: 'OP9-INACTIVE-BENEFICIARY', lawfulCommand: 'pay', title: 'an inactive beneficiary is not paid at any time' },
  { clause: 'OP9-FOREIGN-BENEFICIARY', lawfulCommand: 'pay', title: "another sender's beneficiary is not paid at any time" },
  { clause: 'OP9-UNKNOWN-BENEFICIARY', lawfulCommand: 'pay', title: 'a beneficiary never registered is not paid at any time' },
  { clause: 'OP9-FOREIGN-SESSION', lawfulCommand: 'pay', title: "another sender's session pays no transfer at any time" },
  { clause: 'OP9-UNKNOWN-SESSION', lawfulCommand: 'pay', title: 'a session never issued pays no transfer at any time' },
  {
    clause: 'CONSENT-STATE-OTHER-MOBILE',
    lawfulCommand: 'pay',
    title: 'the code and state of another mobile pay no transfer at any time',
    operation: 'OP-9',
  },
  { clause: 'OP14-FOREIGN-SESSION', title: "another sender's session shows no balance at any time" },
  { clause: 'OP10-SERVED', title: 'a transfer that OP-10 has found is found again' },
  { clause: 'OP11-SERVED', title: 'an invoice that OP-11 has shown is shown again' },
  { clause: 'OP10-INVOICE-AGREES', title: 'OP-10 finds the invoice of each of several transfers' },
  { clause: 'OP10-SAME-CORRELATION-ID', title: 'OP-10 answers for one of two transfers under one correlationId at any time' },
  { clause: 'OP9-SAME-CORRELATION-ID', title: 'a correlationId sent again at any time yields no second invoice' },
  { clause: 'OP10-FINAL-STATUS-KEPT', title: 'a final status of OP-10 stays through later calls' },
  { clause: 'OP11-FINAL-STATUS-KEPT', title: 'a final status of OP-11 stays through later calls' },
  { clause: 'OP10-FAILED-IS-REJECTED', title: 'what OP-10 calls FAILED is not COMPLETED in OP-11 at any time' },
  { clause: 'OP11-AMOUNT-EXACT', title: 'an invoice shows its amount exactly through later calls' },
  { clause: 'OP14-DEBITED', title: 'each completed wallet transfer leaves its sender with less' },
  { clause: 'LIMIT-NOT-RAISED', title: 'no completed transfer raises a limit', operation: 'OP-6' },
  { clause: 'OP9-REFUSED-NOTHING-MOVED', lawfulCommand: 'pay', title: 'a refused transfer moves no money at any time' },
  { clause: 'OP10-FAILED-NOTHING-MOVED', title: 'a transfer that OP-10 calls FAILED moves no money at any time' },
  { clause: 'REFUSAL-NOTHING-CHANGED', title: 'a refused call changes nothing at any time', operation: 'OP-6' },
];

/** What to change, by what ended the sequences. Otherwise there were too few runs. */
const remedies: Partial<Record<SequencesResult['endedBy'], string>> = {
  clock: 'raise DMT_FUZZ_SECONDS',
  cap: 'the caps of the run ended the sequences',
};

/** Why a clause was not judged: what ended the sequences, or that no sequence tried it. */
function whyNotJudged({ trouble, endedBy, dismissed, lack }: SequencesResult, clause: ClauseId): Stop {
  if (dismissed.has(clause)) {
    return blocked('sender-in-use', 'the senders of the sequences change between calls, so no comparison holds', 'environment');
  }
  if (trouble?.why.kind === 'violation') {
    const { clause: broken, received } = trouble.why;
    return blocked(
      'walk-refused',
      `the sequences could not continue: expected a call of ${broken} to be served, received ${received}`,
      'test-data',
    );
  }
  if (trouble !== null) return trouble;
  if (lack !== null) return lack;
  return untried(`no sequence tried this: ${remedies[endedBy] ?? 'raise DMT_FUZZ_RUNS'}`, 'configuration');
}

/** A sequence without an accepted call would find every refusal right. */
function mustHaveServedLawfulCall(sequences: SequencesResult, clause: ClauseId, command: CommandName): void {
  const { done, accepted } = sequences.counts.commands.get(command) ?? { done: 0, accepted: 0 };
  if (accepted > 0) return;
  if (sequences.trouble !== null || sequences.lack !== null) throw whyNotJudged(sequences, clause);
  throw untried(`nothing to judge: none of ${done} lawful calls (${command}) in all sequences was accepted`, 'test-data');
}

/** A bank may reverse what it has completed (reading 19). */
const isReversal = (was: string, is: string): boolean => was === 'COMPLETED' && is === 'FAILED';

async function mustHoldThroughout(context: CheckContext, { clause, lawfulCommand }: SequenceRow): Promise<void> {
  const done = await context.after(context.campaigns.sequences.result);
  if (!done.ok) throw done.error;
  const { findings, findSample } = done.value;
  const finding = findings.get(clause);
  const sample = findSample(clause);
  context.addEvidence(finding?.exchanges ?? (sample === null ? [] : [sample]));
  if (finding !== undefined) {
    const mayBeReversal = clause === 'OP11-FINAL-STATUS-KEPT' && isReversal(finding.expected, finding.received);
    throw createFindingViolation(finding, 'a sequence', mayBeReversal ? 'warn' : undefined);
  }
  if (done.value.unconfirmed.has(clause))
    throw capped('a violation was seen once, and a cap of the run prevented a second try: raise the cap and run again');
  if (sample === null) throw whyNotJudged(done.value, clause);
  if (lawfulCommand !== undefined) mustHaveServedLawfulCall(done.value, clause, lawfulCommand);
}

function sequenceCheck(row: SequenceRow): ActiveCheck {
  const { clause, title, operation } = row;
  return check(clause, 'sequences', title, { needs: 'walks', ...(operation === undefined ? {} : { operation }) }, (context) =>
    mustHoldThroughout(context, row),
  );
}

export const sequences: Suite = { name: 'Sequences', area: 'Fuzzing', checks: sequenceRows.map(sequenceCheck) };
