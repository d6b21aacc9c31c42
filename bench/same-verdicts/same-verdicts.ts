import { parseArgs } from 'node:util';
import { recordServicesAgain } from './record-again.ts';
import { compareRecords, countOutcomes, type Difference } from './compare.ts';
import { readRecords } from './record-file.ts';
import { record } from './record.ts';
import { readRewordTable } from './reword.ts';

type WriteLine = (line: string) => void;

interface Options {
  /** A table of old and new texts, for a change of wording only. */
  readonly texts?: string | undefined;
  /** Judges differing services again with the present code, which must be that of the new record. */
  readonly again?: boolean | undefined;
}

const usage = 'expected "record FILE" or "OLD NEW [--texts TABLE.json] [--again]"';

const formatDifference = ({ service, said, field, old, new: next }: Difference): readonly string[] => [
  `${service} · ${said} · ${field}`,
  `  old  ${old ?? '(not there)'}`,
  `  new  ${next ?? '(not there)'}`,
];

const differingServices = (differences: readonly Difference[]): ReadonlySet<string> => new Set(differences.map(({ service }) => service));

async function compareFiles(old: string, next: string, { texts, again = false }: Options, tell: WriteLine): Promise<boolean> {
  const reword = texts === undefined ? undefined : readRewordTable(texts);
  const [before, after] = await Promise.all([readRecords(old), readRecords(next)]);
  const first = compareRecords(before, after, reword);
  for (const line of first.flatMap(formatDifference)) tell(line);
  const services = differingServices(first);
  if (again) for (const service of services) tell(`judged again: ${service}`);
  const last = again ? compareRecords(before, await recordServicesAgain(after, services), reword) : first;
  if (again) for (const line of last.flatMap(formatDifference)) tell(line);
  const size = `${countOutcomes(before)} outcomes of ${before.length} services`;
  const redone = again && services.size > 0 ? `, ${services.size} of them judged again` : '';
  tell(last.length === 0 ? `the same: ${size}${redone}` : `${last.length} differences in ${size}${redone}`);
  return last.length === 0;
}

/** Shows that a change of code changed no verdict: it records what the suite reports before and after, and compares. */
export async function sameVerdicts(tell: WriteLine, ...words: string[]): Promise<boolean> {
  const options = { texts: { type: 'string' }, again: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  const [first, second, ...more] = positionals;
  if (first === undefined || second === undefined || more.length > 0) {
    tell(`${usage}, received "${words.join(' ')}"`);
    return false;
  }
  if (first !== 'record') return compareFiles(first, second, values, tell);
  await record(second, tell);
  return true;
}
