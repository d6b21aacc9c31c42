import { operations } from '../../specs/operations.ts';
import { base64Forms, textForms } from './encodings.ts';
import type { StandIn } from './stand-in.ts';

/** Shorter values are too common to be looked for everywhere. */
const LONG = 8;
/** A hostile target may invent secrets without end; what has been learned stays, encoded forms are looked for up to here. */
const MOST_FORMS = 20_000;

/** Texts of the protocol itself: a secret that is one of them cannot be told from them, and is masked only in its own place. */
const vocabulary = [
  ...operations.map(({ path, title }) => `${path} ${title}`),
  'grant_type=password username access_token refresh_token expires_in token_type scope bearer basic authorization consent request-time',
  'content-type content-length application/json application/x-www-form-urlencoded charset=utf-8 transfer-encoding keep-alive connection',
  'invalid_client invalid_grant unauthorized customer subagent beneficiary accountnumber accountholdername message completed pending failed',
]
  .join(' ')
  .toLowerCase();

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
/** The longest first, so that a text is not taken for one it begins with. */
const anyOf = (texts: Iterable<string>): string =>
  Array.from(texts)
    .sort((one, other) => other.length - one.length)
    .map(escaped)
    .join('|');

/** What must not reach a file: long values are replaced wherever and however they are written, short ones only where they are asked for. */
export interface Secrets {
  readonly learn: (value: string) => void;
  readonly standIn: StandIn;
  /** Replaces every known long value in any of its written forms. */
  readonly replaceLong: (text: string) => string;
  /** Replaces known short values that stand as words of their own. */
  readonly replaceShort: (text: string) => string;
  readonly holdsShort: (text: string) => boolean;
  readonly isShort: (word: string) => boolean;
}

export function openSecrets(standIn: StandIn): Secrets {
  const learned = new Set<string>();
  const short = new Set<string>();
  const forms = new Map<string, string>();
  let longPattern: RegExp | null = null;
  let shortPattern: RegExp | null = null;

  const addForms = (value: string): void => {
    for (const [form, other] of textForms(value, standIn(value))) if (form.length >= LONG) forms.set(form, other);
    for (const form of base64Forms(value)) if (form.length >= LONG && forms.size < MOST_FORMS) forms.set(form, standIn(form));
    longPattern = null;
  };

  return {
    standIn,
    learn(value) {
      if (value === '' || learned.has(value)) return;
      learned.add(value);
      if (value.length < LONG) {
        short.add(value);
        shortPattern = null;
      } else if (!vocabulary.includes(value.toLowerCase()) && forms.size < MOST_FORMS) addForms(value);
    },
    replaceLong(text) {
      if (forms.size === 0) return text;
      longPattern ??= new RegExp(anyOf(forms.keys()), 'g');
      return text.replace(longPattern, (form) => forms.get(form) ?? form);
    },
    holdsShort(text) {
      if (short.size === 0) return false;
      shortPattern ??= new RegExp(`(?<!\\w)(?:${anyOf(short)})(?!\\w)`);
      return shortPattern.test(text);
    },
    replaceShort: (text) => (short.size === 0 ? text : text.replaceAll(/\w+/g, (word) => (short.has(word) ? standIn(word) : word))),
    isShort: (word) => short.has(word),
  };
}
