import { documentedCall } from '../../../specs/documented-call.ts';
import type { Operation } from '../../../specs/operation.ts';
import { addBeneficiary, requestTransfer, tagUser } from '../../../specs/operations.ts';
import { usableTextAt, schemeAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { mustServe } from '../../judge/served.ts';
import type { Call } from '../../client/http/call.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { sendRefusedCall, type RefusedCallResult } from '../calls/send-refused-call.ts';
import { spareFromLock } from '../calls/closing.ts';
import { withNewId } from '../calls/edit-call.ts';
import { assumeListed } from '../beneficiary/beneficiary.ts';
import { activate, explainRefusedAccount } from '../beneficiary/changes.ts';
import { mustAskForConsent } from '../consent/consent.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { answerChallenge, createServed, type SendServed } from './right-mpin.ts';
import type { MpinAccounts } from './mpin-accounts.ts';
import { createOnceMore } from './mpin-wrong-codes.ts';
import { createBalancesAgain, createBalancesAround, type BalancesAround } from '../transfer/balances-around.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import { pauseWhileNew } from '../transfer/late-acceptance.ts';
import { mustHavePaid } from '../transfer/made-transfers.ts';
import { buildTagCall, createBehind, createQueryForm, createSameCode, replyOf, type BuildCall, type Tried } from './behind-wrong-mpin.ts';
import type { MpinForm } from '../../consent/consent-header.ts';
import { markOutdated, markSpent, readUnspentDetail, type Sender } from '../sender/sender.ts';
import type { Detail, Listed } from '../setup/detail.ts';
import type { WrongCodeName } from '../setup/wrong-code-budget.ts';
import { readTransferScheme } from '../transfer/transfer.ts';
import { buildTransferCall } from '../transfer/transfer-call.ts';

/** A right OTP with a wrong MPIN, on the operations that change something. */
export interface WrongMpin {
  readonly replies: ReadonlyMap<string, Step<Reply>>;
  /** OP-4 with a right code, and OP-5 behind it, once an MPIN is set. */
  readonly tagAgain: Step<Reply>;
  readonly schemeAgain: Step<Reply>;
  /** OP-6 behind an OP-7 with a wrong MPIN. */
  readonly listed: Step<Detail>;
  /** OP-9 with the right MPIN, before a check accuses: if this is refused too, the sender lacks funds or limits. */
  readonly paid: Step<Reply>;
  /** Around OP-9 with a wrong MPIN. */
  readonly balances: Step<BalancesAround>;
  readonly balancesAgain: Step<BalancesAround>;
  /** OP-9 with a wrong MPIN under a new session, before a check accuses: the first one may have ended by itself. */
  readonly transferAgain: Step<Reply>;
  /** OP-9 with the right MPIN and no code. */
  readonly alone: Step<RefusedCallResult>;
  /** OP-7 with the right MPIN, after an OP-12 with a wrong code. */
  readonly stillRight: Step<Listed>;
  /**
   * The order of all steps, with calls that have a wrong code.
   * Never more than two wrong codes come in a row, because real senders get locked.
   */
  readonly order: (wrongCodes: readonly Step<unknown>[]) => readonly Step<unknown>[];
}

interface WrongMpinPlan {
  readonly who: Step<Sender>;
  /** The form in which the service took the right MPIN (reading 14). */
  readonly form: Step<MpinForm>;
  /** Whether a code serves after a try with a wrong MPIN. */
  readonly codeSurvives: Step<boolean>;
  readonly mpin: { readonly right: () => string; readonly wrong: () => string };
  readonly accounts: Step<MpinAccounts>;
  /** OP-9 was served in the query form. */
  readonly queryForm: Step<unknown>;
  /** The usual transfer. */
  readonly usual: Step<unknown>;
}

const buildBeneficiaryCall = (deps: Dependencies, sender: Sender, accountNo: string): Call =>
  documentedCall(addBeneficiary, 'only', { ...sender, ...deps.people.beneficiary, accountNo });

const createBalances = (deps: Dependencies, who: Step<Sender>, sent: Step<unknown>) =>
  createBalancesAround(deps, {
    name: 'OP-9 with a wrong MPIN',
    who,
    detail: step('sessions of the MPIN sender', async (session) => {
      skipWhereCodesAreTyped(deps.people);
      return readUnspentDetail(deps, session, await session.use(who));
    }),
    sent,
  });

interface MpinPayeePlan extends Pick<WrongMpinPlan, 'who' | 'accounts'> {
  readonly sendServed: SendServed;
}

const createMpinPayee = (deps: Dependencies, { who, accounts, sendServed }: MpinPayeePlan): Step<Listed> =>
  step('a beneficiary of the MPIN sender', async (session) => {
    const sender = await session.use(who);
    markOutdated(deps, sender);
    const account = (await session.use(accounts)).paid();
    const added = await sendServed(session, addBeneficiary, () => buildBeneficiaryCall(deps, sender, account)).catch(
      async (error: unknown) => {
        throw await explainRefusedAccount(deps, session, sender, error);
      },
    );
    const id = usableTextAt(added, 'result.beneficiaryId', session.doubt);
    mustServe(await activate(deps, session, sender, id));
    return assumeListed(id);
  });

interface MpinAlonePlan {
  readonly who: Step<Sender>;
  readonly plain: Step<Call>;
  readonly mpin: () => string;
  readonly paid: Step<unknown>;
}

const createMpinAlone = (deps: Dependencies, { who, plain, mpin, paid }: MpinAlonePlan): Step<RefusedCallResult> =>
  step('OP-9 with the MPIN alone', async (session) => {
    await mustHavePaid(deps, session, paid);
    const call = await session.use(plain);
    const sender = await session.use(who);
    return sendRefusedCall({ deps, sender }, session, requestTransfer, { ...withNewId(deps, call), consent: `MPIN ${mpin()}` });
  });

const createTransferCall =
  (deps: Dependencies, payee: Step<Listed>): BuildCall =>
  async (session, sender) => {
    const { amount, paymentSource } = deps.people;
    const order = { amount, payee: await session.use(payee) };
    mustAskForConsent(schemeAt(await readTransferScheme(session, sender, paymentSource), session.doubt));
    const detail = await readUnspentDetail(deps, session, sender);
    await pauseWhileNew(deps, { sender, detail, payee: order.payee });
    markSpent(deps, sender);
    return buildTransferCall(deps, { sender, order, sessionId: detail.fundtransferSessionId(session) }).call;
  };

export function createWrongMpin(deps: Dependencies, plan: WrongMpinPlan): WrongMpin {
  const { who, form, codeSurvives, mpin, accounts, usual } = plan;
  const answer = (session: Session, sender: Sender, value: string) => answerChallenge(deps, session, sender, form, value);
  const createWrongStep = (operation: Operation, name: WrongCodeName, callOf: BuildCall): Step<Tried> =>
    step(`${operation.id} with a wrong MPIN`, async (session) => {
      const sender = await session.use(who);
      deps.wrongCodeBudget.take(name);
      await spareFromLock(deps, session, sender.person);
      const call = await callOf(session, sender);
      const { consent, challenge } = await answer(session, sender, mpin.wrong());
      const reply = await session.probe(operation, { ...call, consent, wrongCode: sender.person.mobile });
      // The OTP was right, so the transfer with the right MPIN tries it first.
      if (operation.id === requestTransfer.id) deps.memory.of(sender.person).leftOver = challenge;
      return { reply, challenge };
    });
  const sendServed = createServed(deps, plan);
  const tag = createWrongStep(tagUser, 'wrong-mpin-OP-4', buildTagCall);
  const refused = createWrongStep(addBeneficiary, 'wrong-mpin-OP-7', async (session, sender) =>
    buildBeneficiaryCall(deps, sender, (await session.use(accounts)).wrongMpin()),
  );
  const payee = createMpinPayee(deps, { who, accounts, sendServed });
  const transferCall = createTransferCall(deps, payee);
  const plain = step('a transfer of the MPIN sender', async (session) => {
    // It shows how long a beneficiary and a session are new to OP-9.
    await session.afterRequested([usual]);
    return transferCall(session, await session.use(who));
  });
  const transfer = createWrongStep(requestTransfer, 'wrong-mpin-OP-9', (session) => session.use(plain));
  const sendWithSameCode = createSameCode({ who, form, codeSurvives, mpin: mpin.right });
  const behind = createBehind(deps, { who, sendWithSameCode, tag, refused, payee });
  const query = createQueryForm(deps, { served: plan.queryForm, who, form, codeSurvives, plain, transfer, mpin: mpin.wrong, answer });
  const alone = createMpinAlone(deps, { who, plain, mpin: mpin.right, paid: usual });
  const { first, around } = createBalances(deps, who, transfer);
  const transferAgain = createWrongStep(requestTransfer, 'wrong-mpin-OP-9', transferCall);
  const paid = step('OP-9 with the right MPIN', async (session) => {
    const { person } = await session.use(who);
    return deps.inTurn(person, () => sendServed(session, requestTransfer, transferCall));
  });
  return {
    replies: new Map([
      ['OP-4', replyOf(tag)],
      ['OP-7', replyOf(refused)],
      ['OP-9', replyOf(transfer)],
      ['OP-9-query', replyOf(query)],
    ]),
    ...behind,
    paid,
    balances: around,
    balancesAgain: createBalancesAgain(deps, { name: 'OP-9 with a wrong MPIN', who, sent: transferAgain }),
    transferAgain: createOnceMore(deps, who, replyOf(transferAgain), transfer),
    stillRight: payee,
    alone,
    order: (wrongCodes) => {
      const { tagAgain, schemeAgain, listed } = behind;
      return [tag, tagAgain, schemeAgain, ...wrongCodes, payee, refused, listed, first, transfer, around, query, alone];
    },
  };
}
