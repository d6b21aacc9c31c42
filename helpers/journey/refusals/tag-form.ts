import { documentedCall, type DocumentedCall } from '../../../specs/documented-call.ts';
import { onboardingStatus, tagUser } from '../../../specs/operations.ts';
import type { Reply } from '../../judge/reply.ts';
import { findNotServedStop } from '../../judge/served.ts';
import { blocked, notApplicable, Stop } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import type { RefusedCallResult } from '../calls/send-refused-call.ts';
import { findStateOfAnother, newChallenge } from '../consent/challenge.ts';
import { askUntilOld } from '../onboarding/onboarding.ts';
import { withOtp } from '../consent/consent.ts';
import { mayLock } from '../calls/closing.ts';
import { mistakes, reuseChallenge, withWrongOtp } from '../calls/wrong-otp.ts';
import type { Challenge } from '../setup/challenge.ts';
import { partIfDone } from '../setup/part-step.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { lacksSpare, skipWhereCodesAreTyped, type People } from '../setup/people.ts';
import type { Person } from '../setup/person.ts';
import type { SentCode } from './refused-call.ts';
import { consentByWay } from './wrong-consents.ts';

/** OP-4 with wrong consents, on a mobile that has no tag of that user type: an effect would show (reading 13). */
export interface TagForm {
  readonly before: Step<Reply>;
  readonly wrongCode: Step<Reply>;
  readonly after: Step<Reply>;
  /** After the refused calls with a state too. */
  readonly later: Step<Reply>;
  /** With a right code where the way has one. */
  readonly tries: ReadonlyMap<string, Step<RefusedCallResult>>;
  /** After all of them. For a customer: the sub-agent of its mobile is tried next. */
  readonly shown: Step<Reply>;
  /** Those of them that come before `later`. */
  readonly triesBeforeLater: readonly Step<RefusedCallResult>[];
  /** The same call with a right code: if this is refused too, the refusals before it prove nothing. */
  readonly control: Step<unknown>;
  /** A wrong code behind it, before a check accuses. */
  readonly again: Step<Reply>;
  /** OP-1 behind it. */
  readonly old: Step<Reply>;
}

interface TagFormParts {
  readonly person: Person;
  /** In this order, after the wrong code: none of these may tag. */
  readonly ways: readonly string[];
  /**
   * What OP-4 may serve (reading 13). Once it has tagged, no effect of another call shows, so these come last. NONE comes first: a missing consent
   * may count as NONE.
   */
  readonly openWays: readonly string[];
  /** Shows that OP-4 takes a right code from such a user. */
  readonly tagged: Step<unknown>;
  /** Other calls of the same mobile. */
  readonly follows: () => readonly Step<unknown>[];
}

const tagCall = (person: Person, consent?: string): DocumentedCall =>
  documentedCall(tagUser, person.userType, { ...person, ...(consent !== undefined && { consent }) });

function requireMobile(people: People, { mobile, role }: Person): void {
  if (mobile === '') throw lacksSpare(people, `an OP-4 with a wrong code (${role})`);
}

/** A service may tag only people whom it knows, so its refusal accuses nobody. */
async function tagWithRightCode(deps: Dependencies, session: Session, person: Person, challenge: Challenge): Promise<Reply> {
  const { code, state, accepted } = challenge;
  const first = await session.probe(tagUser, tagCall(person, consentHeader.otp(code, state)));
  if (findNotServedStop(first) === null) {
    accepted();
    return first;
  }
  try {
    // The refused calls may have used up the code.
    return (await withOtp(deps, session, person, tagUser, (consent) => session.probe(tagUser, tagCall(person, consent)))).reply;
  } catch (error) {
    if (!(error instanceof Stop) || error.why.kind !== 'violation') throw error;
    throw notApplicable(`the service does not tag the ${person.role}, so its refusals prove nothing`);
  }
}

const wrongCodeNames = { customer: 'wrong-otp-OP-4', subAgent: 'wrong-otp-OP-4-subAgent' } as const;

