import { requestTransfer } from '../../../specs/operations.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import type { Beneficiary } from '../../judge/facts/beneficiaries.ts';
import { idAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { buildTransferCall } from '../../journey/transfer/transfer-call.ts';
import { createConsent, readScheme } from '../stateful/calls.ts';
import { readCommandOutcome, type SequenceTransfer, type Sequence } from '../model/model.ts';
import { findPayee } from '../model/own-entries.ts';
import { everything, readSnapshot } from '../stateful/step.ts';
import { readSenderView } from '../model/view.ts';
import { release, type PreparedCall } from '../../session/release.ts';

export interface Bid {
  /** Decimal text. */
  readonly amount: string;
  readonly correlationId: string;
}

export interface AcceptedBid {
  readonly bid: Bid;
  readonly reply: Reply;
  readonly transfer: SequenceTransfer;
}

/** Whether each call has its own session or code: a service may accept only the newest (reading 13). */
interface RaceMeans {
  readonly sessions: 'own' | 'one';
  readonly codes: 'own' | 'one';
}

const allMeans: readonly RaceMeans[] = [
  { sessions: 'own', codes: 'own' },
  { sessions: 'one', codes: 'own' },
  { sessions: 'one', codes: 'one' },
];

/** One after the other: each is requested in its turn. */
async function makeSeveral<T>(count: number, all: 'own' | 'one', make: () => Promise<T>): Promise<readonly T[]> {
  const made: T[] = [await make()];
  while (made.length < count) made.push(all === 'own' ? await make() : (made[0] ?? (await make())));
  return made;
}

interface Payment extends Bid {
  readonly to: Beneficiary;
  readonly sessionId: string;
  readonly consent: string;
}

export function preparePayment(sequence: Sequence, { amount, to, ...values }: Payment): PreparedCall {
  const { sender } = sequence.participants[0];
  const order = { amount, payee: { beneficiaryId: to.id } };
  return { operation: requestTransfer, call: buildTransferCall(sequence.deps, { ...values, sender, order }).call };
}

/** Releases transfers of the first sender to its newest active beneficiary; returns the accepted ones. */
async function raceOnce(sequence: Sequence, bids: readonly Bid[], { sessions, codes }: RaceMeans): Promise<readonly AcceptedBid[]> {
  const [actor] = sequence.participants;
  const { sender } = actor;
  const payee = findPayee(sequence);
  if (payee === undefined) return [];
  const scheme = await readScheme(sequence, actor);
  const views = await makeSeveral(bids.length, sessions, () => readSenderView(sequence.deps, sequence.session, sender));
  const consents = await makeSeveral(bids.length, codes, () => createConsent(sequence, actor, scheme));
  const before = views.at(-1) ?? sequence.snapshot.senders[0];
  const runners = bids.map((bid, at) => {
    const sessionId = views[at]?.transferSession ?? before.transferSession;
    return preparePayment(sequence, { ...bid, to: payee, sessionId, consent: consents[at] ?? consentHeader.none });
  });
  const replies = await release(sequence.session, runners);
  return bids.flatMap((bid, at) => {
    const reply = replies[at];
    const invoice = reply === undefined || readCommandOutcome(reply) !== 'accepted' ? null : idAt(reply, 'result.invoiceId');
    if (reply === undefined || invoice === null) return [];
    const { amount, correlationId } = bid;
    const transfer: SequenceTransfer = {
      who: 0,
      correlationId,
      amount,
      to: payee,
      invoices: [invoice],
      repeated: true,
      before,
      wasClear: false,
    };
    return { bid, reply, transfer };
  });
}

/** A race compares what became of its transfers, so it ends where that cannot be read. */
export async function readRaceOutcome(sequence: Sequence): Promise<void> {
  sequence.snapshot = await readSnapshot(sequence, sequence.snapshot, everything);
  for (const { unusable } of sequence.snapshot.transfers.values()) if (unusable !== null) throw unusable;
}

/** Releases transfers, and follows them to their end. It tries the means in order until the service accepts two at once. */
export async function racePayments(sequence: Sequence, bids: () => readonly Bid[]): Promise<readonly AcceptedBid[]> {
  let won: readonly AcceptedBid[] = [];
  for (const means of allMeans) {
    won = await raceOnce(sequence, bids(), means);
    if (won.length > 0) {
      sequence.transfers.length = 0;
      sequence.transfers.push(...won.map(({ transfer }) => transfer));
      await readRaceOutcome(sequence);
    }
    if (won.length >= Math.min(2, bids().length)) return won;
  }
  return won;
}
