import type { UserType } from '../../helpers/callback/own-callbacks.ts';
import { describeValue } from '../../helpers/core/describe.ts';
import { member } from '../../helpers/core/json.ts';
import type { Judgement } from '../../helpers/core/records/judgement.ts';
import { zoneToleranceMs } from '../../helpers/core/timestamp.ts';
import { formatCallbackPlace, type Callback } from '../../helpers/judge/callback.ts';
import {
  agreesOnSubAgentTag,
  agreesOnTag,
  isOfEarlierProcess,
  isOfOwnProcess,
  mobileInCallback,
  readOnboardingDate,
  readOutcome,
  tagFieldByUserType,
  textInCallback,
  type OwnProcessCallback,
} from '../../helpers/judge/callback-process.ts';
import { callbackRule, type CallbackCheck, type CheckContext } from '../../helpers/runner/check.ts';

type Judge = CallbackCheck['judge'];

const judgeAgreement = (agrees: boolean | null, callback: Callback, field: string, expected: unknown): Judgement | null => {
  if (agrees === null) return null;
  if (agrees) return { held: true };
  const received = describeValue(member(callback.result, field));
  return { held: false, expected: describeValue(expected), received, place: formatCallbackPlace(callback, `result.${field}`) };
};

const judgeTag: Judge = (callback) =>
  callback.about === null
    ? null
    : judgeAgreement(agreesOnTag(callback), callback, tagFieldByUserType[callback.about.userType], callback.about.tagId);

/** Mobiles compare by their last ten digits (reading 21). */
const lastDigits = (mobile: string): string => mobile.slice(-10);

function judgeMobile(callback: Callback): Judgement | null {
  const mobile = mobileInCallback(callback);
  const { about, age } = callback;
  if (about === null || age === 'old' || mobile === null) return null;
  return judgeAgreement(lastDigits(mobile) === lastDigits(about.mobile), callback, 'mobile', Number(about.mobile));
}

/** The schema of the user type accuses another `userType`. */
const judgeRequest: Judge = (callback) => {
  const judgements = [
    judgeMobile(callback),
    judgeAgreement(agreesOnSubAgentTag(callback), callback, 'subAgentTag', callback.about?.subAgentTag),
  ].filter((one) => one !== null);
  return judgements.find(({ held }) => !held) ?? judgements[0] ?? null;
};

const ofOwnProcess =
  (judge: (callback: OwnProcessCallback, all: readonly Callback[]) => Judgement | null): Judge =>
  (callback, all) =>
    isOfOwnProcess(callback) ? judge(callback, all) : null;

const formatTime = (ms: number): string => new Date(ms).toISOString();

/** Only our own receiver has our clock. Where a person completes the process, nobody knows when. */
const judgeCompletion = ofOwnProcess((callback, all) => {
  const { about, receivedAt, byOurClock } = callback;
  if (about.completedAt === null || !byOurClock) return null;
  if (receivedAt >= about.completedAt) return { held: true };
  if (isOfEarlierProcess(callback, all)) return null;
  const expected = `a callback after its process was completed at ${formatTime(about.completedAt)}`;
  return { held: false, expected, received: `one at ${formatTime(receivedAt)}`, place: formatCallbackPlace(callback) };
});

/** The later of two is held against the earlier. A copy says the same. */
const judgeConsistency = ofOwnProcess((callback, all) => {
  const own = all.filter((one): one is OwnProcessCallback => isOfOwnProcess(one) && one.about.userType === callback.about.userType);
  const mine = readOutcome(callback);
  const before = own.slice(0, own.indexOf(callback)).map(readOutcome);
  if (own.length < 2) return null;
  const opposite = before.find((outcome) => outcome !== mine && outcome !== 'progress' && mine !== 'progress');
  const isTakenBack = mine === 'progress' && before.includes('success');
  if (opposite === undefined && !isTakenBack) return { held: true };
  const status = describeValue(member(callback.result, 'onboardingStatus'));
  const received = `code ${String(callback.code)} and ${status}`;
  return { held: false, expected: `${opposite ?? 'success'}, as the callback before`, received, place: formatCallbackPlace(callback) };
});

