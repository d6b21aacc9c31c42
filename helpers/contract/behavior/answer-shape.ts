/** A value that stands for all of its form: what a description says nothing about is gone from it. */
export type AnswerShape = null | boolean | number | string | readonly AnswerShape[] | ShapeMembers;

export interface ShapeMembers {
  readonly [name: string]: AnswerShape;
}

/** Text that no list of values is asked about. */
export const anyText = '';

const deepest = 16;
const mostMembers = 200;

/** Words a list of values may be made of; ids, codes and names of people are none. */
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

/** The form of parsed JSON; undefined when it is larger or deeper than any description. */
export function toAnswerShape(value: unknown): AnswerShape | undefined {
  try {
    return toShape(value, 0);
  } catch (error) {
    if (error instanceof TooMuch) return undefined;
    throw error;
  }
}
