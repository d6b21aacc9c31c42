/** Shorter values are too common to be looked for everywhere. */
export const LONG = 8;
/** What is looked for is a beginning of this length: long tokens stay cheap, and one that was cut off is found as well. */
const HEAD = 32;
/** A hostile target may make us look for texts without end. */
const MOST_HEADS = 10_000;

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** A pattern of any of the texts; the longest first, so that a text is not taken for one it begins with. */
export const anyOf = (texts: Iterable<string>): string =>
  Array.from(texts)
    .sort((one, other) => other.length - one.length)
    .map(escaped)
    .join('|');

function isEscaped(text: string, index: number): boolean {
  let start = index;
  while (text.charAt(start - 1) === '\\') start -= 1;
  return (index - start) % 2 === 1;
}

interface Found {
  readonly form: string;
  readonly other: string;
}

/** Replaces many texts at once in one pass. */
export interface Search {
  readonly add: (form: string, other: string) => void;
  /** In a JSON document the letter of an escape belongs to its backslash and begins no text. */
  readonly replace: (text: string, isJson: boolean) => string;
}

export function openSearch(): Search {
  const byHead = new Map<string, Found[]>();
  let pattern: RegExp | null = null;

  /** The longest known text that stands here; at least its head does. */
  const at = (text: string, head: string, index: number): Found => {
    const forms = byHead.get(head) ?? [];
    const whole = forms.find(({ form }) => text.startsWith(form, index));
    return whole ?? { form: head, other: forms[0]?.other.slice(0, head.length) ?? '' };
  };

  return {
    add(form, other) {
      const head = form.slice(0, HEAD);
      const forms = byHead.get(head) ?? [];
      if (form.length < LONG || byHead.size >= MOST_HEADS || forms.some((known) => known.form === form)) return;
      byHead.set(
        head,
        [...forms, { form, other }].sort((one, two) => two.form.length - one.form.length),
      );
      pattern = null;
    },
    replace(text, isJson) {
      if (byHead.size === 0) return text;
      pattern ??= new RegExp(anyOf(byHead.keys()), 'g');
      let [result, copied] = ['', 0];
      pattern.lastIndex = 0;
      for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
        if (isJson && isEscaped(text, match.index)) {
          pattern.lastIndex = match.index + 1;
          continue;
        }
        const { form, other } = at(text, match[0], match.index);
        result += text.slice(copied, match.index) + other;
        copied = match.index + form.length;
        pattern.lastIndex = copied;
      }
      return copied === 0 ? text : result + text.slice(copied);
    },
  };
}
