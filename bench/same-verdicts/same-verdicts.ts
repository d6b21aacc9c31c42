import { parseArgs } from 'node:util';
import { compare, outcomesIn, type Difference } from './compare.ts';
import { readRecords } from './file.ts';
import { record } from './record.ts';
import { readTexts } from './texts.ts';

type Tell = (line: string) => void;

const usage = 'expected "record FILE" or "OLD NEW [--texts TABLE.json]"';

const told = ({ service, said, field, old, new: next }: Difference): readonly string[] => [
  `${service} · ${said} · ${field}`,
  `  old  ${old ?? '(not there)'}`,
  `  new  ${next ?? '(not there)'}`,
];

async function compareFiles(old: string, next: string, texts: string | undefined, tell: Tell): Promise<boolean> {
  const reword = texts === undefined ? undefined : readTexts(texts);
  const [before, after] = await Promise.all([readRecords(old), readRecords(next)]);
  const differences = compare(before, after, reword);
  for (const line of differences.flatMap(told)) tell(line);
  const size = `${outcomesIn(before)} outcomes of ${before.length} services`;
  tell(differences.length === 0 ? `the same: ${size}` : `${differences.length} differences in ${size}`);
  return differences.length === 0;
}

/** Shows that a change of the code changed no verdict: records what the suite says before and after, and compares. */
export async function sameVerdicts(tell: Tell, ...words: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({ args: words, options: { texts: { type: 'string' } }, allowPositionals: true });
  const [first, second, ...more] = positionals;
  if (first === undefined || second === undefined || more.length > 0) {
    tell(`${usage}, received "${words.join(' ')}"`);
    return false;
  }
  if (first !== 'record') return compareFiles(first, second, values.texts, tell);
  await record(second, tell);
  return true;
}
