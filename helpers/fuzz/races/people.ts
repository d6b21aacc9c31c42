import { documentedCall } from '../../../specs/documented-call.ts';
import { senderDetail, tagUser } from '../../../specs/operations.ts';
import { idAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { detailOf } from '../../journey/sender/sender.ts';
import { consentFor } from '../stateful/calls.ts';
import { otherOf, outcomeOfReply, type Actor, type Walk } from '../model/model.ts';
import { say, type Said } from '../stateful/rules/rule.ts';
import { entriesOf, lookAtSender } from '../model/view.ts';
import { oneAtMost, range, type Shown } from './race.ts';
import { release, type Runner } from './release.ts';

const detailRunner = async (walk: Walk, actor: Actor): Promise<Runner> => {
  const { senderId, subAgentTagId, scheme } = actor.sender;
  return {
    operation: senderDetail,
    call: documentedCall(senderDetail, 'only', { senderId, subAgentTagId, consent: await consentFor(walk, actor, scheme) }),
  };
};

/** What either sender is listed when it is the only one that reads. */
async function accountsAlone({ deps, session, actors }: Walk): Promise<readonly (readonly string[])[]> {
  const accounts: string[][] = [];
  for (const { sender } of actors) accounts.push((await lookAtSender(deps, session, sender)).entries.map(({ account }) => account));
  return accounts;
}

function ownListOf({ who }: Actor, alone: readonly (readonly string[])[], reply: Reply): Said {
  const foreign = (alone[otherOf(who)] ?? []).filter((account) => alone[who]?.includes(account) !== true);
  const stranger = entriesOf(reply).find(({ account }) => foreign.includes(account));
  const received = `account ${stranger?.account ?? 'none'} of another sender`;
  return say(stranger === undefined, 'beneficiaries of its own', received, reply, 'result.beneficiaries');
}

/** Both senders read at once, each with a code of its own: whoever comes first, each is shown itself. */
export async function ownDetails(walk: Walk): Promise<Shown> {
  const { actors, deps, session } = walk;
  const alone = await accountsAlone(walk);
  const runners = [await detailRunner(walk, actors[0]), await detailRunner(walk, actors[1])];
  const replies = await release(session, runners);
  const read = actors.flatMap((actor, at) => {
    const reply = replies[at];
    return reply !== undefined && outcomeOfReply(reply) === 'accepted' ? [{ actor, reply }] : [];
  });
  for (const { actor, reply } of read) detailOf(deps, actor.sender, reply);
  return read.length < 2 ? oneAtMost : read.map(({ actor, reply }) => ownListOf(actor, alone, reply));
}

/** Each call with a code of its own, or all with the newest: a service may let no other live (reading 13). */
async function tagsAtOnce(walk: Walk, size: number, codes: 'own' | 'one'): Promise<readonly Reply[]> {
  const [actor] = walk.actors;
  const consents: string[] = [];
  for (let asked = 0; asked < (codes === 'own' ? size : 1); asked += 1) consents.push(await consentFor(walk, actor, 'OTP'));
  const path = { userType: 'subAgent', mobile: actor.sender.person.mobile };
  const calls = range(size).map((at) => ({ operation: tagUser, call: { path, consent: consents[at] ?? consents[0] ?? '' } }));
  const replies = await release(walk.session, calls);
  return replies.filter((reply) => outcomeOfReply(reply) === 'accepted');
}

/** The mobile of a sender becomes a sub-agent's as well, which costs nobody a mobile; it was none before. */
export async function oneTag(walk: Walk, size: number): Promise<Shown> {
  for (const codes of ['own', 'one'] as const) {
    const [first, ...others] = (await tagsAtOnce(walk, size, codes)).flatMap((reply) => {
      const tag = idAt(reply, 'result.tagId');
      return tag === null ? [] : [{ tag: tag.toLowerCase(), reply }];
    });
    if (first === undefined || others.length === 0) continue;
    const { tag, reply } = others.find((other) => other.tag !== first.tag) ?? first;
    return [say(tag === first.tag, first.tag, tag, reply, 'result.tagId')];
  }
  return oneAtMost;
}
