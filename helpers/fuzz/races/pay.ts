import { documentedCall } from '../../../specs/documented-call.ts';
import { requestTransfer } from '../../../specs/operations.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import { idAt, usable } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { readTransferScheme, transferPayload } from '../../journey/transfer/transfer.ts';
import { consentFor } from '../stateful/calls.ts';
import { outcomeOfReply, type Transfer, type Walk } from '../model/model.ts';
import { oursOf } from '../model/ours.ts';
import { everything, lookAround } from '../stateful/step.ts';
import { lookAtSender, type Entry } from '../model/view.ts';
import { release, type Runner } from './release.ts';

/** One transfer of a race. */
export interface Bid {
  /** Decimal text. */
  readonly amount: string;
  readonly correlationId: string;
}

/** A bid that OP-9 accepted. */
export interface Won {
  readonly bid: Bid;
  readonly reply: Reply;
  readonly transfer: Transfer;
}

/** Whether each call has a session, or a code, of its own: a service may let only the newest live (reading 13). */
interface Means {
  readonly sessions: 'own' | 'one';
  readonly codes: 'own' | 'one';
}

const ways: readonly Means[] = [
  { sessions: 'own', codes: 'own' },
  { sessions: 'one', codes: 'own' },
  { sessions: 'one', codes: 'one' },
];

/** One after the other, so that each is asked for in its turn. */
async function several<T>(count: number, all: 'own' | 'one', make: () => Promise<T>): Promise<readonly T[]> {
  const made: T[] = [await make()];
  while (made.length < count) made.push(all === 'own' ? await make() : (made[0] ?? (await make())));
  return made;
}

/** OP-9 of the first sender. */
export function paymentRunner(walk: Walk, { amount, correlationId }: Bid, payee: Entry, sessionId: string, consent: string): Runner {
  const { sender } = walk.actors[0];
  const payload = { ...transferPayload(walk.deps, sender, { amount, payee: { beneficiaryId: payee.id } }), correlationId };
  return { operation: requestTransfer, call: documentedCall(requestTransfer, 'path', { ...sender, ...payload, sessionId, consent }) };
}

/** The first sender's transfers to its newest active beneficiary, released together; those that were accepted. */
async function raceOnce(walk: Walk, bids: readonly Bid[], { sessions, codes }: Means): Promise<readonly Won[]> {
  const [actor] = walk.actors;
  const { sender } = actor;
  const payee = oursOf(walk, 0).findLast(({ active }) => active);
  if (payee === undefined) return [];
  const scheme = usable(await readTransferScheme(walk.session, sender, walk.source), 'result.scheme', walk.session.doubt);
  const views = await several(bids.length, sessions, () => lookAtSender(walk.deps, walk.session, sender));
  const consents = await several(bids.length, codes, () =>
    scheme === 'NONE' ? Promise.resolve(consentHeader.none) : consentFor(walk, actor, scheme),
  );
  const before = views.at(-1) ?? walk.picture.senders[0];
  const runners = bids.map((bid, at) =>
    paymentRunner(walk, bid, payee, views[at]?.transferSession ?? before.transferSession, consents[at] ?? consentHeader.none),
  );
  const replies = await release(walk.session, runners);
  return bids.flatMap((bid, at) => {
    const reply = replies[at];
    const invoice = reply === undefined || outcomeOfReply(reply) !== 'accepted' ? null : idAt(reply, 'result.invoiceId');
    if (reply === undefined || invoice === null) return [];
    const { amount, correlationId } = bid;
    const transfer: Transfer = { who: 0, correlationId, amount, to: payee, invoices: [invoice], repeated: true, before, clear: false };
    return { bid, reply, transfer };
  });
}

/** Transfers under way at once, followed to their end; by whatever means the service lets two be under way. */
export async function racePayments(walk: Walk, bids: () => readonly Bid[]): Promise<readonly Won[]> {
  let won: readonly Won[] = [];
  for (const means of ways) {
    won = await raceOnce(walk, bids(), means);
    if (won.length > 0) {
      walk.transfers.length = 0;
      walk.transfers.push(...won.map(({ transfer }) => transfer));
      walk.picture = await lookAround(walk, walk.picture, everything);
    }
    if (won.length >= Math.min(2, bids().length)) return won;
  }
  return won;
}
