import { masked } from './mask.ts';
import type { Fields, Recorded, Said } from './recorded.ts';
import { isSame } from './same.ts';

/** One field of one thing said, that is not what it was; null where the thing, or the field, is in one record only. */
export interface Difference {
  readonly service: string;
  readonly said: string;
  readonly field: string;
  readonly old: string | null;
  readonly new: string | null;
}

/** What a text of the old record would be today. */
export type Reword = (text: string) => string;

const sameWords: Reword = (text) => text;

type Read = (service: string, said: Said) => Fields;

const textOf = (value: Fields[string] | undefined): string | null => (value === undefined ? null : String(value));

const whole = (service: string, said: string, side: 'old' | 'new'): Difference => ({
  service,
  said,
  field: 'all of it',
  old: side === 'old' ? 'there' : null,
  new: side === 'new' ? 'there' : null,
});

function inFields(service: string, said: string, old: Fields, next: Fields): Difference[] {
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  return names
    .map((field) => ({ service, said, field, old: textOf(old[field]), new: textOf(next[field]) }))
    .filter((one) => !isSame(one.field, one.old, one.new));
}

/** Things by a name of their own, in both: those in one alone, and what differs of the others. */
function beside<Thing>(
  old: ReadonlyMap<string, Thing>,
  next: ReadonlyMap<string, Thing>,
  alone: (name: string, side: 'old' | 'new') => Difference,
  both: (name: string, old: Thing, next: Thing) => readonly Difference[],
): Difference[] {
  const gone = [...old.entries()].flatMap(([name, thing]) => {
    const other = next.get(name);
    return other === undefined ? [alone(name, 'old')] : both(name, thing, other);
  });
  const added = [...next.keys()].filter((name) => !old.has(name)).map((name) => alone(name, 'new'));
  return [...gone, ...added];
}

const nameOf = ({ kind, id }: Said): string => (kind === 'line' ? id : `${kind} ${id}`);
const byName = ({ said }: Recorded): ReadonlyMap<string, Said> => new Map(said.map((one) => [nameOf(one), one]));
const byService = (records: readonly Recorded[]): ReadonlyMap<string, Recorded> => new Map(records.map((one) => [one.service, one]));

/** What people read. Ids, verdicts, owners, causes and signatures are never reworded: others are written down with them. */
const wordings: readonly string[] = ['expected', 'received', 'reason', 'place', 'facts', 'fact', 'title', 'because', 'text'];

const reworded =
  (reword: Reword): Read =>
  (service, said) =>
    Object.fromEntries(
      Object.entries(masked(service, said)).map(([name, value]) => [
        name,
        typeof value === 'string' && wordings.includes(name) ? reword(value) : value,
      ]),
    );

/** Everything that is not the same in two records, made-up values apart. */
export function compare(old: readonly Recorded[], next: readonly Recorded[], reword: Reword = sameWords): readonly Difference[] {
  const [readOld, readNew] = [reworded(reword), masked];
  return beside(
    byService(old),
    byService(next),
    (service, side) => whole(service, 'the service', side),
    (service, before, after) =>
      beside(
        byName(before),
        byName(after),
        (said, side) => whole(service, said, side),
        (said, one, other) => inFields(service, said, readOld(service, one), readNew(service, other)),
      ),
  );
}

/** How many checks ended, in all records. */
export const outcomesIn = (records: readonly Recorded[]): number =>
  records.reduce((sum, { said }) => sum + said.filter(({ kind }) => kind === 'check').length, 0);
