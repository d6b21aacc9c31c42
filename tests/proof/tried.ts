import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import { judgeSandbox, type EndedCheck } from '../run/judged.ts';
import { findProblems } from './judge-row.ts';
import { campaign, prove, type Trial } from './prove.ts';

type WriteLine = (line: string) => void;

const notPassed: readonly EndedCheck['verdict'][] = ['fail', 'blocked', 'error'];

const formatEnded = ({ check, verdict, expected, received, reason }: EndedCheck): string =>
  `${verdict.padEnd(14)} ${check}${verdict === 'fail' || verdict === 'warn' ? `   expected ${expected ?? ''}, received ${received ?? ''}` : ` ${reason ?? ''}`}`;

async function tryService(trial: Trial, say: WriteLine): Promise<boolean> {
  const row = await prove(trial);
  const problems = findProblems(row);
  for (const { check, expected, received } of row.failed)
    say(`fail           ${check}   expected ${expected ?? ''}, received ${received ?? ''}`);
  for (const { check } of row.warned) say(`warn           ${check}`);
  for (const problem of problems) say(problem);
  say(`${trial.kind} ${trial.id}: ${problems.length === 0 ? 'judged as it deserves' : 'not proved'}`);
  return problems.length === 0;
}

/** The checks of a pattern on the honest sandbox; the checks of a campaign only where no other check matches. */
async function tryChecks(pattern: string, say: WriteLine): Promise<boolean> {
  const plain = await judgeSandbox({}, {}, [pattern]);
  const ended = plain.length > 0 ? plain : await judgeSandbox({}, campaign, [pattern]);
  for (const one of ended) say(formatEnded(one));
  if (ended.length === 0) say(`expected a fault, a variant, a check, a clause, an operation or a suite, received "${pattern}"`);
  return ended.length > 0 && ended.every(({ verdict }) => !notPassed.includes(verdict));
}

function tryOne(word: string, say: WriteLine): Promise<boolean> {
  if (faults.has(word)) return tryService({ kind: 'fault', id: word }, say);
  if (variants.has(word)) return tryService({ kind: 'variant', id: word }, say);
  return tryChecks(word, say);
}

/** Judges each in turn, writes no file and returns the exit code. */
export async function tryAll(words: readonly string[], say: WriteLine): Promise<number> {
  if (words.length === 0)
    say('expected the id of a fault, a variant or a check, received none; for example npm run try -- op9-takes-any-code');
  const proved: boolean[] = [];
  for (const word of words) proved.push(await tryOne(word, say));
  return words.length > 0 && proved.every(Boolean) ? 0 : 1;
}
