import { documentedCall } from '../../../specs/documented-call.ts';
import { senderSecurityScheme } from '../../../specs/operations.ts';
import { schemeAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { isListedRefusal } from '../../judge/served.ts';
import { isViolationOf } from '../../judge/stop.ts';
import { lastReading, poll } from '../../session/poll.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { moment } from '../../session/waits.ts';
import { mustServeConfigured } from '../onboarding/configured-ids.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import type { Sender } from './sender.ts';

/** Where OP-5 is not served, the OTP of the typical order is tried, as where it names no scheme. */
export async function useScheme(session: Session, scheme: Step<Reply>): Promise<string> {
  const done = await session.after(scheme);
  if (done.ok) return schemeAt(done.value, session.doubt);
  if (!isViolationOf(done.error, 'OP5-SERVED')) return schemeAt(await session.use(scheme), session.doubt);
  session.doubt('OP5-SERVED');
  return 'OTP';
}

/** OP-5 costs nothing. Where another part of the service has just tagged the user, it may know the tag a moment later (reading 1). */
export async function readScheme(session: Session, ids: Pick<Sender, 'senderId' | 'subAgentTagId'>): Promise<Reply> {
  const call = documentedCall(senderSecurityScheme, 'only', ids);
  const read = (): Promise<Reply> => session.send(senderSecurityScheme, call);
  const readings = await poll(read, (reply) => !isListedRefusal(reply), moment, { sparing: true });
  return lastReading(readings);
}

export interface SenderSteps {
  readonly scheme: Step<Reply>;
  readonly sender: Step<Sender>;
}

export function createSenderSteps(onboarding: Onboarding, subAgent: Onboarding): SenderSteps {
  const { person } = onboarding;
  const scheme = step(`security scheme of the ${person.role}`, async (session) => {
    const ids = { senderId: await session.use(onboarding.tagId), subAgentTagId: await session.use(subAgent.tagId) };
    return mustServeConfigured(person.configuredTag, await readScheme(session, ids));
  });
  const sender = step(`the ${person.role} as a sender`, async (session) => ({
    person,
    senderId: await session.use(onboarding.tagId),
    subAgentTagId: await session.use(subAgent.tagId),
    scheme: await useScheme(session, scheme),
  }));
  return { scheme, sender };
}
