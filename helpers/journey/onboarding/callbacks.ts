import type { RequestedOnboarding, OwnCallback, UserType } from '../../callback/own-callbacks.ts';
import { readCallback, type Callback } from '../../judge/callback.ts';
import { hasEkycParameters } from '../../judge/ekyc-url.ts';
import { usableTextAt } from '../../judge/fields.ts';
import { blocked, untried, violation } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import type { Ekyc } from './ekyc.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Onboarding, Tag } from './onboarding.ts';

interface Arrived {
  readonly asked: RequestedOnboarding;
  /** At least one. */
  readonly callbacks: readonly Callback[];
}

/** The completed onboardings of this run, and the callbacks that follow. */
export interface Callbacks {
  readonly people: Readonly<Record<UserType, Onboarding>>;
  readonly arrived: Readonly<Record<UserType, Step<Arrived>>>;
  /** Whether the eKYC process is known to be completed. */
  readonly completed: Readonly<Record<UserType, Step<boolean>>>;
  readonly any: Step<void>;
  readonly listOwn: () => readonly Callback[];
  /** The number of callbacks that mention no person of the suite. */
  readonly countStrangers: () => number;
}

interface CallbackParts {
  readonly ekyc: Ekyc;
  readonly people: Callbacks['people'];
  readonly subAgent: Onboarding;
}

/** A second delivery usually follows at once. A later one is still judged at the end of the run. */
const secondDeliveryMs = 100;

const userTypes: readonly UserType[] = ['subAgent', 'customer'];
const nameByUserType = { subAgent: 'sub-agent', customer: 'customer' } as const;

const noSource =
  'nowhere to receive callbacks: set DMT_CALLBACK_LISTEN (with DMT_CALLBACK_PUBLIC_URL), DMT_CALLBACK_POLL_URL or DMT_CALLBACK_FILE';

const isWhole = ({ whole }: Callback): boolean => whole;

/** A callback that could not be read lets no check pass. */
const buildUnreadStop = (kind: UserType): Error =>
  blocked(
    'callback-not-read',
    `the callback of the ${nameByUserType[kind]} is too long to read or not in its declared coding, so it is not judged`,
    'service',
  );

async function readTagId(session: Session, tag: Step<Tag>): Promise<string | null> {
  const done = await session.after(tag);
  return done.ok ? done.value.tagId : null;
}

type Completions = Readonly<Record<UserType, Step<boolean>>>;

interface OwnCallbacks {
  readonly all: (kind: UserType) => OwnCallback[];
  readonly fresh: (kind: UserType) => OwnCallback[];
}

function createOwnCallbacks({ inbox }: Dependencies['callbacks']): OwnCallbacks {
  const all: OwnCallbacks['all'] = (kind) => inbox.ours().filter(({ age, about }) => age !== 'old' && about?.userType === kind);
  return { all, fresh: (kind) => all(kind).filter(({ age }) => age === 'fresh') };
}

const createAddressStep = ({ people, callbacks: post }: Dependencies): Step<void> =>
  step('an address for callbacks', async () => {
    if (!post.configured) throw untried(noSource, 'configuration');
    post.inbox.learn({ asked: [], mobiles: people.mobiles, tags: [] });
    const failed = await post.open();
    if (failed !== null) throw blocked('callback-receiver', failed.reason, 'configuration');
  });

/** Runs before any process is completed: a callback may have only its tag right. */
function createExpectedStep(
  deps: Dependencies,
  { people, subAgent }: CallbackParts,
  ready: Step<void>,
): Step<readonly RequestedOnboarding[]> {
  return step('the people of the callbacks', async (session) => {
    await session.use(ready);
    const tags = await Promise.all(userTypes.map((kind) => readTagId(session, people[kind].tag)));
    const parent = (await readTagId(session, subAgent.tag)) ?? '';
    const asked = userTypes.map((userType, index) => ({
      userType,
      mobile: people[userType].person.mobile,
      tagId: tags[index] ?? null,
      subAgentTag: userType === 'customer' ? parent : '',
    }));
    deps.callbacks.inbox.learn({ asked, mobiles: deps.people.mobiles, tags: parent === '' ? [] : [parent] });
    return asked;
  });
}

interface BeforeCompletion {
  readonly ready: Step<void>;
  readonly expected: Step<unknown>;
}

