import { documentedCall } from '../../../specs/documented-call.ts';
import { activateBeneficiary, addBeneficiary } from '../../../specs/operations.ts';
import { isActive, type Beneficiary } from '../../judge/facts/beneficiaries.ts';
import { idAt } from '../../judge/fields.ts';
import { isAlikeName } from '../../judge/names.ts';
import { sameId } from '../../core/ids.ts';
import type { Reply } from '../../judge/reply.ts';
import { createConsent } from '../stateful/calls.ts';
import { readCommandOutcome, type Sequence } from '../model/model.ts';
import { listOwnEntries } from '../model/own-entries.ts';
import { createRuleResult, type RuleResult } from '../stateful/rules/rule.ts';
import { readUntilShown } from '../stateful/step.ts';
import { findEntry } from '../model/view.ts';
import { onlyOneAcceptedReason, type RaceShown } from './race.ts';
import { release, type PreparedCall } from '../../session/release.ts';

interface AskedEntry {
  readonly account: string;
  readonly name: string;
}

/** Releases OP-7 for several beneficiaries at once; returns each accepted one with its id. */
async function raceAdds(sequence: Sequence, asked: readonly AskedEntry[]): Promise<readonly (AskedEntry & { readonly id: string })[]> {
  const [actor] = sequence.participants;
  const { senderId, subAgentTagId, scheme } = actor.sender;
  const ifsc = sequence.deps.people.beneficiary.ifscCode;
  const runners: PreparedCall[] = [];
  for (const { account, name } of asked) {
    const consent = await createConsent(sequence, actor, scheme);
    const payload = { accountNo: account, ifscCode: ifsc, name };
    runners.push({
      operation: addBeneficiary,
      call: documentedCall(addBeneficiary, 'only', { senderId, subAgentTagId, ...payload, consent }),
    });
  }
  const replies = await release(sequence.session, runners);
  const added = asked.flatMap((one, at) => {
    const reply = replies[at];
    const id = reply === undefined || readCommandOutcome(reply) !== 'accepted' ? null : idAt(reply, 'result.beneficiaryId');
    return id === null ? [] : { ...one, id };
  });
  sequence.snapshot = await readUntilShown(sequence, 'list', ({ senders: [{ entries }] }) =>
    added.every(({ id, account }) => findEntry(entries, id)?.account === account),
  );
  return added;
}

const describeEntry = (entry: Beneficiary | undefined): string =>
  entry === undefined ? 'no such beneficiary' : `${entry.account}, ${entry.name}`;

const listFirstAccounts = ({ snapshot }: Sequence): readonly string[] => snapshot.senders[0].entries.map(({ account }) => account);

const testNames = ['Testcase First', 'Testcase Second', 'Testcase Third', 'Testcase Fourth', 'Testcase Fifth'];

/** One account under several names: the list must show the name of an accepted call. */
export async function sameAccount(sequence: Sequence, size: number): Promise<RaceShown> {
  const account = sequence.deps.people.accounts.take(listFirstAccounts(sequence));
  const added = await raceAdds(
    sequence,
    testNames.slice(0, size).map((name) => ({ account, name })),
  );
  if (added.length === 0) return onlyOneAcceptedReason;
  const { detail, entries } = sequence.snapshot.senders[0];
  return added.map(({ id }) => {
    const entry = findEntry(entries, id);
    const possible = added.filter((one) => sameId(one.id, id)).map(({ name }) => name);
    const held = entry?.account === account && possible.some((name) => isAlikeName(name, entry.name));
    return createRuleResult(held, `${account}, ${possible.join(' or ')}`, describeEntry(entry), detail.reply, 'result.beneficiaries');
  });
}

/** Several accounts at once: the list must show each under the id of its own call. */
export async function ownIds(sequence: Sequence, size: number): Promise<RaceShown> {
  const added = await raceAdds(
    sequence,
    sequence.deps.people.accounts
      .several(listFirstAccounts(sequence), size, 2)
      .map((account) => ({ account, name: sequence.deps.people.beneficiary.name })),
  );
  if (added.length < 2) return onlyOneAcceptedReason;
  const { entries, detail } = sequence.snapshot.senders[0];
  return added.map(({ id, account }) => {
    const under = entries.filter((entry) => entry.account === account).map((entry) => entry.id);
    const held = under.some((one) => sameId(one, id));
    return createRuleResult(held, `account ${account} under ${id}`, under.join(', ') || 'not listed', detail.reply, 'result.beneficiaries');
  });
}

const listWaiting = (sequence: Sequence): readonly Beneficiary[] => listOwnEntries(sequence, 0).filter((each) => !isActive(each));

/** Up to `size` inactive beneficiaries, and at least `least`. A text where the service has none. */
export async function prepareWaitingEntries(sequence: Sequence, size: number, least: number): Promise<readonly Beneficiary[] | string> {
  const { accounts, beneficiary } = sequence.deps.people;
  const before = listWaiting(sequence).length;
  for (const account of accounts.several(listFirstAccounts(sequence), size - before, least - before)) {
    const [added] = await raceAdds(sequence, [{ account, name: beneficiary.name }]);
    if (added === undefined) return 'the service takes no new account';
  }
  const waiting = listWaiting(sequence).slice(-size);
  return waiting.length < least ? 'a new beneficiary needs no activation' : waiting;
}

export function prepareActivation({ participants }: Sequence, { id }: Beneficiary): PreparedCall {
  const { senderId, subAgentTagId } = participants[0].sender;
  return {
    operation: activateBeneficiary,
    call: documentedCall(activateBeneficiary, 'true', { senderId, subAgentTagId, id }),
  };
}

/** Each beneficiary whose activation was accepted must be active; `replies` has the order of `waiting`. */
export async function judgeActivations(
  sequence: Sequence,
  waiting: readonly Beneficiary[],
  replies: readonly Reply[],
): Promise<readonly RuleResult[]> {
  const accepted = waiting.filter((_, at) => {
    const reply = replies[at];
    return reply !== undefined && readCommandOutcome(reply) === 'accepted';
  });
  sequence.snapshot = await readUntilShown(sequence, 'list', ({ senders: [{ entries }] }) =>
    accepted.every(({ id }) => findEntry(entries, id)?.status === 'true'),
  );
  const { detail, entries } = sequence.snapshot.senders[0];
  return accepted.map(({ id }) => {
    const status = findEntry(entries, id)?.status;
    return createRuleResult(
      status === 'true',
      `${id} listed as true`,
      `${id} listed as ${String(status)}`,
      detail.reply,
      'result.beneficiaries',
    );
  });
}

export async function allActivated(sequence: Sequence, size: number): Promise<RaceShown> {
  const waiting = await prepareWaitingEntries(sequence, size, 2);
  if (typeof waiting === 'string') return waiting;
  const runners = waiting.map((entry) => prepareActivation(sequence, entry));
  return judgeActivations(sequence, waiting, await release(sequence.session, runners));
}
