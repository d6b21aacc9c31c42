/** One value for all answers of the same form: it keeps only what a description can speak about. */
export type AnswerShape = null | boolean | number | string | readonly AnswerShape[] | ShapeMembers;

export interface ShapeMembers {
  readonly [name: string]: AnswerShape;
}

/** A text that no enum can list. */
export const anyText = '';

const deepest = 16;
const mostMembers = 200;

/** Words that an enum may list; ids, codes and names of people are not such words. */
const isWord = (text: string): boolean => /^[A-Za-z][A-Za-z_]{1,23}$/.test(text);

class TooMuch extends Error {}

function toShape(value: unknown, depth: number): AnswerShape {
  if (depth > deepest) throw new TooMuch();
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? 0 : 0.5;
  if (typeof value === 'string') return isWord(value) ? value : anyText;
  if (Array.isArray(value)) return distinctShapes(value.slice(0, mostMembers).map((item) => toShape(item, depth + 1)));
  const members = Object.entries(value as object);
  if (members.length > mostMembers) throw new TooMuch();
  const sorted = members.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, member]) => [name, toShape(member, depth + 1)]));
}

function distinctShapes(forms: readonly AnswerShape[]): AnswerShape[] {
  return [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()];
}

/** Undefined when the JSON is larger or deeper than any description. */
export function toAnswerShape(value: unknown): AnswerShape | undefined {
  try {
    return toShape(value, 0);
  } catch (error) {
    if (error instanceof TooMuch) return undefined;
    throw error;
  }
}