function createCompletions(post: Dependencies['callbacks'], ekyc: Ekyc, before: BeforeCompletion): Completions {
  const completed = (kind: UserType): Step<boolean> =>
    step(`eKYC of the ${nameByUserType[kind]} completed`, async (session) => {
      await session.use(before.ready);
      await session.after(before.expected);
      const url = usableTextAt(await session.use(ekyc[kind]), 'result.url', session.doubt);
      if (!hasEkycParameters(url)) session.doubt('OP16-URL-PARAMETERS');
      const { done, exchanges } = await post.complete(nameByUserType[kind], url);
      for (const id of exchanges) session.evidence.exchanges.add(id);
      return done;
    });
  return { customer: completed('customer'), subAgent: completed('subAgent') };
}

function createAwaitedStep(
  { inbox, timeoutMs }: Dependencies['callbacks'],
  own: OwnCallbacks,
  ready: Step<void>,
  completions: Completions,
): Step<void> {
  return step('callbacks', async (session) => {
    await session.use(ready);
    const ended = await Promise.all(userTypes.map(async (kind) => ((await session.after(completions[kind])).ok ? [kind] : [])));
    const expected = ended.flat();
    const came = await inbox.until(() => expected.every((kind) => own.all(kind).length > 0), expected.length === 0 ? 0 : timeoutMs);
    if (came && expected.length > 0) await inbox.untilSilent(secondDeliveryMs, timeoutMs);
  });
}

function explainMissing(post: Dependencies['callbacks'], own: OwnCallbacks, kind: UserType, done: boolean): Error {
  const waited = `within ${post.timeoutMs} ms (DMT_CALLBACK_TIMEOUT_MS)`;
  const nothing = userTypes.every((each) => own.fresh(each).length === 0);
  const trouble = post.turnedAwayProblem() ?? (nothing ? post.trouble() : null);
  if (trouble !== null) return blocked('callback-source', `callbacks cannot be read from ${trouble}`, 'configuration');
  if (!done) {
    const reason = `no callback of the ${nameByUserType[kind]} came ${waited}, and nothing shows that its eKYC process was completed`;
    return blocked('ekyc-not-completed', reason, 'configuration');
  }
  if (nothing) {
    const where = post.address() ?? 'the address of the relay';
    return blocked('callback-registration', `no callback came ${waited}: have the operator register ${where}`, 'configuration');
  }
  const expected = `a callback of the ${nameByUserType[kind]} ${waited} of its completion`;
  return violation('CALLBACK-SENT', expected, 'none, though the other callback came', null, null, null, 'missing');
}

export function createCallbacks(deps: Dependencies, parts: CallbackParts): Callbacks {
  const { callbacks: post } = deps;
  const { inbox } = post;
  const own = createOwnCallbacks(post);
  const ready = createAddressStep(deps);
  const expected = createExpectedStep(deps, parts, ready);
  const completions = createCompletions(post, parts.ekyc, { ready, expected });
  const awaited = createAwaitedStep(post, own, ready, completions);
  const arrived = (kind: UserType): Step<Arrived> =>
    step(`callback of the ${nameByUserType[kind]}`, async (session) => {
      const done = await session.use(completions[kind]);
      await session.use(awaited);
      const callbacks = own.all(kind);
      if (callbacks.length === 0) throw explainMissing(post, own, kind, done);
      for (const { exchange } of callbacks) session.evidence.exchanges.add(exchange);
      const whole = callbacks.map(readCallback).filter(isWhole);
      if (whole.length === 0) throw buildUnreadStop(kind);
      const asked = (await session.use(expected)).find(({ userType }) => userType === kind);
      if (asked === undefined) throw new Error(`expected an eKYC request of a ${nameByUserType[kind]}, received none`);
      return { asked, callbacks: whole };
    });
  const both = { customer: arrived('customer'), subAgent: arrived('subAgent') };
  const any = step('a callback of any kind', async (session) => {
    const [one, other] = [await session.after(both.subAgent), await session.after(both.customer)];
    if (!one.ok && !other.ok) await session.use(both.subAgent);
  });
  return {
    people: parts.people,
    arrived: both,
    completed: completions,
    any,
    listOwn: () => inbox.ours().map(readCallback).filter(isWhole),
    countStrangers: inbox.strangers,
  };
}
