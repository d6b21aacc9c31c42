import { operations } from '../../specs/operations.ts';
import { openKnownCodes, type KnownCodes } from './codes.ts';
import { listBase64Forms, listTextForms } from './encodings.ts';
import { replaceInPlainLetters } from './plain-letters.ts';
import { MIN_SEARCHED_LENGTH, openSearch } from './search.ts';
import type { StandIn } from './stand-in.ts';

/** A hostile target may invent secrets without end. */
const MOST_SECRETS = 5000;
const MOST_BRIEF = 100;
/** More of one value is not looked for. */
const LONGEST = 4096;

/** Texts of the protocol itself: a secret that is one of them cannot be told from them, and is masked only in its own place. */
const protocolVocabulary = [
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
  readonly codes: KnownCodes;
}

export function openSecrets(standIn: StandIn): Secrets {
  const learned = new Set<string>();
  const codes = openKnownCodes();
  const found = openSearch();

  const addForms = (value: string): void => {
    for (const [form, other] of listTextForms(value, standIn(value))) found.add(form, other);
    for (const form of listBase64Forms(value)) found.add(form, standIn(form));
  };

  const learn = (given: string): void => {
    const value = given.slice(0, LONGEST);
    const isCode = codes.learn(value);
    if (value.length < MIN_SEARCHED_LENGTH || isCode === 'only' || learned.has(value) || learned.size >= MOST_SECRETS) return;
    learned.add(value);
    if (!protocolVocabulary.includes(value.toLowerCase())) addForms(value);
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
    replaceLong: (text, isJson = false) => replaceInPlainLetters(text, (part) => found.replace(part, isJson)),
    codes,
  };
}
