import { apiCodes } from '../../../specs/codes.ts';
import { requestTransfer } from '../../../specs/operations.ts';
import { usableTextAt, schemeAt } from '../../judge/fields.ts';
import { isServed, type Reply } from '../../judge/reply.ts';
import { notApplicable, type Stop } from '../../judge/stop.ts';
import { step, type Session, type Step } from '../../session/session.ts';
import { newChallenge } from '../consent/challenge.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import { poll } from '../../session/poll.ts';
import { hasFallen, readBalances, readLastBalances } from '../transfer/balance.ts';
import { createBalanceReader, readFirstBalance } from '../transfer/balance-reader.ts';
import type { BalancesAround } from '../transfer/balances-around.ts';
import type { BalanceReadings, TransferPlan } from '../transfer/transfer-plan.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { partIfDone } from '../setup/part-step.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import { findNewestDetail, markSpent, readDetailAfterTransfers, type Sender } from '../sender/sender.ts';
import { isSameAnswer, noteAges, resendWhileNew, sendWhenOld, type NamedInTransfer } from '../transfer/late-acceptance.ts';
import { noteTransfer } from '../transfer/made-transfers.ts';
import { nextToUsual, readTransferScheme } from '../transfer/transfer.ts';
import { buildTransferCall } from '../transfer/transfer-call.ts';
import { pollInvoice, pollStatus, type PolledStatus } from '../transfer/polled-status.ts';

interface Sent {
  /** Decimal text. */
  readonly amount: string;
  readonly reply: Reply;
  readonly sender: Sender;
  readonly correlationId: string;
}

/** A transfer in the query form. */
export interface QueryForm {
  /** A builder should accept it, so every answer is returned. */
  readonly reply: Step<Reply>;
  /** The amount that it answers. */
  readonly amount: Step<string>;
  /** OP-10 of what was accepted. */
  readonly status: Step<PolledStatus>;
  readonly invoice: Step<PolledStatus>;
  /** OP-14 around it, where OP-10 calls it FAILED; money that is held for a while comes back. */
  readonly failedBalances: Step<BalancesAround>;
}

interface QueryFormPlan extends Pick<TransferPlan, 'who' | 'payee' | 'source' | 'follows'> {
  /** The readings behind the transfer before. */
  readonly balances: Step<BalanceReadings>;
}

const createFailedBalancesStep = (
  deps: Dependencies,
  { balances }: QueryFormPlan,
  requested: Step<Sent>,
  status: Step<PolledStatus>,
): Step<BalancesAround> =>
  step('the balance around a FAILED transfer in the query form', async (session) => {
    const { sender } = await session.use(requested);
    if ((await session.use(status)).status !== 'FAILED') throw notApplicable('OP-10 does not call the transfer FAILED');
    if (!balances.isRequested()) throw notApplicable('no balance was read before it');
    const { balances: readings } = await session.use(balances);
    const before = readLastBalances(readings);
    const newest = findNewestDetail(deps, sender);
    if (newest === null) throw notApplicable('no session is at hand to read the balance with');
    const { read, costly } = createBalanceReader(deps, sender, newest);
    const isBack = (reading: Reply): boolean => !hasFallen(before, readBalances(reading));
    const after = await poll(() => read(session), isBack, deps.waits.upTo('refund'), { costly });
    return { before, after: readLastBalances(after) };
  });

/**
 * The service may take the usual amount alone. The code is sent again, since a new one costs an OTP: where code or session are used up, the
 * answer is another one, and says nothing of the form.
 */
async function sendUsual(first: Sent, send: () => Promise<Sent>): Promise<Sent> {
  const usual = await send();
  const was = first.reply;
  const is = usual.reply;
  return isSameAnswer(is, was) || is.code === apiCodes.success ? usual : first;
}

async function consentTo(deps: Dependencies, session: Session, { person }: Sender, scheme: string): Promise<string> {
  if (scheme === 'NONE') return consentHeader.none;
  const { code, state } = await newChallenge(deps, session, person);
  return consentHeader.otp(code, state);
}