async function sendWrongCode(
  deps: Dependencies,
  session: Session,
  person: Person,
  mistake: (typeof mistakes)[keyof typeof mistakes],
): Promise<Reply> {
  // Without a tag, no right code comes between.
  if (deps.memory.of(person).heldDetail === null && mayLock(deps, person))
    throw blocked('sender-locked', `one more wrong code in a row may lock the mobile of the ${person.role}, so none is sent`, 'test-data');
  return withWrongOtp(deps, session, person, { name: wrongCodeNames[person.userType], mistake }, ({ consent }) =>
    session.probe(tagUser, { ...tagCall(person, consent), wrongCode: person.mobile }),
  );
}

function createParts(deps: Dependencies, person: Person) {
  const status = (when: string): Step<Reply> =>
    step(`onboarding status ${when} a wrong code (${person.role})`, (session) =>
      session.send(onboardingStatus, documentedCall(onboardingStatus, person.userType, person)),
    );
  const code = step(`a code for the ${person.role}`, (session) => reuseChallenge(deps, session, person));
  // The code of that state is used up, so these ways may send the state alone.
  const other = (): Promise<SentCode> => Promise.resolve({ code: '', state: findStateOfAnother(deps, person) });
  const control = step(`OP-4 with a right code after a wrong one (${person.role})`, async (session) =>
    deps.inTurn(person, async () => tagWithRightCode(deps, session, person, await session.use(code))),
  );
  return {
    /** An earlier run may have left wrong codes in a row on a mobile that it has tagged. */
    cleared: step(`OP-4 with a right code before wrong ones (${person.role})`, async (session) => {
      if (!deps.people.usedBefore.has(person.mobile) || !mayLock(deps, person)) return;
      await tagWithRightCode(deps, session, person, await newChallenge(deps, session, person));
    }),
    before: status('before'),
    after: status('after'),
    later: status('a while after'),
    shown: status('behind all wrong consents and'),
    wrongCode: step(`OP-4 with a wrong code (${person.role})`, (session) =>
      sendWrongCode(deps, session, person, person.userType === 'customer' ? mistakes.swapped : mistakes.counted),
    ),
    createTry: (way: string): Step<RefusedCallResult> =>
      step(`OP-4: ${way} (${person.role})`, async (session) => {
        const { needsCode, header } = consentByWay(way);
        if (needsCode && person.userType === 'customer') skipWhereCodesAreTyped(deps.people);
        const codes = needsCode ? await session.use(code) : { code: '', state: '' };
        const consent = await header({ shared: codes, ofAnother: other });
        return {
          reply: await session.probe(tagUser, tagCall(person, consent)),
          transferStatus: null,
          invoiceStatus: null,
          accountNo: null,
        };
      }),
    control,
    again: step(`OP-4 with a wrong code once more (${person.role})`, async (session) => {
      await session.use(control);
      return deps.inTurn(person, () => sendWrongCode(deps, session, person, mistakes.last));
    }),
    old: step(`onboarding status after a right code (${person.role})`, async (session) => {
      await session.use(control);
      return askUntilOld(deps, session, person);
    }),
  };
}

export function createTagForm(deps: Dependencies, { person, ways, openWays, tagged, follows }: TagFormParts): TagForm {
  const { cleared, before, wrongCode, after, later, shown, createTry, control, again, old } = createParts(deps, person);
  const createTries = (names: readonly string[]) => names.map((way) => [way, createTry(way)] as const);
  const closed = createTries(ways);
  const open = createTries(openWays);
  const stepsOf = (some: typeof closed): readonly Step<RefusedCallResult>[] => some.map(([, one]) => one);
  const whole = step(`OP-4 with wrong consents (${person.role})`, (session) =>
    deps.wrongCodeBudget.keep([wrongCodeNames[person.userType]], async () => {
      requireMobile(deps.people, person);
      await session.use(tagged);
      await session.afterRequested(follows());
      const last = person.userType === 'customer' ? [shown] : [];
      await deps.inTurn(person, () =>
        session.afterAll([cleared, before, wrongCode, after, ...stepsOf(closed), later, ...stepsOf(open), ...last]),
      );
    }),
  );
  const part = partIfDone(whole);
  return {
    before: part(before),
    wrongCode: part(wrongCode),
    after: part(after),
    later: part(later),
    shown: part(shown),
    tries: new Map([...closed, ...open].map(([way, one]) => [way, part(one)])),
    triesBeforeLater: stepsOf(closed).map((one) => part(one)),
    control: part(control),
    again: part(again),
    old: part(old),
  };
}
