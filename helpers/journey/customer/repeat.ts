import { apiCodes } from '../../../specs/codes.ts';
import { documentedCall } from '../../../specs/documented-call.ts';
import { requestTransfer, transactionStatus } from '../../../specs/operations.ts';
import { sameId } from '../../core/ids.ts';
import { idAt, schemeAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { notApplicable } from '../../judge/stop.ts';
import { step, type Step } from '../../session/session.ts';
import { createBalancesAgain, createBalancesAround, type BalancesAround } from '../transfer/balances-around.ts';
import type { TransferFlow, TransferPlan } from '../transfer/transfer-plan.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { partIfDone } from '../setup/part-step.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import { readDetailToPayWith, markSpent } from '../sender/sender.ts';
import { noteTransfer } from '../transfer/made-transfers.ts';
import { followTransfer } from '../transfer/polled-status.ts';
import type { Requested } from '../transfer/transfer.ts';
import { prepareTransfer } from '../transfer/transfer-call.ts';

export interface Repeated {
  readonly first: Requested;
  readonly again: Reply;
  readonly status: Reply;
}

/** The same request once more, and the balance around it. */
export interface Repeat {
  readonly sent: Step<Repeated>;
  readonly balances: Step<BalancesAround>;
  /** A further repetition with the same answer, before a check accuses (reading 17). */
  readonly balancesAgain: Step<BalancesAround>;
}

type RepeatPlan = Pick<TransferPlan, 'who' | 'payee' | 'follows'>;

/** With a new consent (reading 20). */
const createSentStep = (deps: Dependencies, usual: TransferFlow, { who, payee }: RepeatPlan, name: string): Step<Repeated> =>
  step(name, async (session) => {
    const sender = await session.use(who);
    const to = await session.use(payee);
    const first = await session.use(usual.requested);
    const scheme = schemeAt(await session.use(usual.scheme), session.doubt);
    const detail = await readDetailToPayWith(deps, session, sender);
    const { correlationId, amount } = first;
    const order = { amount, payee: to };
    const { call } = await prepareTransfer(deps, session, { sender, detail, scheme, order, correlationId });
    markSpent(deps, sender);
    // Nothing says that it is served again, so a refusal is judged as one.
    const again = await session.probe(requestTransfer, call);
    noteTransfer(deps, sender, correlationId, again);
    if (again.code === apiCodes.success) await followTransfer(deps, session, sender, { accepted: again, correlationId });
    const looked = documentedCall(transactionStatus, 'only', { ...sender, correlationId });
    return { first, again, status: await session.send(transactionStatus, looked) };
  });

/** The first transfer once more: OP-9 answers with its invoice. */
export const isFirstInvoice = ({ first, again }: Repeated): boolean =>
  again.code === apiCodes.success && sameId(idAt(again, 'result.invoiceId') ?? '', first.invoiceId);

/** A second invoice has a price of its own, so then no balance says anything. */
const createBalancesAgainStep = (deps: Dependencies, who: RepeatPlan['who'], sent: Step<Repeated>): Step<BalancesAround> => {
  const compared = createBalancesAgain(deps, { name: sent.name, who, sent });
  return step(compared.name, async (session) => {
    const around = await session.use(compared);
    const repeated = await session.use(sent);
    if (repeated.again.code === apiCodes.success && !isFirstInvoice(repeated)) throw notApplicable('OP-9 gave a second invoice');
    return around;
  });
};

export function createRepeat(deps: Dependencies, usual: TransferFlow, plan: RepeatPlan): Repeat {
  const { who, payee, follows } = plan;
  const sent = createSentStep(deps, usual, plan, 'a transfer asked for again');
  const detail = step('sessions for a transfer asked for again', async (session) =>
    readDetailToPayWith(deps, session, await session.use(who)),
  );
  const { first, around } = createBalancesAround(deps, { name: sent.name, who, detail, sent });
  const whole = step(sent.name, async (session) => {
    skipWhereCodesAreTyped(deps.people);
    const { person } = await session.use(who);
    await session.use(payee);
    await session.use(usual.requested);
    await session.use(usual.scheme);
    await session.afterRequested(follows);
    await deps.inTurn(person, () => session.afterAll([first, sent, around]));
  });
  const part = partIfDone(whole);
  return {
    sent: part(sent),
    balances: part(around),
    balancesAgain: createBalancesAgainStep(deps, who, createSentStep(deps, usual, plan, 'a transfer asked for a third time')),
  };
}