/** A session may be known late. Without that wait, the form would be blamed for its refusal (reading 1). */
async function sendOnceOld(deps: Dependencies, session: Session, named: NamedInTransfer, send: Send, renew: () => Promise<Send>) {
  const amount = nextToUsual(deps);
  const first = await send(amount);
  const { answer, usedUp } = await resendWhileNew(deps, session, named, first, () => send(amount));
  if (usedUp === null) return { sent: answer, send };
  let sendNow = send;
  const sendRenewed = async (): Promise<Sent> => {
    sendNow = await renew();
    return sendNow(amount);
  };
  const sent = await sendWhenOld(deps, session, usedUp, answer, sendRenewed, ({ reply }) => isServed(reply));
  return { sent, send: sendNow };
}

type Send = (amount: string) => Promise<Sent>;

const createRequestStep = (deps: Dependencies, { who, payee, source }: QueryFormPlan): Step<Sent> =>
  step('request a transfer in the query form', async (session) => {
    const sender = await session.use(who);
    const named = { sender, payee: await session.use(payee), detail: await readDetailAfterTransfers(deps, session, sender) };
    const { payee: to, detail } = named;
    const paymentSource = await session.use(source);
    await readFirstBalance(deps, session, sender, detail);
    const scheme = schemeAt(await readTransferScheme(session, sender, paymentSource), session.doubt);
    const consented = async (): Promise<Send> => {
      const consent = await consentTo(deps, session, sender, scheme);
      return async (amount) => {
        markSpent(deps, sender);
        const sessionId = detail.fundtransferSessionId(session);
        const values = { sender, order: { amount, payee: to }, sessionId, consent, form: 'query' } as const;
        const { call, correlationId } = buildTransferCall(deps, values);
        const reply = await session.send(requestTransfer, call);
        if (isServed(reply)) noteAges(deps, named, reply);
        noteTransfer(deps, sender, correlationId, reply);
        return { amount, reply, sender, correlationId };
      };
    };
    const { sent, send } = await sendOnceOld(deps, session, named, await consented(), consented);
    return sent.reply.code === apiCodes.validationFailed ? sendUsual(sent, () => send(deps.people.amount)) : sent;
  });

/** Only a service that serves the form can be blamed for what it does with it (readings 13 and 18). */
export const queryFormLeftOpen = (): Stop =>
  notApplicable('OP-9 was not served in the query form in this run, and the document leaves it open');

const createStatusStep = (deps: Dependencies, requested: Step<Sent>): Step<PolledStatus> =>
  step('status of a transfer in the query form', async (session) => {
    const { reply, sender, correlationId } = await session.use(requested);
    if (reply.code !== apiCodes.success) throw queryFormLeftOpen();
    return pollStatus(deps, session, sender, { correlationId });
  });

const createInvoiceStep = (deps: Dependencies, requested: Step<Sent>, status: Step<PolledStatus>): Step<PolledStatus> =>
  step('invoice of a transfer in the query form', async (session) => {
    const { reply, sender } = await session.use(requested);
    const ended = await session.after(status);
    if (reply.code !== apiCodes.success) throw queryFormLeftOpen();
    const invoiceId = usableTextAt(reply, 'result.invoiceId', session.doubt);
    return pollInvoice(deps, session, sender, { invoiceId }, ended.ok ? ended.value.status : '');
  });

export function createQueryForm(deps: Dependencies, plan: QueryFormPlan): QueryForm {
  const { who, payee, source, follows } = plan;
  const requested = createRequestStep(deps, plan);
  const status = createStatusStep(deps, requested);
  const invoice = createInvoiceStep(deps, requested, status);
  const failed = createFailedBalancesStep(deps, plan, requested, status);
  const whole = step('a transfer in the query form', async (session) => {
    skipWhereCodesAreTyped(deps.people);
    await session.afterRequested(follows);
    const { person } = await session.use(who);
    await session.use(payee);
    await session.use(source);
    // The money has moved before balances are compared.
    await deps.inTurn(person, () => session.afterAll([requested, status, invoice, failed]));
  });
  const reply = step('the answer to the query form', async (session) => (await session.use(requested)).reply);
  const amount = step('the amount in the query form', async (session) => (await session.use(requested)).amount);
  const part = partIfDone(whole);
  return {
    reply: part(reply),
    amount: part(amount),
    status: part(status),
    invoice: part(invoice),
    failedBalances: part(failed),
  };
}
