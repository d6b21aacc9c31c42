import { parseJson } from '../judge/reply.ts';
import type { Received } from './received.ts';

export type UserType = 'customer' | 'subAgent';

/** One onboarding that OP-16 was asked for. */
export interface Asked {
  readonly userType: UserType;
  readonly mobile: string;
  /** As OP-4 gives it; null when it is not known. */
  readonly tagId: string | null;
  /** As sent: empty for a sub-agent. */
  readonly subAgentTag: string;
}

/** What makes a callback ours (reading 26). */
export interface Ours {
  readonly asked: readonly Asked[];
  readonly mobiles: readonly string[];
  readonly tags: readonly string[];
}

/** Everything a request says, in lower case: the text, and the values of JSON however they are written (`9.99E9`, `\u0039`). */
export function wordsOf({ url, body }: Received): string {
  const text = body.encoding === 'utf8' ? body.text : Buffer.from(body.text, 'base64').toString('latin1');
  const words = [url ?? '', text];
  const open: unknown[] = [parseJson(text)];
  for (let value = open.pop(); value !== undefined || open.length > 0; value = open.pop()) {
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) open.push(inner);
    else words.push(String(value));
  }
  return words.join('\n').toLowerCase();
}

/** With or without a country code; never as a part of a longer number. */
const hasMobile = (words: string, mobile: string): boolean => new RegExp(`(?<!\\d)(?:0|91)?${mobile}(?!\\d)`).test(words);
const hasTag = (words: string, tag: string): boolean => tag !== '' && words.includes(tag.toLowerCase());

export const isOurs = (words: string, { asked, mobiles, tags }: Ours): boolean =>
  [...mobiles, ...asked.map(({ mobile }) => mobile)].some((mobile) => hasMobile(words, mobile)) ||
  [...tags, ...asked.flatMap(({ tagId }) => tagId ?? [])].some((tag) => hasTag(words, tag));

/** Mobile, tag and user type each speak for somebody: one of them may be wrong, and the mobile decides between equals. */
function likeness(words: string, userType: unknown, one: Asked): number {
  const mobile = hasMobile(words, one.mobile);
  const known = mobile || (one.tagId !== null && hasTag(words, one.tagId));
  if (!known) return 0;
  const tag = one.tagId !== null && hasTag(words, one.tagId);
  return 2 * (Number(mobile) + Number(tag) + Number(userType === one.userType)) + Number(mobile);
}

/** Whose onboarding a callback is about; null when it cannot be told. */
export function aboutWhom(words: string, userType: unknown, asked: readonly Asked[]): Asked | null {
  const ranked = asked.map((one) => ({ one, rank: likeness(words, userType, one) })).sort((one, other) => other.rank - one.rank);
  return ranked[0] === undefined || ranked[0].rank === 0 ? null : ranked[0].one;
}
