import { requestTransfer } from '../../../specs/operations.ts';
import { parseRequestBody } from '../../core/exchange.ts';
import { member } from '../../core/json.ts';
import type { Reply } from '../../judge/reply.ts';
import { notApplicable } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { isListedActive } from '../beneficiary/lists.ts';
import { plainCall } from '../calls/plain-calls.ts';
import { type RefusalContext, mustBeSpare } from '../calls/refusal-context.ts';
import { withFields } from '../calls/edit-call.ts';
import { createBalancesAgain, createBalancesAround, type BalancesAround } from '../transfer/balances-around.ts';
import { mustAskForConsent } from '../consent/consent.ts';
import { mustServeQueryForm } from './query-form-calls.ts';
import { mistakes, withWrongOtp } from '../calls/wrong-otp.ts';
import { leastAmount, mostAmount, newAmount } from './wrong-values.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { findNewestDetail, readDetail } from '../sender/sender.ts';
import type { Detail } from '../setup/detail.ts';
import { pauseWhileNew } from '../transfer/late-acceptance.ts';
import type { TransferForm } from '../transfer/transfer-call.ts';

/** A wrong code is wrong for a small and for a large amount. Both may have been paid a moment before, and be refused as a repetition. */
const firstAmounts = { path: mostAmount, query: leastAmount } as const;

const inPath = { name: 'wrong-otp-OP-9', mistake: mistakes.last } as const;
const inQuery = { name: 'wrong-otp-OP-9-query', mistake: mistakes.older } as const;

export const wrongOtpOf = (form: TransferForm): typeof inPath | typeof inQuery => (form === 'query' ? inQuery : inPath);

/** A transfer with a wrong code, and the balance around it. It comes after all other refused calls of its sender. */
export interface WrongTransfer {
  readonly reply: Step<Reply>;
  /** The same with another amount, before a check accuses: a new one, or the one that the query form was served with. */
  readonly again: Step<Reply>;
  /** The same sender with a right code. */
  readonly control: Step<unknown>;
  readonly balances: Step<BalancesAround>;
  readonly balancesAgain: Step<BalancesAround>;
  readonly order: readonly Step<unknown>[];
}

interface WrongTransferPlan {
  readonly name: string;
  readonly context: Step<RefusalContext>;
  /** With the newest sessions. */
  readonly newest: Step<Detail>;
  readonly form: TransferForm;
  readonly queryForm: Step<Reply>;
}

export function createWrongTransfer(
  deps: Dependencies,
  { name, context, newest: detail, form, queryForm }: WrongTransferPlan,
): WrongTransfer {
  const send = async (session: Session, chooseAmount: (deps: Dependencies) => number): Promise<Reply> => {
    const at = await session.use(context);
    mustAskForConsent(at.transferScheme);
    if (form === 'query') await mustServeQueryForm(session, queryForm);
    // A configured person gets two wrong codes a day (decision 27): the path form needs one, and one to repeat it.
    if (form === 'query') await mustBeSpare(session, at, 'a wrong code in the query form');
    const newest = findNewestDetail(deps, at.sender) ?? at.openingDetail;
    const payee = await session.use(at.payee);
    // An unknown or inactive beneficiary may be refused before the code is read.
    if (!isListedActive(newest.beneficiaries, payee.beneficiaryId))
      throw notApplicable('OP-6 lists no active beneficiary for a transfer with a wrong code');
    const call = withFields(await plainCall(at, requestTransfer, session, { form }), { amount: chooseAmount(deps) });
    await pauseWhileNew(deps, { sender: at.sender, detail: newest, payee });
    return withWrongOtp(deps, session, at.sender.person, wrongOtpOf(form), ({ consent }) =>
      session.probe(requestTransfer, { ...call, consent, wrongCode: at.sender.person.mobile }),
    );
  };
  const reply = step(`OP-9 with a wrong code after ${name}`, (session) => send(session, firstAmounts[form]));
  const who = step(`whose code is wrong after ${name}`, async (session) => (await session.use(context)).sender);
  const { first, around } = createBalancesAround(deps, { name: `a wrong code after ${name}`, who, detail, sent: reply });
  const control = step(`a right code after a wrong one (${name})`, async (session) => {
    const { sender } = await session.use(context);
    return deps.inTurn(sender.person, () => readDetail(deps, session, sender));
  });
  const again = step(`OP-9 with a wrong code after ${name}, once more`, async (session) => {
    if (form === 'path') return send(session, newAmount);
    const served = await mustServeQueryForm(session, queryForm);
    return send(session, () => Number(member(parseRequestBody(served.exchange), 'amount')));
  });
  const balancesAgain = createBalancesAgain(deps, { name: `a wrong code after ${name}`, who, sent: again });
  // The first one may have met a session that had ended by itself.
  const afresh = step(`${again.name}, under a new session`, async (session) => {
    const { sender } = await session.use(context);
    return deps.inTurn(sender.person, async () => {
      await readDetail(deps, session, sender);
      return session.use(again);
    });
  });
  return { reply, again: afresh, control, balances: around, balancesAgain, order: [first, reply, around] };
}
