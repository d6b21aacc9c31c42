import { isEscaped } from './json-text.ts';

/** Shorter values are too common to be looked for everywhere. */
export const LONG = 8;
/** What is looked for is a beginning of this length: long tokens stay cheap, and one that was cut off is found as well. */
const HEAD = 32;
/** A hostile target may make us look for texts without end. */
const MOST_FORMS = 10_000;

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** A pattern of any of the texts; the longest first, so that a text is not taken for one it begins with. */
export const anyOf = (texts: Iterable<string>): string =>
  Array.from(texts)
    .sort((one, other) => other.length - one.length)
    .map(escaped)
    .join('|');

interface Form {
  readonly form: string;
  readonly head: string;
  readonly other: string;
}

/** Replaces many texts at once in one pass that skips most of a text, however many they are. */
export interface Search {
  readonly add: (form: string, other: string) => void;
  /** In a JSON document the letter of an escape belongs to its backslash and begins no text. */
  readonly replace: (text: string, isJson: boolean) => string;
}

/** Few enough to stay in the nearest cache. */
const slots = 0x4000;
const BLOCK = 3;
/** Where the last block begins in a window as long as the shortest text. */
const LAST = LONG - BLOCK;

/** A slot for the block of letters at a place. */
const slotAt = (text: string, index: number): number =>
  (text.charCodeAt(index) * 961 + text.charCodeAt(index + 1) * 31 + text.charCodeAt(index + 2)) & (slots - 1);

export function openSearch(): Search {
  const known = new Set<string>();
  const byBeginning = new Map<string, Form[]>();
  /** By the last block of a window: how far on a known text can begin at the earliest (Wu and Manber). */
  const skips = new Uint8Array(slots).fill(LAST + 1);

  const noteBlocks = (form: string): void => {
    for (let at = 0; at <= LAST; at += 1) {
      const slot = slotAt(form, at);
      skips[slot] = Math.min(skips[slot] ?? 0, LAST - at);
    }
  };

  /** The longest known text that stands here whole, else one whose head does. */
  const formAt = (text: string, index: number): Form | undefined => {
    const forms = byBeginning.get(text.slice(index, index + LONG));
    if (forms === undefined) return undefined;
    return forms.find(({ form }) => text.startsWith(form, index)) ?? cutOff(forms, text, index);
  };

  return {
    add(form, other) {
      if (form.length < LONG || known.size >= MOST_FORMS || known.has(form)) return;
      known.add(form);
      noteBlocks(form);
      const beginning = form.slice(0, LONG);
      const forms = [...(byBeginning.get(beginning) ?? []), { form, head: form.slice(0, HEAD), other }];
      byBeginning.set(
        beginning,
        forms.sort((one, two) => two.form.length - one.form.length),
      );
    },
    replace(text, isJson) {
      if (known.size === 0) return text;
      let [result, copied, index] = ['', 0, 0];
      while (index + LONG <= text.length) {
        const skip = skips[slotAt(text, index + LAST)] ?? 0;
        const found = skip === 0 ? formAt(text, index) : undefined;
        if (found === undefined || (isJson && isEscaped(text, index))) {
          index += Math.max(skip, 1);
          continue;
        }
        result += text.slice(copied, index) + found.other;
        index += found.form.length;
        copied = index;
      }
      return copied === 0 ? text : result + text.slice(copied);
    },
  };
}

function cutOff(forms: readonly Form[], text: string, index: number): Form | undefined {
  const found = forms.find(({ head }) => text.startsWith(head, index));
  return found === undefined ? undefined : { form: found.head, head: found.head, other: found.other.slice(0, found.head.length) };
}
