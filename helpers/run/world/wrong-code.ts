import { addBeneficiary, requestTransfer, senderDetail, setMpin, tagUser } from '../../../specs/operations.ts';
import type { OperationId } from '../../../specs/operation.ts';
import type { Reply } from '../../judge/reply.ts';
import { notApplicable } from '../../judge/stop.ts';
import type { Session } from '../session.ts';
import { step, type Step } from '../step.ts';
import { accountsOf, balanceReader, idleAccounts, type Accounts } from './balance.ts';
import { newChallenge } from './challenge.ts';
import { consentOf } from './consent.ts';
import type { Kit } from './kit.ts';
import type { Onboarding } from './onboarding.ts';
import type { Person } from './person.ts';
import { readDetail, type Detail, type Sender } from './sender.ts';
import type { Story } from './story.ts';
import { transferPayload } from './transfer.ts';

/** A call with a wrong code, and what it may not have changed. */
export interface WrongTransfer {
  readonly reply: Reply;
  readonly before: Accounts;
  readonly after: Accounts;
}

export interface WrongBeneficiary {
  readonly reply: Reply;
  readonly accountNo: string;
  readonly after: Detail;
}

export interface WrongCodes {
  readonly replies: ReadonlyMap<OperationId, Step<Reply>>;
  readonly transfer: Step<WrongTransfer>;
  readonly beneficiary: Step<WrongBeneficiary>;
}

/** A code of the same form that is not the right one. */
const wrongOf = (code: string): string => code.slice(0, -1) + String((Number(code.at(-1)) + 1) % 10);

/** A fresh challenge, answered wrongly. Real senders get locked, so a sender gets few of these, and at its end. */
async function wrongConsent(
  kit: Kit,
  session: Session,
  person: Person,
): Promise<{ readonly otp: string; readonly state: string; readonly consent: string }> {
  const { code, state } = await newChallenge(kit, session, person);
  const otp = wrongOf(code);
  return { otp, state, consent: consentOf(kit, person, otp, state) };
}

/** What asks for no code cannot be answered with a wrong one. */
function mustAskForCode({ scheme }: Sender): void {
  if (scheme === 'NONE') throw notApplicable('the scheme asks for no verification');
}

interface Roles {
  readonly customer: Story;
  readonly newcomer: Story;
  /** Tagged for nothing else, unless spare mobiles are few. */
  readonly careless: { readonly onboarding: Onboarding; readonly sender: Step<Sender> };
  readonly mpinSender: Step<Sender>;
  readonly carelessIsNewcomer: boolean;
  /** The last things told of each, behind which wrong codes come. */
  readonly ends: Readonly<Record<'customer' | 'newcomer' | 'mpinSender', readonly Step<unknown>[]>>;
}

export function wrongCodesOf(kit: Kit, { customer, newcomer, careless, mpinSender, carelessIsNewcomer, ends }: Roles): WrongCodes {
  const behind = async (session: Session, last: readonly Step<unknown>[]): Promise<void> => {
    for (const each of last) await session.after(each);
  };
  const tag = step('OP-4 with a wrong code', async (session) => {
    const { person, tag: first } = careless.onboarding;
    if (carelessIsNewcomer) await behind(session, [beneficiary]);
    await session.use(first);
    const path = { userType: person.userType, mobile: person.mobile };
    return kit.inTurn(person, async () => {
      const { consent } = await wrongConsent(kit, session, person);
      return session.probe(tagUser, { path, consent, wrongCode: true });
    });
  });
  const detail = step('OP-6 with a wrong code', async (session) => {
    const sender = await session.use(careless.sender);
    mustAskForCode(sender);
    await behind(session, [tag]);
    const { person, senderId, subAgentTagId } = sender;
    return kit.inTurn(person, async () => {
      const { consent } = await wrongConsent(kit, session, person);
      return session.probe(senderDetail, { path: { senderId }, query: { subAgentTagId }, consent, wrongCode: true });
    });
  });
  const mpin = step('OP-12 with a wrong code', async (session) => {
    const { person, senderId, subAgentTagId } = await session.use(mpinSender);
    await behind(session, ends.mpinSender);
    return kit.inTurn(person, async () => {
      const { otp, state } = await wrongConsent(kit, session, person);
      const payload = { mpin: kit.people.mpin ?? '0000', otp, state };
      return session.probe(setMpin, { path: { senderId }, query: { subAgentTagId }, payload, wrongCode: true });
    });
  });
  const beneficiary = step('OP-7 with a wrong code', async (session) => {
    const sender = await session.use(newcomer.sender);
    mustAskForCode(sender);
    await behind(session, ends.newcomer);
    const { person, senderId, subAgentTagId } = sender;
    return kit.inTurn(person, async () => {
      const { ifscCode, name } = kit.people.beneficiary;
      const accountNo = kit.people.newAccount();
      const { consent } = await wrongConsent(kit, session, person);
      const call = { path: { senderId }, query: { subAgentTagId }, consent, payload: { accountNo, ifscCode, name }, wrongCode: true };
      const reply = await session.probe(addBeneficiary, call);
      return { reply, accountNo, after: await readDetail(kit, session, sender) };
    });
  });
  const transfer = step('OP-9 with a wrong code', async (session) => {
    const sender = await session.use(customer.sender);
    mustAskForCode(sender);
    const payee = await session.use(customer.beneficiaries.payee);
    await behind(session, ends.customer);
    const { person, subAgentTagId } = sender;
    return kit.inTurn(person, async () => {
      const reader = balanceReader(kit, sender, await readDetail(kit, session, sender));
      const before = idleAccounts([await reader.read(session), await reader.read(session)]);
      const path = { sessionId: reader.detail().fundtransferSessionId(session) };
      const payload = transferPayload(kit, sender, { amount: kit.people.amount, payee });
      const { consent } = await wrongConsent(kit, session, person);
      const reply = await session.probe(requestTransfer, { path, query: { subAgentTagId }, consent, payload, wrongCode: true });
      return { reply, before, after: accountsOf(await reader.read(session)) };
    });
  });
  const replyOf = (of: Step<{ readonly reply: Reply }>): Step<Reply> => step(of.name, async (session) => (await session.use(of)).reply);
  const replies = new Map<OperationId, Step<Reply>>([
    ['OP-4', tag],
    ['OP-6', detail],
    ['OP-7', replyOf(beneficiary)],
    ['OP-9', replyOf(transfer)],
    ['OP-12', mpin],
  ]);
  return { replies, transfer, beneficiary };
}
