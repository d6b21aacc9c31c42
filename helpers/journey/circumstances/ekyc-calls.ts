import { documentedCall } from '../../../specs/documented-call.ts';
import { senderDetail, senderSecurityScheme } from '../../../specs/operations.ts';
import { sameId } from '../../core/ids.ts';
import { isActive } from '../../judge/facts/beneficiaries.ts';
import { schemeAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { notApplicable } from '../../judge/stop.ts';
import { step, type Step } from '../../session/session.ts';
import { listAccounts } from '../beneficiary/beneficiary.ts';
import { doubtInactive, isListedActive, readUntilShown } from '../beneficiary/lists.ts';
import { createUnlockedRead } from '../calls/closing.ts';
import { sendRefusedCall, type RefusedCallResult } from '../calls/send-refused-call.ts';
import { withConsent } from '../consent/consent.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import { requireFunds } from '../transfer/require-funds.ts';
import { sendTag, type Tag } from '../onboarding/onboarding.ts';
import { keepDetail, type Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail, Listed } from '../setup/detail.ts';
import { requireIdleBalances } from '../transfer/balance.ts';
import type { BalancesAround } from '../transfer/balances-around.ts';
import { createTransferFlow } from '../transfer/transfer-flow.ts';
import type { BalanceReadings, TransferFlow } from '../transfer/transfer-plan.ts';
import type { RightMpin } from './ekyc-mpin.ts';
import { sendBeneficiaryWithWrongCode, sendDetailWithWrongCode, sendUnconsentedTransfer } from './unconsented.ts';

const showsAsBefore =
  (was: Detail) =>
  (is: Detail): boolean =>
    listAccounts(was).every((account) => listAccounts(is).includes(account)) &&
    was.beneficiaries.every((each) => !isActive(each) || isListedActive(is.beneficiaries, each.beneficiaryId));

/** The same sender under the tag that OP-4 gives it now: another tag breaks its own clause. */
export const createTagged = (deps: Dependencies, { onboarding, sender }: CustomerJourney): Step<Sender> =>
  step('a customer tagged again after its eKYC', async (session) => {
    const who = await session.use(sender);
    const { tagId }: Tag = await sendTag(deps, session, onboarding.person);
    const tagged = { ...who, senderId: tagId };
    await session.send(senderSecurityScheme, documentedCall(senderSecurityScheme, 'only', tagged));
    return tagged;
  });

/** OP-6 with a right code, with the MPIN where one is set. Whoever goes on needs no MPIN that the service does not take any more. */
export function createReads(deps: Dependencies, who: Step<Sender>, before: Step<BalanceReadings>) {
  const rightMpin = step('OP-6 with the right MPIN after an eKYC', async (session): Promise<RightMpin> => {
    const sender = await session.use(who);
    const replies: Reply[] = [];
    const send = async (consent: string): Promise<Reply> => {
      const reply = await session.send(senderDetail, documentedCall(senderDetail, 'only', { ...sender, consent }));
      replies.push(reply);
      return reply;
    };
    try {
      const reply = await withConsent(deps, session, sender.person, sender.scheme, senderDetail, send);
      return { reply, detail: keepDetail(deps, sender, reply) };
    } catch (error) {
      const reply = replies.at(-1);
      if (reply === undefined) throw error;
      return { reply, detail: null };
    }
  });
  const read = step('the sender after its eKYC', async (session) => {
    const sender = await session.use(who);
    const { detail: first } = await session.use(rightMpin);
    if (first === null) deps.memory.of(sender.person).needsMpin = false;
    const detail = first ?? (await session.use(createUnlockedRead(deps, sender)));
    const isSame = showsAsBefore((await session.use(before)).detail);
    return isSame(detail) ? detail : readUntilShown(deps, session, sender, isSame);
  });
  return { rightMpin, read };
}

export function createRefused(deps: Dependencies, who: Step<Sender>, before: Step<BalanceReadings>) {
  const refusedRead = (name: string, consent: { readonly consent?: string }): Step<RefusedCallResult> =>
    step(`OP-6 ${name} after an eKYC`, async (session) => {
      const sender = await session.use(who);
      if (sender.scheme === 'NONE') throw notApplicable('the scheme asks for no verification');
      return sendRefusedCall({ deps, sender }, session, senderDetail, documentedCall(senderDetail, 'only', { ...sender, ...consent }));
    });
  return {
    none: refusedRead('with NONE', { consent: consentHeader.none }),
    missing: refusedRead('without a consent', {}),
    wrongCode: step('OP-6 with a wrong code after an eKYC', async (session) =>
      sendDetailWithWrongCode(deps, session, await session.use(who)),
    ),
    beneficiary: step('OP-7 with a wrong code after an eKYC', async (session) => {
      const accountNo = deps.people.accounts.lend(listAccounts((await session.use(before)).detail), 0);
      return sendBeneficiaryWithWrongCode(deps, session, await session.use(who), accountNo);
    }),
  };
}

/** The same beneficiary as before. What the list says of it now has clauses of its own. */
export const createPayee = ({ beneficiaries: own }: CustomerJourney, read: Step<Detail>): Step<Listed> =>
  step('a beneficiary to pay after an eKYC', async (session) => {
    const payee = await session.use(own.payee);
    const { beneficiaries } = await session.use(read);
    const shown = beneficiaries.find(({ beneficiaryId }) => sameId(beneficiaryId, payee.beneficiaryId));
    if (shown === undefined) session.doubt('OP7-LISTED-AS-SENT');
    doubtInactive(session, shown);
    return payee;
  });

interface After {
  readonly who: Step<Sender>;
  readonly payee: Step<Listed>;
}

export const createFlow = (deps: Dependencies, { source }: CustomerJourney, after: After): TransferFlow =>
  createTransferFlow(deps, {
    ...after,
    source,
    name: 'a transfer after an eKYC',
    amount: requireFunds(deps.people.amount, 'the sender whose eKYC was asked for'),
    compared: true,
    sessions: 'at-hand',
    follows: [],
  });

/** OP-9 with `NONE`, where the same sender was just served with a code. */
export const createUnconsented = (deps: Dependencies, flow: TransferFlow, { who, payee: to }: After): Step<RefusedCallResult> =>
  step('OP-9 with NONE after an eKYC', async (session) => {
    const sender = await session.use(who);
    const { amount } = await session.use(flow.requested);
    const payee = await session.use(to);
    const scheme = schemeAt(await session.use(flow.scheme), session.doubt);
    return deps.inTurn(sender.person, () => sendUnconsentedTransfer(deps, session, { sender, scheme, amount, payee }));
  });

export const createBalances = (before: Step<BalanceReadings>, { before: behind }: TransferFlow): Step<BalancesAround> =>
  step('the balance around an eKYC', async (session) => ({
    before: requireIdleBalances((await session.use(before)).balances),
    after: requireIdleBalances((await session.use(behind)).balances),
  }));
