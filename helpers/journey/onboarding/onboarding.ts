import { documentedCall } from '../../../specs/documented-call.ts';
import { onboardingStatus, tagUser } from '../../../specs/operations.ts';
import { usableTextAt, valueAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import { mustServe, findNotServedStop } from '../../judge/served.ts';
import { untried } from '../../judge/stop.ts';
import { step, type Session, type Step } from '../../session/session.ts';
import { pollLast } from '../../session/poll.ts';
import { requireId } from './configured-ids.ts';
import { withOtp } from '../consent/consent.ts';
import { noteWhetherOld } from '../consent/unknown-mpin.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Person } from '../setup/person.ts';

export interface Tag {
  readonly tagId: string;
  readonly reply: Reply;
  /** The OP-3 answer whose state the consent named. */
  readonly challenge: Reply;
}

export interface Onboarding {
  readonly person: Person;
  readonly statusBefore: Step<Reply>;
  readonly tag: Step<Tag>;
  readonly statusAfter: Step<Reply>;
  /** From the tag record; from the configuration where the run may not tag people and so has no record. */
  readonly tagId: Step<string>;
  /** OP-4 with `NONE`: any answer is allowed. */
  readonly tagWithNone: Step<Reply>;
  readonly tagAgain: Step<Tag>;
}

/** OP-4 with a right code. Call it in the person's turn. */
export async function sendTag(deps: Dependencies, session: Session, person: Person): Promise<Tag> {
  const { reply, challenge } = await withOtp(deps, session, person, tagUser, (consent) =>
    session.send(tagUser, documentedCall(tagUser, person.userType, { ...person, consent })),
  );
  return { tagId: usableTextAt(reply, 'result.tagId', session.doubt), reply, challenge: challenge.reply };
}

/** The same, in the person's turn. */
const tagWithCode = (deps: Dependencies, session: Session, person: Person): Promise<Tag> =>
  deps.inTurn(person, () => sendTag(deps, session, person));

export const isOldUser = (reply: Reply): boolean => String(valueAt(reply, 'result.isOldUser')) === 'true';

/** What OP-1 says before a tag. */
export const isNewAnswer = (reply: Reply): boolean => String(valueAt(reply, 'result.isOldUser')) === 'false';

/** Tagged by this run for the first time, so that OP-6 would list nothing: no code is spent on reading that. */
export const isNewUser = async (session: Session, { statusBefore }: Pick<Onboarding, 'statusBefore'>): Promise<boolean> =>
  isNewAnswer(await session.use(statusBefore));

/** OP-1 as documented. */
export const askOnboardingStatus = ({ send }: Pick<Session, 'send'>, person: Pick<Person, 'userType' | 'mobile'>): Promise<Reply> =>
  send(onboardingStatus, documentedCall(onboardingStatus, person.userType, person));

/** A read may not show yet what was just written, and another copy of the data may show it later (reading 1). */
export const askUntilOld = (
  { waits }: Dependencies,
  session: Session,
  person: Person,
  late: 'old-user' | 'old-after-ekyc' = 'old-user',
): Promise<Reply> =>
  pollLast(
    () => askOnboardingStatus(session, person),
    (reply) => !isNewAnswer(reply),
    waits.upTo(late),
  );

/** `ready` comes before the first call; `follows` comes before the last, and may leave it a code. */
export function createOnboarding(
  deps: Dependencies,
  person: Person,
  ready: Step<unknown>,
  follows: () => readonly Step<unknown>[] = () => [],
): Onboarding {
  const status = (when: string): Step<Reply> =>
    step(`onboarding status of the ${person.role} ${when} tagging`, async (session) => {
      await session.use(when === 'after' ? tag : ready);
      if (person.mobile === '') throw untried(`the configuration names no mobile of a ${person.role}`, 'configuration');
      if (when === 'after') return mustServe(await askUntilOld(deps, session, person));
      const reply = mustServe(await askOnboardingStatus(session, person));
      noteWhetherOld(deps, person, isOldUser(reply));
      return reply;
    });
  const tagging = (name: string, before: Step<unknown>): Step<Tag> =>
    step(name, async (session) => {
      await session.use(ready);
      await session.after(before);
      return tagWithCode(deps, session, person);
    });
  const statusBefore = status('before');
  const tag = tagging(`tag the ${person.role}`, statusBefore);
  const tagId = step(`the tag of the ${person.role}`, async (session) => {
    if (person.configuredTag === undefined) return (await session.use(tag)).tagId;
    await session.use(ready);
    return requireId(person.configuredTag, `${person.role} to read`);
  });
  const sendNone = (session: Session): Promise<Reply> =>
    session.probe(tagUser, documentedCall(tagUser, person.userType, { ...person, consent: consentHeader.none }));
  const tagWithNone = step(`tag the ${person.role} with NONE`, async (session) => {
    await session.use(tag);
    return sendNone(session);
  });
  const tagAgain: Step<Tag> = step(`tag the ${person.role} again`, async (session) => {
    const first = await session.use(tag);
    const none = await session.after(tagWithNone);
    await session.afterRequested(follows());
    // If the service takes NONE, no person has to read another code.
    if (none.ok && findNotServedStop(none.value) === null) {
      const reply = await sendNone(session);
      if (findNotServedStop(reply) === null) return { ...first, tagId: usableTextAt(reply, 'result.tagId', session.doubt), reply };
    }
    return session.use(tagging(`tag the ${person.role} a second time`, tag));
  });
  return { person, statusBefore, tag, tagId, statusAfter: status('after'), tagWithNone, tagAgain };
}
