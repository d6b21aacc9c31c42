import { operations } from '../../specs/operations.ts';
import { base64Forms, textForms } from './encodings.ts';
import { anyOf, LONG, openSearch } from './search.ts';
import type { StandIn } from './stand-in.ts';

/** A hostile target may invent secrets without end. */
const MOST_SECRETS = 5000;
/** A campaign reads thousands of codes, and what is learnt behind them has to be kept as well. */
const MOST_CODES = 200_000;
const MOST_BRIEF = 100;
/** More of one value is not looked for. */
const LONGEST = 4096;

/** Texts of the protocol itself: a secret that is one of them cannot be told from them, and is masked only in its own place. */
const vocabulary = [
  ...operations.map(({ path, title }) => `${path} ${title}`),
  'grant_type=password username access_token refresh_token expires_in token_type scope bearer basic authorization consent request-time',
  'content-type content-length application/json application/x-www-form-urlencoded charset=utf-8 transfer-encoding keep-alive connection',
  'invalid_client invalid_grant unauthorized customer subagent beneficiary accountnumber accountholdername message completed pending failed',
]
  .join(' ')
  .toLowerCase();

/** What must not reach a file: long values are replaced wherever and however they are written, short ones only where they are asked for. */
export interface Secrets {
  readonly learn: (value: string) => void;
  /** For values that every call brings anew and that are masked in their own place: only the first of them are looked for elsewhere. */
  readonly learnBriefly: (value: string) => void;
  readonly standIn: StandIn;
  /** Replaces every known long value in any of its written forms. */
  readonly replaceLong: (text: string, isJson?: boolean) => string;
  /** Replaces known short values that stand as words of their own. */
  readonly replaceShort: (text: string) => string;
  readonly holdsShort: (text: string) => boolean;
  readonly isShort: (word: string) => boolean;
}

const codePoint = /\\+u00([2-9a-f][\da-f])/gi;

/** Letters a JSON document may write as code points, written as themselves. */
const plainly = (text: string): string =>
  text.replaceAll(codePoint, (_, hex: string) => {
    const letter = String.fromCharCode(Number.parseInt(hex, 16));
    return letter === '"' || letter === '\\' ? `\\${letter}` : letter;
  });

export function openSecrets(standIn: StandIn): Secrets {
  const learned = new Set<string>();
  const short = new Set<string>();
  /** Those of the short ones that hold more than letters of a word, so that no single word is one of them. */
  const broken = new Set<string>();
  const found = openSearch();
  let brokenPattern: RegExp | null = null;

  const addForms = (value: string): void => {
    for (const [form, other] of textForms(value, standIn(value))) found.add(form, other);
    for (const form of base64Forms(value)) found.add(form, standIn(form));
  };

  const learn = (given: string): void => {
    const value = given.slice(0, LONGEST);
    const isCode = value.length < LONG && !/\W/.test(value);
    if (isCode && short.size < MOST_CODES) short.add(value);
    if (value === '' || isCode || learned.has(value) || learned.size >= MOST_SECRETS) return;
    learned.add(value);
    if (value.length < LONG) {
      short.add(value);
      broken.add(value);
      brokenPattern = null;
    } else if (!vocabulary.includes(value.toLowerCase())) addForms(value);
  };
  let brief = 0;

  return {
    standIn,
    learn,
    learnBriefly(value) {
      if (brief >= MOST_BRIEF) return;
      brief += 1;
      learn(value);
    },
    replaceLong(text, isJson = false) {
      if (!text.includes('\\u00')) return found.replace(text, isJson);
      const plain = plainly(text);
      const replaced = found.replace(plain, isJson);
      return replaced === plain ? text : replaced;
    },
    holdsShort(text) {
      if (short.size === 0) return false;
      // By its words: a pattern of thousands of codes, made anew with each of them, would cost a campaign more than all else.
      if (text.match(/\w+/g)?.some((word) => short.has(word)) === true) return true;
      if (broken.size === 0) return false;
      brokenPattern ??= new RegExp(`(?<!\\w)(?:${anyOf(broken)})(?!\\w)`);
      return brokenPattern.test(text);
    },
    replaceShort: (text) => (short.size === 0 ? text : text.replaceAll(/\w+/g, (word) => (short.has(word) ? standIn(word) : word))),
    isShort: (word) => short.has(word),
  };
}
