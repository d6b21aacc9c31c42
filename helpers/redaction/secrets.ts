import { operations } from '../../specs/operations.ts';
import { openKnownCodes, type KnownCodes } from './codes.ts';
import { listBase64Forms, listTextForms } from './encodings.ts';
import { replaceInPlainLetters } from './plain-letters.ts';
import { MIN_SEARCHED_LENGTH, openSearch } from './search.ts';
import type { StandIn } from './stand-in.ts';

/** A hostile target may send any number of secrets. */
const MOST_SECRETS = 5000;
const MOST_BRIEF = 100;
/** Only this much of a value is searched for. */
const LONGEST = 4096;

/** Words of the protocol. A secret equal to one of them is masked only in its own field. */
const protocolVocabulary = [
  ...operations.map(({ path, title }) => `${path} ${title}`),
  'grant_type=password username access_token refresh_token expires_in token_type scope bearer basic authorization consent request-time',
  'content-type content-length application/json application/x-www-form-urlencoded charset=utf-8 transfer-encoding keep-alive connection',
  'invalid_client invalid_grant unauthorized customer subagent beneficiary accountnumber accountholdername message completed pending failed',
]
  .join(' ')
  .toLowerCase();

/** Values that must not reach a file: long ones are replaced in every written form, short ones where the caller asks for it. */
export interface Secrets {
  readonly learn: (value: string) => void;
  /**
   * A value that is no secret, although a secret field may hold it: it is masked in that field alone. Masked elsewhere from then on, it
   * would no longer agree with what was written before.
   */
  readonly keepReadable: (value: string) => void;
  /** For values that change with every call and are masked in their own field: only the first ones are searched for elsewhere. */
  readonly learnBriefly: (value: string) => void;
  readonly standIn: StandIn;
  readonly replaceLong: (text: string, isJson?: boolean) => string;
  readonly codes: KnownCodes;
}

export function openSecrets(standIn: StandIn): Secrets {
  const learned = new Set<string>();
  const readable = new Set<string>();
  const codes = openKnownCodes();
  const found = openSearch();

  const addForms = (value: string): void => {
    for (const [form, other] of listTextForms(value, standIn(value))) found.add(form, other);
    for (const form of listBase64Forms(value)) found.add(form, standIn(form));
  };

  const learn = (given: string): void => {
    const value = given.slice(0, LONGEST);
    const isCode = codes.learn(value);
    if (value.length < MIN_SEARCHED_LENGTH || isCode === 'only' || learned.has(value) || readable.has(value)) return;
    if (learned.size >= MOST_SECRETS) return;
    learned.add(value);
    if (!protocolVocabulary.includes(value.toLowerCase())) addForms(value);
  };
  let brief = 0;

  return {
    standIn,
    learn,
    keepReadable(value) {
      if (readable.size < MOST_SECRETS && !learned.has(value)) readable.add(value);
    },
    learnBriefly(value) {
      if (brief >= MOST_BRIEF) return;
      brief += 1;
      learn(value);
    },
    replaceLong: (text, isJson = false) => replaceInPlainLetters(text, (part) => found.replace(part, isJson)),
    codes,
  };
}
