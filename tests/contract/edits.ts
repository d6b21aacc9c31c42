import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Description } from '../../helpers/contract/read/model.ts';
import { readDescription } from '../../helpers/contract/read/read.ts';

export const fixtures = join(import.meta.dirname, 'fixtures');

export const fixture = (name: string): unknown => JSON.parse(readFileSync(join(fixtures, `${name}.json`), 'utf8'));

type Holder = Record<string, unknown>;

export type Edit = (document: unknown) => void;

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

/** A step of a place: a name, a position in a list, or `in:name` for a parameter. */
function stepInto(value: unknown, step: string): unknown {
  if (!Array.isArray(value)) return isHolder(value) ? value[step] : undefined;
  const list: readonly unknown[] = value;
  return list.find((one) => isHolder(one) && `${String(one['in'])}:${String(one['name'])}` === step) ?? list[Number(step)];
}

function findHolder(document: unknown, place: string): readonly [Holder, string] {
  const steps = place.split(' ');
  const last = steps.pop() ?? '';
  const holder = steps.reduce(stepInto, document);
  if (!isHolder(holder)) throw new Error(`expected an object at ${steps.join(' ')}, received none: name a place of the fixture`);
  return [holder, last];
}

/** A place is a list of steps with blanks between them: `paths /error get responses 200`. */
export const put =
  (place: string, value: unknown): Edit =>
  (document) => {
    const [holder, last] = findHolder(document, place);
    holder[last] = value;
  };

export const drop =
  (place: string): Edit =>
  (document) => {
    const [holder, last] = findHolder(document, place);
    if (stepInto(holder, last) === undefined)
      throw new Error(`expected something at ${place}, received nothing: name a place of the fixture`);
    if (Array.isArray(holder)) holder.splice(holder.indexOf(stepInto(holder, last)), 1);
    else Reflect.deleteProperty(holder, last);
  };

export const move =
  (from: string, to: string): Edit =>
  (document) => {
    const [holder, last] = findHolder(document, from);
    const value = stepInto(holder, last);
    drop(from)(document);
    put(to, value)(document);
  };

export const add =
  (place: string, value: unknown): Edit =>
  (document) => {
    const [holder, last] = findHolder(document, place);
    const list = (holder[last] ??= []);
    if (!Array.isArray(list)) throw new Error(`expected a list at ${place}`);
    list.push(value);
  };

export function edited(document: unknown, edits: readonly Edit[]): unknown {
  const copy: unknown = structuredClone(document);
  for (const edit of edits) edit(copy);
  return copy;
}

export function described(document: unknown): Description {
  const reading = readDescription(document);
  if (!reading.ok) throw new Error(reading.problems.join('\n'));
  return reading.description;
}
