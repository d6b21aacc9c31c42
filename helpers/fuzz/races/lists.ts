import { documentedCall } from '../../../specs/documented-call.ts';
import { activateBeneficiary, addBeneficiary } from '../../../specs/operations.ts';
import { idAt } from '../../judge/fields.ts';
import { sameId } from '../../core/same-id.ts';
import type { Reply } from '../../judge/reply.ts';
import { consentFor } from '../stateful/calls.ts';
import { outcomeOfReply, type Walk } from '../model/model.ts';
import { oursOf } from '../model/ours.ts';
import { say, type Said } from '../stateful/rules/rule.ts';
import { everything, lookAround } from '../stateful/step.ts';
import type { Entry } from '../model/view.ts';
import { oneAtMost, type Shown } from './race.ts';
import { release, type Runner } from './release.ts';

interface Asked {
  readonly account: string;
  readonly name: string;
}

/** OP-7 for several beneficiaries at once; each that was accepted, under the id it was given. */
async function raceAdds(walk: Walk, asked: readonly Asked[]): Promise<readonly (Asked & { readonly id: string })[]> {
  const [actor] = walk.actors;
  const { senderId, subAgentTagId, scheme } = actor.sender;
  const ifsc = walk.deps.people.beneficiary.ifscCode;
  const runners: Runner[] = [];
  for (const { account, name } of asked) {
    const consent = await consentFor(walk, actor, scheme);
    const payload = { accountNo: account, ifscCode: ifsc, name };
    runners.push({
      operation: addBeneficiary,
      call: documentedCall(addBeneficiary, 'only', { senderId, subAgentTagId, ...payload, consent }),
    });
  }
  const replies = await release(walk.session, runners);
  walk.picture = await lookAround(walk, walk.picture, everything);
  return asked.flatMap((one, at) => {
    const reply = replies[at];
    const id = reply === undefined || outcomeOfReply(reply) !== 'accepted' ? null : idAt(reply, 'result.beneficiaryId');
    return id === null ? [] : { ...one, id };
  });
}

const entryOf = ({ picture }: Walk, id: string): Entry | undefined => picture.senders[0].entries.find((entry) => sameId(entry.id, id));

const told = (entry: Entry | undefined): string => (entry === undefined ? 'no such beneficiary' : `${entry.account}, ${entry.name}`);

const accountsOf = ({ picture }: Walk): readonly string[] => picture.senders[0].entries.map(({ account }) => account);

const names = ['Testcase First', 'Testcase Second', 'Testcase Third', 'Testcase Fourth', 'Testcase Fifth'];

/** One account under several names: whichever call was first, it is listed with the name of one that was accepted. */
export async function sameAccount(walk: Walk, size: number): Promise<Shown> {
  const account = walk.deps.people.accounts.take(accountsOf(walk));
  const added = await raceAdds(
    walk,
    names.slice(0, size).map((name) => ({ account, name })),
  );
  if (added.length === 0) return oneAtMost;
  const { detail } = walk.picture.senders[0];
  return added.map(({ id }) => {
    const entry = entryOf(walk, id);
    const possible = added.filter((one) => sameId(one.id, id)).map(({ name }) => name);
    const held = entry?.account === account && possible.includes(entry.name);
    return say(held, `${account}, ${possible.join(' or ')}`, told(entry), detail.reply, 'result.beneficiaries');
  });
}

/** Several accounts at once, each listed under the id that its own call was given. */
export async function ownIds(walk: Walk, size: number): Promise<Shown> {
  const added = await raceAdds(
    walk,
    walk.deps.people.accounts.several(accountsOf(walk), size, 2).map((account) => ({ account, name: walk.deps.people.beneficiary.name })),
  );
  if (added.length < 2) return oneAtMost;
  const { entries, detail } = walk.picture.senders[0];
  return added.map(({ id, account }) => {
    const under = entries.filter((entry) => entry.account === account).map((entry) => entry.id);
    const held = under.some((one) => sameId(one, id));
    return say(held, `account ${account} under ${id}`, under.join(', ') || 'not listed', detail.reply, 'result.beneficiaries');
  });
}

const waitingNow = (walk: Walk): readonly Entry[] => oursOf(walk, 0).filter(({ active }) => !active);

/** So many beneficiaries that wait for their activation, or as many as there are accounts for, `least` of them; a text where the service knows none. */
export async function waitingEntries(walk: Walk, size: number, least: number): Promise<readonly Entry[] | string> {
  const { accounts, beneficiary } = walk.deps.people;
  const before = waitingNow(walk).length;
  for (const account of accounts.several(accountsOf(walk), size - before, least - before)) {
    const [added] = await raceAdds(walk, [{ account, name: beneficiary.name }]);
    if (added === undefined) return 'the service takes no new account';
  }
  const waiting = waitingNow(walk).slice(-size);
  return waiting.length < least ? 'a new beneficiary needs no activation' : waiting;
}

export function activationRunner({ actors }: Walk, { id }: Entry): Runner {
  const { senderId, subAgentTagId } = actors[0].sender;
  return {
    operation: activateBeneficiary,
    call: documentedCall(activateBeneficiary, 'true', { senderId, subAgentTagId, id }),
  };
}

/** Each whose activation was accepted is active now; `replies` in the order of `waiting`. */
export async function mustBeActive(walk: Walk, waiting: readonly Entry[], replies: readonly Reply[]): Promise<readonly Said[]> {
  walk.picture = await lookAround(walk, walk.picture, everything);
  const { detail } = walk.picture.senders[0];
  return waiting.flatMap(({ id }, at) => {
    const reply = replies[at];
    if (reply === undefined || outcomeOfReply(reply) !== 'accepted') return [];
    const active = entryOf(walk, id)?.active;
    return say(active === true, `${id} listed as true`, `${id} listed as ${String(active)}`, detail.reply, 'result.beneficiaries');
  });
}

/** Several that wait for it, activated at once. */
export async function allActivated(walk: Walk, size: number): Promise<Shown> {
  const waiting = await waitingEntries(walk, size, 2);
  if (typeof waiting === 'string') return waiting;
  const runners = waiting.map((entry) => activationRunner(walk, entry));
  return mustBeActive(walk, waiting, await release(walk.session, runners));
}