/** A name may be written in other letters and with other blanks. */
const normalizeName = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

const judgeName = ofOwnProcess((callback) => {
  const name = textInCallback(callback, 'userName');
  if (name === null) return null;
  return judgeAgreement(normalizeName(name) === normalizeName(callback.about.name), callback, 'userName', callback.about.name);
});

/** Clocks of two machines. */
const clockToleranceMs = 10 * 60 * 1000;

const isNear = (callback: OwnProcessCallback): boolean => {
  const { about, receivedAt } = callback;
  const date = readOnboardingDate(callback);
  const tolerance = zoneToleranceMs + clockToleranceMs;
  return date !== null && date >= (about.completedAt ?? about.requestedAt) - tolerance && date <= receivedAt + tolerance;
};

/** A late copy is excused where the process has a callback of its own, or is not completed yet. */
function isLateCopy(callback: OwnProcessCallback, all: readonly Callback[]): boolean {
  const { about, receivedAt } = callback;
  const isAnswered = all.some((one) => isOfOwnProcess(one) && one.about.userType === about.userType && isNear(one));
  return isOfEarlierProcess(callback, all) && (isAnswered || receivedAt < (about.completedAt ?? 0));
}

const judgeDate = ofOwnProcess((callback, all) => {
  if (readOnboardingDate(callback) === null) return null;
  if (isNear(callback)) return { held: true };
  if (isLateCopy(callback, all)) return null;
  const expected = `a time within 14 hours of ${formatTime(callback.receivedAt)}`;
  const received = describeValue(member(callback.result, 'onboardingDate'));
  return { held: false, expected, received, place: formatCallbackPlace(callback, 'result.onboardingDate') };
});

const names = { customer: 'customer', subAgent: 'sub-agent' } as const;

const onlyOf =
  (kind: UserType, judge: Judge): Judge =>
  (callback, all) =>
    callback.about?.userType === kind ? judge(callback, all) : null;

interface Agreement {
  readonly clause: Parameters<typeof callbackRule>[0];
  readonly fact: string;
  readonly places?: readonly string[];
  readonly judge: Judge;
  readonly exercise?: (context: CheckContext, kind: UserType) => Promise<unknown>;
}

const compareTags = ({ use, journey }: CheckContext, kind: UserType): Promise<void> => use(journey.callbacks.tagsCompared[kind]);

const agreements: readonly Agreement[] = [
  {
    clause: 'CALLBACK-TAG-AGREES',
    fact: 'carries its tag',
    places: ['result.senderId', 'result.subAgentId'],
    judge: judgeTag,
    exercise: compareTags,
  },
  {
    clause: 'CALLBACK-REQUEST-AGREES',
    fact: 'agrees with its request',
    places: ['result.mobile', 'result.subAgentTag'],
    judge: judgeRequest,
    exercise: compareTags,
  },
  { clause: 'CALLBACK-AFTER-COMPLETION', fact: 'comes after its process was completed', judge: judgeCompletion },
  { clause: 'CALLBACK-CONSISTENT', fact: 'does not contradict another one', judge: judgeConsistency },
  { clause: 'CALLBACK-USER-NAME-AGREES', fact: 'carries the name sent with OP-16', places: ['result.userName'], judge: judgeName },
  {
    clause: 'CALLBACK-ONBOARDING-DATE-NEAR',
    fact: 'is dated when its process was completed',
    places: ['result.onboardingDate'],
    judge: judgeDate,
  },
];

const arrived = ({ use, journey }: CheckContext, kind: UserType): Promise<unknown> => use(journey.callbacks.arrived[kind]);

/** What a callback says agrees with what was asked (reading 26). */
export const callbackAgreements: readonly CallbackCheck[] = (['customer', 'subAgent'] as const).flatMap((kind) =>
  agreements.map(({ clause, fact, places = [], judge, exercise = arrived }) =>
    callbackRule(clause, names[kind], `the callback of a ${names[kind]} ${fact}`, {
      places,
      exercise: (context) => exercise(context, kind),
      judge: onlyOf(kind, judge),
    }),
  ),
);
