import { maskStatement } from './mask.ts';
import type { StatementFields, ServiceRecord, Statement } from './recorded.ts';
import { isSame } from './is-same.ts';

/** One field that differs; null where the statement or the field is in one record only. */
export interface Difference {
  readonly service: string;
  readonly said: string;
  readonly field: string;
  readonly old: string | null;
  readonly new: string | null;
}

export type Reword = (text: string) => string;

const sameWords: Reword = (text) => text;

type ReadFields = (service: string, said: Statement) => StatementFields;

const sortLines = (text: string): string => text.split('\n').toSorted().join('\n');

/** Facts are sorted by their words, so other words give another order. */
function toText(field: string, value: StatementFields[string] | undefined): string | null {
  if (value === undefined) return null;
  return field === 'facts' ? sortLines(String(value)) : String(value);
}

const oneSidedDifference = (service: string, said: string, side: 'old' | 'new'): Difference => ({
  service,
  said,
  field: 'all of it',
  old: side === 'old' ? 'there' : null,
  new: side === 'new' ? 'there' : null,
});

function compareFields(service: string, said: string, old: StatementFields, next: StatementFields): Difference[] {
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  return names
    .map((field) => ({ service, said, field, old: toText(field, old[field]), new: toText(field, next[field]) }))
    .filter((one) => !isSame(one.field, one.old, one.new));
}

/** Compares things by name: those in one map only, and the differences of the others. */
function compareMaps<Thing>(
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

const statementName = ({ kind, id }: Statement): string => (kind === 'line' ? id : `${kind} ${id}`);
const statementsByName = ({ said }: ServiceRecord): ReadonlyMap<string, Statement> => new Map(said.map((one) => [statementName(one), one]));

const isLine = ({ kind }: Statement): boolean => kind === 'line';

/** The lines of a help page are one text, because they break elsewhere with other words. Its exit code stays as it is. */
function joinHelp(record: ServiceRecord): ServiceRecord {
  if (!record.service.startsWith('help')) return record;
  const words = record.said.filter(isLine).flatMap(({ fields }) => String(fields['text']).split(/\s+/));
  const page: Statement = { kind: 'line', id: 'page', fields: { text: words.filter((word) => word !== '').join(' ') } };
  return { ...record, said: [...record.said.filter((said) => !isLine(said)), page] };
}

const recordsByService = (records: readonly ServiceRecord[]): ReadonlyMap<string, ServiceRecord> =>
  new Map(records.map((one) => [one.service, joinHelp(one)]));

/** Texts for people. Ids, verdicts, owners, causes and signatures are never reworded, because other files refer to them. */
const rewordedFields: readonly string[] = ['expected', 'received', 'reason', 'place', 'facts', 'fact', 'title', 'because', 'text'];

const rewordingReader =
  (reword: Reword): ReadFields =>
  (service, said) =>
    Object.fromEntries(
      Object.entries(maskStatement(service, said)).map(([name, value]) => [
        name,
        typeof value === 'string' && rewordedFields.includes(name) ? reword(value) : value,
      ]),
    );

/** All differences of two records, with generated values masked. */
export function compareRecords(
  old: readonly ServiceRecord[],
  next: readonly ServiceRecord[],
  reword: Reword = sameWords,
): readonly Difference[] {
  const readOld = rewordingReader(reword);
  const readNew = maskStatement;
  return compareMaps(
    recordsByService(old),
    recordsByService(next),
    (service, side) => oneSidedDifference(service, 'the service', side),
    (service, before, after) =>
      compareMaps(
        statementsByName(before),
        statementsByName(after),
        (said, side) => oneSidedDifference(service, said, side),
        (said, one, other) => compareFields(service, said, readOld(service, one), readNew(service, other)),
      ),
  );
}

export const countOutcomes = (records: readonly ServiceRecord[]): number =>
  records.reduce((sum, { said }) => sum + said.filter(({ kind }) => kind === 'check').length, 0);
