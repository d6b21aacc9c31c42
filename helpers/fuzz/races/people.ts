import { documentedCall } from '../../../specs/documented-call.ts';
import { senderDetail, tagUser } from '../../../specs/operations.ts';
import { idAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { keepDetail } from '../../journey/sender/sender.ts';
import { createConsent } from '../stateful/calls.ts';
import { otherSender, readCommandOutcome, type Participant, type Sequence } from '../model/model.ts';
import { createRuleResult, type RuleResult } from '../stateful/rules/rule.ts';
import { readValidEntries, readSenderView } from '../model/view.ts';
import { onlyOneAcceptedReason, range, type RaceShown } from './race.ts';
import { release, type PreparedCall } from '../../session/release.ts';

const prepareDetailRead = async (sequence: Sequence, actor: Participant): Promise<PreparedCall> => {
  const { senderId, subAgentTagId, scheme } = actor.sender;
  return {
    operation: senderDetail,
    call: documentedCall(senderDetail, 'only', { senderId, subAgentTagId, consent: await createConsent(sequence, actor, scheme) }),
  };
};

/** The accounts of each sender, read while no other call runs. */
async function readAccountsAlone({ deps, session, participants }: Sequence): Promise<readonly (readonly string[])[]> {
  const accounts: string[][] = [];
  for (const { sender } of participants) accounts.push((await readSenderView(deps, session, sender)).entries.map(({ account }) => account));
  return accounts;
}

function judgeOwnList({ who }: Participant, alone: readonly (readonly string[])[], reply: Reply): RuleResult {
  const foreign = (alone[otherSender(who)] ?? []).filter((account) => alone[who]?.includes(account) !== true);
  const stranger = readValidEntries(reply).find(({ account }) => foreign.includes(account));
  const received = `account ${stranger?.account ?? 'none'} of another sender`;
  return createRuleResult(stranger === undefined, 'beneficiaries of its own', received, reply, 'result.beneficiaries');
}

/** Both senders read at once, each with its own code: each must see its own list, whichever came first. */
export async function ownDetails(sequence: Sequence): Promise<RaceShown> {
  const { participants, deps, session } = sequence;
  const alone = await readAccountsAlone(sequence);
  const runners = [await prepareDetailRead(sequence, participants[0]), await prepareDetailRead(sequence, participants[1])];
  const replies = await release(session, runners);
  const read = participants.flatMap((actor, at) => {
    const reply = replies[at];
    return reply !== undefined && readCommandOutcome(reply) === 'accepted' ? [{ actor, reply }] : [];
  });
  for (const { actor, reply } of read) keepDetail(deps, actor.sender, reply);
  return read.length < 2 ? onlyOneAcceptedReason : read.map(({ actor, reply }) => judgeOwnList(actor, alone, reply));
}

/** Each call with its own code, or all with the newest: a service may accept no other (reading 13). */
async function raceTags(sequence: Sequence, size: number, codes: 'own' | 'one'): Promise<readonly Reply[]> {
  const [actor] = sequence.participants;
  const consents: string[] = [];
  for (let asked = 0; asked < (codes === 'own' ? size : 1); asked += 1) consents.push(await createConsent(sequence, actor, 'OTP'));
  const path = { userType: 'subAgent', mobile: actor.sender.person.mobile };
  const calls = range(size).map((at) => ({ operation: tagUser, call: { path, consent: consents[at] ?? consents[0] ?? '' } }));
  const replies = await release(sequence.session, calls);
  return replies.filter((reply) => readCommandOutcome(reply) === 'accepted');
}

/** Tags the mobile of a sender as a sub-agent several times at once; this takes no further mobile. */
export async function oneTag(sequence: Sequence, size: number): Promise<RaceShown> {
  for (const codes of ['own', 'one'] as const) {
    const [first, ...others] = (await raceTags(sequence, size, codes)).flatMap((reply) => {
      const tag = idAt(reply, 'result.tagId');
      return tag === null ? [] : [{ tag: tag.toLowerCase(), reply }];
    });
    if (first === undefined || others.length === 0) continue;
    const { tag, reply } = others.find((other) => other.tag !== first.tag) ?? first;
    return [createRuleResult(tag === first.tag, first.tag, tag, reply, 'result.tagId')];
  }
  return onlyOneAcceptedReason;
}
