import type { RecordedOutcome } from '../../runner/recorded-callbacks.ts';
import type { Verdict } from '../../core/records/verdicts.ts';
import { pluralize, toOneLine, shortenAtWord } from '../../core/text.ts';
import { notConformant } from '../verdict/headline.ts';
import { detailLine } from './failures.ts';

const withVerdict = (judged: readonly RecordedOutcome[], verdict: Verdict): readonly RecordedOutcome[] =>
  judged.filter(({ outcome }) => outcome.verdict === verdict);

function outcomeLines(word: string, { check, outcome }: RecordedOutcome): string[] {
  const { place, seen, evidence, expected, received } = outcome;
  return [
    `${word.padEnd(9)}${check.clause}   ${check.title}`,
    ...detailLine('at', place),
    ...detailLine('expected', expected),
    ...detailLine('received', received),
    ...detailLine('in', `callback ${evidence.join(', ')}${seen === null ? '' : `   (${seen} judged)`}`),
    '',
  ];
}

function groupLines(word: string, judged: readonly RecordedOutcome[]): string[] {
  const groups = Map.groupBy(judged, ({ outcome }) => outcome.reason ?? '');
  return [...groups].map(
    ([reason, { length }]) => `${word.padEnd(9)}${pluralize(length, 'check')}   ${shortenAtWord(toOneLine(reason), 300)}`,
  );
}

export function callbackLines(judged: readonly RecordedOutcome[], recorded: number): readonly string[] {
  const failed = withVerdict(judged, 'fail');
  const warned = withVerdict(judged, 'warn');
  const counts = [
    pluralize(recorded, 'callback'),
    ...(failed.length === 0 ? [] : [`${pluralize(failed.length, 'clause')} broken`]),
    ...(warned.length === 0 ? [] : [pluralize(warned.length, 'warning')]),
    `${withVerdict(judged, 'pass').length} of ${pluralize(judged.length, 'check')} passed`,
  ];
  return [
    `${failed.length === 0 ? 'SELECTION · NO VIOLATION FOUND' : notConformant}   ${counts.join(' · ')}`,
    '',
    ...failed.flatMap((one) => outcomeLines('FAIL', one)),
    ...warned.flatMap((one) => outcomeLines('WARN', one)),
    ...groupLines('BLOCKED', withVerdict(judged, 'blocked')),
    ...groupLines('UNSEEN', withVerdict(judged, 'not-applicable')),
    'not judged here: whether they were sent, and whether they agree with OP-4 and OP-16; a run judges that (DMT_CALLBACK_FILE)',
  ];
}
