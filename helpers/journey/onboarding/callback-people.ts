import { attributeStrays, type OwnCallback, type RequestedOnboarding, type UserType } from '../../callback/own-callbacks.ts';
import { findingAround } from '../../judge/fields.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { ekycNames } from './ekyc.ts';
import type { Onboarding, Tag } from './onboarding.ts';

export interface CallbackPeopleParts {
  readonly people: Readonly<Record<UserType, Onboarding>>;
  /** The parent of the customer. */
  readonly subAgent: Onboarding;
  /** A callback may name one of them instead. */
  readonly others: readonly Onboarding[];
}

/** Whose callbacks are expected, and what is known of their processes. */
export interface CallbackPeople {
  /** Comes before any process is completed: a callback may have only its tag right. */
  readonly identified: Step<void>;
  readonly find: (kind: UserType) => RequestedOnboarding | undefined;
  readonly note: (kind: UserType, change: Partial<RequestedOnboarding>) => void;
  readonly callbacks: () => readonly OwnCallback[];
}

export const userTypes: readonly UserType[] = ['subAgent', 'customer'];

async function readTag(session: Session, tag: Step<Tag>): Promise<Tag | null> {
  const done = await session.after(tag);
  return done.ok ? done.value : null;
}

/** Tags that the run has asked for anyway: no code is spent on them. */
async function readRequestedTags(session: Session, people: readonly Onboarding[]): Promise<readonly string[]> {
  const tags = people.map(({ tag }) => tag);
  await session.afterRequested(tags);
  const found = await Promise.all(tags.filter((tag) => tag.isRequested()).map((tag) => readTag(session, tag)));
  return found.flatMap((tag) => tag?.tagId ?? []);
}

const isDoubtful = (tag: Tag | null): boolean => tag === null || findingAround(tag.reply, 'result.tagId') !== undefined;

export function createCallbackPeople(deps: Dependencies, parts: CallbackPeopleParts, ready: Step<void>): CallbackPeople {
  const { inbox } = deps.callbacks;
  const asked = new Map<UserType, RequestedOnboarding>();
  let tags: readonly string[] = [];
  const learn = (): void => {
    inbox.learn({ asked: [...asked.values()], mobiles: deps.people.mobiles, tags });
  };
  const identified = step('the people of the callbacks', async (session) => {
    await session.use(ready);
    const own = await Promise.all(userTypes.map((kind) => readTag(session, parts.people[kind].tag)));
    const parent = await readTag(session, parts.subAgent.tag);
    const others = await readRequestedTags(session, parts.others);
    tags = [...(parent === null ? [] : [parent.tagId]), ...others];
    for (const [index, userType] of userTypes.entries())
      asked.set(userType, {
        userType,
        mobile: parts.people[userType].person.mobile,
        tagId: own[index]?.tagId ?? null,
        subAgentTag: userType === 'customer' ? (parent?.tagId ?? '') : '',
        name: ekycNames[userType],
        requestedAt: null,
        completedAt: null,
        tagsAreDoubtful: isDoubtful(own[index] ?? null) || (userType === 'customer' && isDoubtful(parent)),
      });
    learn();
  });
  return {
    identified,
    find: (kind) => asked.get(kind),
    note: (kind, change) => {
      const before = asked.get(kind);
      if (before === undefined) return;
      asked.set(kind, { ...before, ...change });
      learn();
    },
    callbacks: () => attributeStrays(inbox.ours(), [...asked.values()]),
  };
}
