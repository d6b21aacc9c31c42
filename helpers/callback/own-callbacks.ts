import { isContainer } from '../core/depth-limit.ts';
import { member, parseJson } from '../core/json.ts';
import type { CallbackAge, Received } from './received.ts';

export type UserType = 'customer' | 'subAgent';

export interface RequestedOnboarding {
  readonly userType: UserType;
  readonly mobile: string;
  /** From OP-4; null when unknown. */
  readonly tagId: string | null;
  /** As sent: empty for a sub-agent. */
  readonly subAgentTag: string;
  /** As sent. */
  readonly name: string;
  /** When OP-16 was sent, in milliseconds since the epoch; null before. */
  readonly requestedAt: number | null;
  /** When fetching the eKYC address began; null before, and where a person completes the process. */
  readonly completedAt: number | null;
  /** OP-4 gives tags of another form, or another one each time: then no tag of a callback can be compared. */
  readonly tagsAreDoubtful: boolean;
}

/** Milliseconds since the epoch; null where a recording holds no time. */
export function readArrival({ receivedAt }: Received): number | null {
  const time = receivedAt === null ? NaN : Date.parse(receivedAt);
  return Number.isNaN(time) ? null : time;
}

/** What makes a callback ours (reading 26). */
export interface OwnPeople {
  readonly asked: readonly RequestedOnboarding[];
  readonly mobiles: readonly string[];
  readonly tags: readonly string[];
}

/** A callback that mentions one of our people. `about` is its onboarding; null when unknown. */
export interface OwnCallback {
  readonly received: Received;
  readonly age: CallbackAge;
  readonly exchange: string;
  readonly about: RequestedOnboarding | null;
}

/** The words of a request in lowercase: its text and its JSON values, however they are written (`9.99E9`, `\u0039`). */
export function collectWords({ url, body }: Received): string {
  const text = body.encoding === 'utf8' ? body.text : Buffer.from(body.text, 'base64').toString('latin1');
  const words = [url ?? '', text];
  const open: unknown[] = [parseJson(text)];
  for (let value = open.pop(); value !== undefined || open.length > 0; value = open.pop()) {
    if (isContainer(value)) for (const inner of Object.values(value)) open.push(inner);
    else words.push(String(value));
  }
  return words.join('\n').toLowerCase();
}

/** With or without a country code, but never inside a longer number. */
const hasMobile = (words: string, mobile: string): boolean => new RegExp(`(?<!\\d)(?:0|91)?${mobile}(?!\\d)`).test(words);
const hasTag = (words: string, tag: string): boolean => tag !== '' && words.includes(tag.toLowerCase());

export const isOurs = (words: string, { asked, mobiles, tags }: OwnPeople): boolean =>
  [...mobiles, ...asked.map(({ mobile }) => mobile)].some((mobile) => hasMobile(words, mobile)) ||
  [...tags, ...asked.flatMap(({ tagId }) => tagId ?? [])].some((tag) => hasTag(words, tag));

/** Looks in the fields that carry a tag, or anywhere when the body has no such field. */
function carriesTag(words: string, result: unknown, tagId: string | null): boolean {
  if (tagId === null) return false;
  const carried = ['senderId', 'subAgentId'].map((name) => member(result, name)).filter((value) => typeof value === 'string');
  return carried.length === 0 ? hasTag(words, tagId) : carried.some((value) => value.toLowerCase() === tagId.toLowerCase());
}

/** Mobile, tag and user type are each evidence, and one may be wrong. The mobile decides between equals. */
function rankLikeness(words: string, result: unknown, { mobile, tagId, userType }: RequestedOnboarding): number {
  const byMobile = Number(hasMobile(words, mobile));
  const byTag = Number(carriesTag(words, result, tagId));
  if (byMobile + byTag === 0) return 0;
  return 2 * (byMobile + byTag + Number(member(result, 'userType') === userType)) + byMobile;
}

/** Null when the callback does not show whose onboarding it is. */
export function findOnboarding(words: string, result: unknown, asked: readonly RequestedOnboarding[]): RequestedOnboarding | null {
  const ranked = asked.map((one) => ({ one, rank: rankLikeness(words, result, one) })).sort((one, other) => other.rank - one.rank);
  return ranked[0] === undefined || ranked[0].rank === 0 ? null : ranked[0].one;
}

/**
 * A callback that names another of our people is about the completed process of its user type, where that process got none of its own.
 * Where it did, the other one may come late from an earlier run.
 */
export function attributeStrays(kept: readonly OwnCallback[], asked: readonly RequestedOnboarding[]): readonly OwnCallback[] {
  const answered = new Set(kept.flatMap(({ age, about }) => (age === 'old' || about === null ? [] : [about.userType])));
  const findProcess = ({ received }: OwnCallback): RequestedOnboarding | null => {
    const named = member(member(parseJson(received.body.text), 'result'), 'userType');
    const arrival = readArrival(received);
    const isIts = ({ userType, completedAt }: RequestedOnboarding): boolean =>
      userType === named && !answered.has(userType) && completedAt !== null && arrival !== null && arrival >= completedAt;
    return asked.find(isIts) ?? null;
  };
  return kept.map((one) => (one.about !== null || one.age !== 'fresh' ? one : { ...one, about: findProcess(one) }));
}
