import { openDigitSet } from './digit-set.ts';
import { joinAlternatives, MIN_SEARCHED_LENGTH } from './search.ts';

/** A campaign reads thousands of codes, and codes learned after them must fit too. */
const MOST_CODES = 200_000;
const shortest = 4;
const longest = 8;

/** Secrets too short to search for everywhere: OTPs, MPINs, short passwords. */
export interface KnownCodes {
  /** `only`: no other search is needed. `no`: the value is not a code. */
  readonly learn: (value: string) => 'only' | 'also' | 'no';
  readonly hasWords: () => boolean;
  /** Ignores case, and zeros before a number. */
  readonly isKnown: (word: string) => boolean;
  /** Codes inside a run of digits, which may be one code repeated or continued. */
  readonly findIn: (digits: string) => readonly string[];
  /** True for digits made from a code: repeated, continued, cut by one, or with another last digit. */
  readonly isDerived: (digits: string) => boolean;
  readonly replaceNonWords: (text: string, replace: (found: string) => string) => string;
}

export function openKnownCodes(): KnownCodes {
  const known = openDigitSet();
  const stems = openDigitSet();
  let count = 0;
  const broken = new Set<string>();
  let pattern: RegExp | null = null;
  let words = false;

  const add = (value: string): void => {
    if (count >= MOST_CODES) return;
    if (!known.has(value.toLowerCase())) count += 1;
    known.add(value.toLowerCase());
    if (/^\d{4,}$/.test(value)) stems.add(value.slice(0, -1));
    const number = value.replace(/^0+/, '');
    if (/^0\d+$/.test(value) && number.length >= shortest) known.add(number);
  };

  /** A known code and one digit more: searched for everywhere, it would match across two codes and leave most digits of the first. */
  const isNextTo = (digits: string): boolean => known.has(digits.slice(1)) || known.has(digits.slice(0, -1));

  const within = (digits: string): readonly string[] => {
    const found: string[] = [];
    for (let size = shortest; size <= longest; size += 1)
      for (let at = 0; at + size <= digits.length; at += 1) {
        const part = digits.slice(at, at + size);
        if (known.has(part)) found.push(part);
      }
    return found;
  };

  return {
    hasWords: () => words,
    learn(value) {
      words ||= value !== '' && value.length < longest && !/\d/.test(value);
      if (value.length > longest || (value.length === longest && !/^\d+$/.test(value))) return 'no';
      if (/\W/.test(value)) {
        broken.add(value);
        pattern = null;
      } else if (value !== '') add(value);
      return value.length < MIN_SEARCHED_LENGTH || isNextTo(value) ? 'only' : 'also';
    },
    isKnown: (word) => known.has(word.toLowerCase()) || broken.has(word),
    findIn: within,
    isDerived: (digits) => digits.length >= shortest && (stems.has(digits) || stems.has(digits.slice(0, -1)) || within(digits).length > 0),
    replaceNonWords(text, replace) {
      if (broken.size === 0) return text;
      pattern ??= new RegExp(`(?<!\\w)(?:${joinAlternatives(broken)})(?!\\w)`, 'g');
      return text.replaceAll(pattern, replace);
    },
  };
}
