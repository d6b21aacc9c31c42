import { escapePattern } from '../core/text.ts';
import { isEscaped } from '../core/json-text.ts';

/** Shorter values are too common to search for everywhere. */
export const MIN_SEARCHED_LENGTH = 8;
/** How many letters of a form must appear before they count as the form cut off. */
const countRequiredLetters = (form: string): number => Math.min(32, Math.max(MIN_SEARCHED_LENGTH, Math.ceil(form.length * 0.75)));
/** Numbers of one kind begin alike, so a number must match in full. */
const MOST_DIGITS = 20;
const isNumericForm = (form: string): boolean => form.length <= MOST_DIGITS && /^[\d.]+$/.test(form);
/** A hostile target may make us search for any number of texts. */
const MOST_FORMS = 10_000;

/** The longest comes first, so that a text is not mistaken for its own beginning. */
export const joinAlternatives = (texts: Iterable<string>): string =>
  Array.from(texts)
    .sort((one, other) => other.length - one.length)
    .map(escapePattern)
    .join('|');

interface SearchForm {
  readonly form: string;
  /** In lowercase. */
  readonly small: string;
  readonly other: string;
  readonly least: number;
}

interface SearchHit {
  readonly length: number;
  readonly other: string;
}

/** Replaces many texts in one pass that skips most of the text. */
export interface Search {
  readonly add: (form: string, other: string) => void;
  /** In JSON, the letter after a backslash begins no text. */
  readonly replace: (text: string, isJson: boolean) => string;
}

/** Small enough for the nearest CPU cache. */
const SLOT_COUNT = 0x4000;
const BLOCK = 3;
/** Where the last block begins in a window of the shortest text's length. */
const LAST_BLOCK = MIN_SEARCHED_LENGTH - BLOCK;

const slotAt = (text: string, index: number): number =>
  (text.charCodeAt(index) * 961 + text.charCodeAt(index + 1) * 31 + text.charCodeAt(index + 2)) & (SLOT_COUNT - 1);

/** Lowercase that keeps every letter at its index. */
function smallLetters(text: string): string {
  const small = text.toLowerCase();
  return small.length === text.length ? small : text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function countMatchingLetters(text: string, index: number, small: string): number {
  if (text.startsWith(small, index)) return small.length;
  let length = 0;
  while (length < small.length && text.charCodeAt(index + length) === small.charCodeAt(length)) length += 1;
  return length;
}

/** The replacement of a form as written: whole or cut off, in the same case. */
function adaptReplacement(written: string, { form, other }: SearchForm): string {
  if (written === form) return other;
  const part = written.length === form.length ? other : other.slice(0, written.length);
  return Array.from(part, (letter, at) => {
    const seen = written.charAt(at);
    const own = form.charAt(at);
    return seen === own ? letter : seen === seen.toLowerCase() ? letter.toLowerCase() : letter.toUpperCase();
  }).join('');
}

export function openSearch(): Search {
  const known = new Set<string>();
  const byBeginning = new Map<string, SearchForm[]>();
  /** By the last block of a window: how far ahead a known text can begin at the earliest (Wu and Manber). */
  const skips = new Uint8Array(SLOT_COUNT).fill(LAST_BLOCK + 1);

  const noteBlocks = (small: string): void => {
    for (let at = 0; at <= LAST_BLOCK; at += 1) {
      const slot = slotAt(small, at);
      skips[slot] = Math.min(skips[slot] ?? 0, LAST_BLOCK - at);
    }
  };

  const foundAt = (text: string, small: string, index: number): SearchHit | undefined => {
    const forms = byBeginning.get(small.slice(index, index + MIN_SEARCHED_LENGTH));
    let best: SearchHit | undefined;
    for (const known of forms ?? []) {
      const length = countMatchingLetters(small, index, known.small);
      if (length < known.least || length <= (best?.length ?? 0)) continue;
      best = { length, other: adaptReplacement(text.slice(index, index + length), known) };
    }
    return best;
  };

  return {
    add(form, other) {
      if (form.length < MIN_SEARCHED_LENGTH || known.size >= MOST_FORMS || known.has(form)) return;
      known.add(form);
      const small = smallLetters(form);
      noteBlocks(small);
      const beginning = small.slice(0, MIN_SEARCHED_LENGTH);
      const forms = byBeginning.get(beginning) ?? [];
      forms.push({ form, small, other, least: isNumericForm(form) ? form.length : countRequiredLetters(form) });
      byBeginning.set(beginning, forms);
    },
    replace(text, isJson) {
      if (known.size === 0) return text;
      let result = '';
      let copied = 0;
      let index = 0;
      const small = smallLetters(text);
      while (index + MIN_SEARCHED_LENGTH <= text.length) {
        const skip = skips[slotAt(small, index + LAST_BLOCK)] ?? 0;
        const found = skip === 0 ? foundAt(text, small, index) : undefined;
        if (found === undefined || (isJson && isEscaped(text, index))) {
          index += Math.max(skip, 1);
          continue;
        }
        result += text.slice(copied, index) + found.other;
        index += found.length;
        copied = index;
      }
      return copied === 0 ? text : result + text.slice(copied);
    },
  };
}
