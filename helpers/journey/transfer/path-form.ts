import { hasSameToken } from '../../core/exchange.ts';
import { isServed, type Reply } from '../../judge/reply.ts';
import { blocked, isBlockedBy } from '../../judge/stop.ts';
import { requestTransfer } from '../../../specs/operations.ts';
import type { Session } from '../../session/session.ts';
import { withConsent } from '../consent/consent.ts';
import { completeEkyc, isKycCompleted, isKycRequired } from '../sender/kyc.ts';
import { markSpent, readDetail, type Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail } from '../setup/detail.ts';
import { isUnlikelyToServe, noteAges, resendWhileNew, sendWhenOld, type Resent, type UsedUp } from './late-acceptance.ts';
import { buildTransferCall, type TransferOrder, type TransferRequest } from './transfer-call.ts';

/** The customer's ids are in small letters, and those of other senders in capitals: a service keeps the letters that the caller chose. */
function newIdInLetters({ people }: Dependencies, { person }: Sender, { inSmallLetters }: TransferOrder): string {
  const correlationId = people.newCorrelationId();
  return inSmallLetters === true || person.mobile === people.customer.mobile ? correlationId : correlationId.toUpperCase();
}

export interface Sent {
  readonly correlationId: string;
  readonly reply: Reply;
}

type Tried = { readonly reply: Reply } | { readonly stop: unknown };

type PayIn = (under: Detail) => Promise<Reply>;

/** A session may have ended with an earlier refusal, or with time (reading 13). A new one is tried until it was no help to this sender. */
async function payUnderNewSession(deps: Dependencies, session: Session, sender: Sender, pay: PayIn): Promise<Reply> {
  try {
    return await pay(await readDetail(deps, session, sender));
  } catch (error) {
    deps.memory.of(sender.person).wasRefusedInNewSession = true;
    throw error;
  }
}

/** The tries of one transfer in the path form. */
interface PathForm {
  readonly payIn: PayIn;
  /** A new session may serve where the first one did not. */
  readonly mayRenew: () => boolean;
  /** The last refusal used up its consent, and a later try may be served. */
  readonly usedUp: () => UsedUp | null;
  readonly correlationId: () => string;
}

function openPathForm(deps: Dependencies, session: Session, { sender, detail, scheme, order }: TransferRequest): PathForm {
  let correlationId = '';
  let last: Reply | null = null;
  let resent: Pick<Resent<unknown>, 'usedUp' | 'hasWaited'> = { usedUp: null, hasWaited: false };
  const mayRenew = (): boolean => {
    const isOfAnotherToken = last !== null && !hasSameToken(detail.reply.exchange, last.exchange);
    return isOfAnotherToken || (!deps.people.codesAreTyped && !deps.memory.of(sender.person).wasRefusedInNewSession);
  };
  const sendOnce = async ({ fundtransferSessionId }: Detail, consent: string): Promise<Pick<Sent, 'reply'>> => {
    // A second consent follows a refusal, and a service may refuse a correlationId that it has refused before.
    correlationId = newIdInLetters(deps, sender, order);
    const { call } = buildTransferCall(deps, { sender, order, sessionId: fundtransferSessionId(session), consent, correlationId });
    last = await session.send(requestTransfer, call);
    return { reply: last };
  };
  const sendIn = async (under: Detail, consent: string): Promise<Reply> => {
    const named = { sender, payee: order.payee, detail: under };
    const first = await sendOnce(under, consent);
    // An ended session is replaced before anything is waited for, unless waiting has helped before.
    const isWaitedFor = !resent.hasWaited && (under !== detail || deps.memory.acceptance.isLate === true || !mayRenew());
    const { answer, ...rest } = isWaitedFor
      ? await resendWhileNew(deps, session, named, first, () => sendOnce(under, consent))
      : { answer: first, usedUp: null, hasWaited: resent.hasWaited };
    resent = rest;
    if (isServed(answer.reply)) noteAges(deps, named, answer.reply);
    return answer.reply;
  };
  const payIn = (under: Detail): Promise<Reply> => {
    markSpent(deps, sender);
    return withConsent(deps, session, sender.person, scheme, requestTransfer, (consent) => sendIn(under, consent));
  };
  return { payIn, mayRenew, usedUp: () => resent.usedUp, correlationId: () => correlationId };
}

/** With another code, once nothing is new any longer. No person types a further code for that. */
async function payWhenOld(
  deps: Dependencies,
  session: Session,
  sender: Sender,
  { usedUp, payIn }: PathForm,
  error: unknown,
): Promise<Reply> {
  const left = usedUp();
  if (left === null || deps.people.codesAreTyped || isUnlikelyToServe(deps, left) || !isBlockedBy(error, 'funds-or-limits')) throw error;
  const pay = async (): Promise<Reply> => payIn(left.endsSession ? await readDetail(deps, session, sender) : left.named.detail);
  const send = (): Promise<Tried> =>
    pay().then(
      (reply) => ({ reply }),
      (stop: unknown) => ({ stop }),
    );
  const tried = await sendWhenOld<Tried>(deps, session, left, { stop: error }, send, (each) => 'reply' in each);
  if ('stop' in tried) throw tried.stop;
  deps.memory.of(sender.person).wasRefusedInNewSession = false;
  return tried.reply;
}

/** A sender with an eKYC from before the run needs none in it (reading 13). */
function explainRefusal(error: unknown, { reply }: Detail): unknown {
  if (!isBlockedBy(error, 'funds-or-limits') || (isKycCompleted(reply) && !isKycRequired(reply))) return error;
  const { cause, reason, owner } = error.why;
  return blocked(cause, `${reason}; ${completeEkyc}`, owner);
}

/**
 * OP-9 in the path form. Where it is refused as for lack of funds, it is sent once more under a new session. After that it is sent until
 * its beneficiary and session are new no longer (reading 1).
 */
export async function sendInPathForm(deps: Dependencies, session: Session, request: TransferRequest): Promise<Sent> {
  const { sender, detail } = request;
  const form = openPathForm(deps, session, request);
  const payLater = (error: unknown): Promise<Reply> => payWhenOld(deps, session, sender, form, error);
  const payAgain = async (error: unknown): Promise<Reply> => {
    if (form.usedUp() !== null) return payLater(error);
    if (!form.mayRenew() || !isBlockedBy(error, 'funds-or-limits')) throw error;
    return payUnderNewSession(deps, session, sender, form.payIn).catch(payLater);
  };
  const reply = await form
    .payIn(detail)
    .catch(payAgain)
    .catch((error: unknown) => {
      throw explainRefusal(error, detail);
    });
  return { correlationId: form.correlationId(), reply };
}
