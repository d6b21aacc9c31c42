import { senderDetail, senderSecurityScheme } from '../../../specs/operations.ts';
import { usable, valueAt } from '../../judge/fields.ts';
import { member, type Reply } from '../../judge/reply.ts';
import { mustServe } from '../../judge/served.ts';
import type { Session } from '../session.ts';
import { step, type Step } from '../step.ts';
import { withConsent } from './consent.ts';
import type { Kit } from './kit.ts';
import type { Onboarding } from './onboarding.ts';
import type { Person } from './person.ts';

/** A tagged customer, with the ids that every sender call carries. */
export interface Sender {
  readonly person: Person;
  readonly senderId: string;
  readonly subAgentTagId: string;
  /** What OP-5 asks for. */
  readonly scheme: string;
}

/** One OP-6 answer; sessions may be good for one use, or only the newest (reading 13). */
export interface Detail {
  readonly reply: Reply;
  readonly fundtransferSessionId: (session: Session) => string;
  readonly getBalanceSessionId: (session: Session) => string;
  readonly beneficiaries: readonly Listed[];
}

/** A beneficiary as OP-6 lists it, read leniently: the schema judges the types. */
export interface Listed {
  readonly index: number;
  readonly beneficiaryId: string;
  readonly accountNumber: string;
  readonly active: boolean;
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function listed(reply: Reply): Listed[] {
  const beneficiaries = valueAt(reply, 'result.beneficiaries');
  if (!Array.isArray(beneficiaries)) return [];
  return beneficiaries.map((each: unknown, index) => ({
    index,
    beneficiaryId: text(member(each, 'beneficiaryId')),
    accountNumber: text(member(each, 'accountNumber')),
    active: String(member(each, 'status')) === 'true',
  }));
}

/** OP-6 with a fresh challenge. Call it in the sender's turn. */
export async function readDetail(kit: Kit, session: Session, sender: Sender): Promise<Detail> {
  const { person, senderId, subAgentTagId, scheme } = sender;
  const reply = await withConsent(kit, session, person, scheme, (consent) =>
    session.send(senderDetail, { path: { senderId }, query: { subAgentTagId }, consent }),
  );
  return {
    reply,
    fundtransferSessionId: (asking) => usable(reply, 'result.sessionId.fundtransferSessionId', asking.doubt),
    getBalanceSessionId: (asking) => usable(reply, 'result.sessionId.getBalanceSessionId', asking.doubt),
    beneficiaries: listed(reply),
  };
}

/** OP-5 of a customer tagged under the sub-agent. */
export function asSender(onboarding: Onboarding, subAgent: Onboarding): { readonly scheme: Step<Reply>; readonly sender: Step<Sender> } {
  const { person } = onboarding;
  const scheme = step(`security scheme of the ${person.role}`, async (session) => {
    const { tagId: senderId } = await session.use(onboarding.tag);
    const { tagId: subAgentTagId } = await session.use(subAgent.tag);
    return mustServe(await session.send(senderSecurityScheme, { path: { senderId }, query: { subAgentTagId } }));
  });
  const sender = step(`the ${person.role} as a sender`, async (session) => {
    const reply = await session.use(scheme);
    return {
      person,
      senderId: (await session.use(onboarding.tag)).tagId,
      subAgentTagId: (await session.use(subAgent.tag)).tagId,
      scheme: usable(reply, 'result.scheme', session.doubt),
    };
  });
  return { scheme, sender };
}
