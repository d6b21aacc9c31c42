import type { RecordedOutcome } from '../../runner/recorded-callbacks.ts';
import type { Verdict } from '../../core/records/verdicts.ts';
import { plural, oneLine, shorten } from '../../core/text.ts';
import { headlines } from '../model/groups.ts';

const indent = ' '.repeat(9);
const row = (word: string, text: string | null): string[] =>
  text === null ? [] : [`${indent}${word.padEnd(10)}${shorten(oneLine(text), 400)}`];

const withVerdict = (judged: readonly RecordedOutcome[], verdict: Verdict): readonly RecordedOutcome[] =>
  judged.filter(({ outcome }) => outcome.verdict === verdict);

function block(word: string, { check, outcome }: RecordedOutcome): string[] {
  const { place, seen, evidence, expected, received } = outcome;
  return [
    `${word.padEnd(9)}${check.clause}   ${check.title}`,
    ...row('at', place),
    ...row('expected', expected),
    ...row('received', received),
    ...row('in', `callback ${evidence.join(', ')}${seen === null ? '' : `   (${seen} judged)`}`),
    '',
  ];
}

function groupLines(word: string, judged: readonly RecordedOutcome[]): string[] {
  const groups = Map.groupBy(judged, ({ outcome }) => outcome.reason ?? '');
  return [...groups].map(([reason, { length }]) => `${word.padEnd(9)}${plural(length, 'check')}   ${shorten(oneLine(reason), 300)}`);
}

/** What the recorded callbacks are, as it stands on the terminal. */
export function callbackLines(judged: readonly RecordedOutcome[], recorded: number): readonly string[] {
  const [failed, warned] = [withVerdict(judged, 'fail'), withVerdict(judged, 'warn')];
  const counts = [
    plural(recorded, 'callback'),
    ...(failed.length === 0 ? [] : [`${plural(failed.length, 'clause')} broken`]),
    ...(warned.length === 0 ? [] : [plural(warned.length, 'warning')]),
    `${withVerdict(judged, 'pass').length} of ${plural(judged.length, 'check')} passed`,
  ];
  return [
    `${failed.length === 0 ? 'SELECTION · NO VIOLATION FOUND' : headlines['non-conformant']}   ${counts.join(' · ')}`,
    '',
    ...failed.flatMap((one) => block('FAIL', one)),
    ...warned.flatMap((one) => block('WARN', one)),
    ...groupLines('BLOCKED', withVerdict(judged, 'blocked')),
    ...groupLines('UNSEEN', withVerdict(judged, 'not-applicable')),
    'not judged here: whether they were sent, and whether they agree with OP-4 and OP-16; a run does that (DMT_CALLBACK_FILE)',
  ];
}
