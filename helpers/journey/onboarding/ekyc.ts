import { documentedCall, type DocumentedCall } from '../../../specs/documented-call.ts';
import { ekycOnboarding } from '../../../specs/operations.ts';
import type { Reply } from '../../judge/reply.ts';
import { apiCodes } from '../../../specs/codes.ts';
import { mustServe } from '../../judge/served.ts';
import { untried } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import type { UserType } from '../../callback/own-callbacks.ts';
import { askOnboardingStatus, isNewAnswer, isOldUser, type Onboarding } from './onboarding.ts';

/** The fields of OP-16 that only a sub-agent fills; visibly artificial. */
export const subAgentFields = { fatherName: 'Artificial Father', gstInNumber: '22AAAAA0000A1Z5', pan: 'AAAAA0000A' };

export const ekycNames = { subAgent: 'Artificial Agent', customer: 'Artificial Customer' } as const;

export const buildEkycCall = (mobile: string, subAgentTag: string): DocumentedCall =>
  documentedCall(ekycOnboarding, 'customer', {
    name: ekycNames.customer,
    mobile: Number(mobile),
    email: 'customer@dmt-conformance.example',
    subAgentTag,
  });

export interface Ekyc {
  readonly subAgent: Step<Reply>;
  readonly customer: Step<Reply>;
}

const buildSubAgentCall = (mobile: string): DocumentedCall =>
  documentedCall(ekycOnboarding, 'subAgent', {
    name: ekycNames.subAgent,
    mobile: Number(mobile),
    email: 'agent@dmt-conformance.example',
    ...subAgentFields,
  });

export interface EkycMobiles {
  readonly subAgent: string;
  readonly customer: string;
  /** A mobile without a tag of this run. Throws where there is none. */
  readonly fresh: Readonly<Record<UserType, (session: Session) => Promise<string>>>;
}

const isTaggedRefusal = ({ status, code }: Reply): boolean => status === 200 && code === apiCodes.validationFailed;

/** A mobile may be tagged since another run. OP-1 shows that it is not, where it calls a tagged user old. */
async function mustBeFresh(session: Session, userType: UserType, { tagged, fresh }: Record<'tagged' | 'fresh', string>): Promise<void> {
  const isKnown = isOldUser(await askOnboardingStatus(session, { userType, mobile: tagged }));
  if (isKnown && isNewAnswer(await askOnboardingStatus(session, { userType, mobile: fresh }))) return;
  throw untried('OP-16 refuses tagged users, and OP-1 shows no spare mobile to be untagged (DMT_SPARE_MOBILES)', 'configuration');
}

/** A user who is tagged may be refused, where a fresh one is served (reading 1). */
async function requestEkyc(
  session: Session,
  userType: UserType,
  mobiles: EkycMobiles,
  build: (mobile: string) => DocumentedCall,
): Promise<Reply> {
  const reply = await session.send(ekycOnboarding, build(mobiles[userType]));
  if (!isTaggedRefusal(reply)) return mustServe(reply);
  const fresh = await mobiles.fresh[userType](session);
  const again = await session.send(ekycOnboarding, build(fresh));
  if (isTaggedRefusal(again)) await mustBeFresh(session, userType, { tagged: mobiles[userType], fresh });
  mustServe(again);
  session.observe('OP-16 refuses a mobile that is tagged, and serves a fresh one');
  return again;
}

interface EkycPlan {
  readonly open: Step<void>;
  readonly subAgent: Onboarding;
  readonly mobiles: EkycMobiles;
  /** What shows the customer before OP-16. */
  readonly follows: () => readonly Step<unknown>[];
}

/** OP-16 in both variants, with their empty strings (reading 1). */
export function createEkyc({ open, subAgent, mobiles, follows }: EkycPlan): Ekyc {
  return {
    subAgent: step('eKYC request for a sub-agent', async (session) => {
      await session.use(open);
      // Both are asked for together: a process may end by itself a moment later.
      await session.afterRequested(follows());
      return requestEkyc(session, 'subAgent', mobiles, buildSubAgentCall);
    }),
    customer: step('eKYC request for a customer', async (session) => {
      const subAgentTag = await session.use(subAgent.tagId);
      await session.afterRequested(follows());
      return requestEkyc(session, 'customer', mobiles, (mobile) => buildEkycCall(mobile, subAgentTag));
    }),
  };
}
