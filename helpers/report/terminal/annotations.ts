import { pluralize, shorten, shortenAtWord, toOneLine } from '../../core/text.ts';
import { describeClaim } from '../verdict/claim.ts';
import { collectBrokenRows, type BrokenRow } from '../model/check-row.ts';
import type { VerdictFile } from '../model/verdict-file.ts';

/** GitHub shows ten errors of a step and drops the others in silence. */
const mostShown = 10;

const longestField = 400;
const longestTitle = 250;

const escapeData = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Nothing in the lines can end the command or begin another one. */
const errorCommand = (title: string, lines: readonly string[]): string => {
  const shown = lines.map((line) => shorten(toOneLine(line), longestField));
  return `::error title=${escapeProperty(toOneLine(title))}::${escapeData(shown.join('\n'))}`;
};

/** The title is what a list of annotations shows: it says what is wrong, not what should be. */
const describeBreach = (broken: BrokenRow): string =>
  shortenAtWord(`${broken.clause} is broken. ${toOneLine(describeClaim(broken))}`, longestTitle);

const annotateClause = (broken: BrokenRow): string => {
  const { operation, title, place, expected, received, repeat } = broken;
  return errorCommand(describeBreach(broken), [
    operation,
    ...(place === null ? [] : [place]),
    ...(expected === null ? [] : [`expected ${expected}`]),
    ...(received === null ? [] : [`received ${received}`]),
    `check: ${title}`,
    `repeat: ${repeat}`,
  ]);
};

function annotateRest(rest: readonly BrokenRow[]): readonly string[] {
  if (rest.length === 0) return [];
  const ids = rest.map(({ clause }) => clause).join(', ');
  return [errorCommand(pluralize(rest.length, 'more broken clause'), [ids, 'the summary of this job has all of them'])];
}

/** Workflow commands of GitHub: one for each broken clause, or one that says why the run did not end with 0. */
export function annotationLines(file: VerdictFile): readonly string[] {
  const broken = collectBrokenRows(file);
  const atOnce = broken.length > mostShown ? mostShown - 1 : mostShown;
  const lines = [...broken.slice(0, atOnce).map(annotateClause), ...annotateRest(broken.slice(atOnce))];
  if (lines.length > 0 || file.exitCode === 0) return lines;
  return [errorCommand(`${file.verdict} (exit ${file.exitCode})`, [file.because])];
}
