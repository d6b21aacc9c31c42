import { verdicts, type Verdict } from '../../core/records/verdicts.ts';
import { verdictWords } from '../model/verdict-words.ts';
import type { VerdictClause } from '../model/verdict-file.ts';
import { html, text, type Html } from '../pages/html.ts';
import type { Standing } from '../verdict/counted-clauses.ts';
import { countVerdicts } from '../verdict/checks.ts';

/** What the map counts of a sentence. */
interface Counted {
  readonly isCounted: boolean;
  readonly shown: Verdict;
}

const verdictByStanding: Readonly<Record<Exclude<Standing, 'not judged'>, Verdict>> = {
  broken: 'fail',
  accepted: 'waived',
  question: 'warn',
  kept: 'pass',
};

/** A binding clause counts as on every other page, so that each word has one number. */
export function findShownVerdict({ verdict }: VerdictClause, standing: Standing | undefined, hasQuestion: boolean): Verdict {
  if (standing === undefined) return hasQuestion ? 'warn' : verdict;
  if (standing !== 'not judged') return verdictByStanding[standing];
  return verdict === 'blocked' || verdict === 'error' ? verdict : 'untried';
}

export const countShown = (sentences: readonly Counted[]): Readonly<Record<Verdict, number>> =>
  countVerdicts(sentences.map(({ shown }) => ({ verdict: shown })));

/** `338 binding, 34 others` */
export function describeNumbers(sentences: readonly Pick<Counted, 'isCounted'>[]): string {
  const binding = sentences.filter(({ isCounted }) => isCounted).length;
  return `${binding} binding, ${sentences.length - binding} others`;
}

export function renderLegend(sentences: readonly Counted[]): Html {
  const [binding, others] = [true, false].map((isCounted) => countShown(sentences.filter((one) => one.isCounted === isCounted)));
  const row = (verdict: Verdict): Html =>
    html`<tr>
      <th scope="row">${text(verdictWords[verdict][0])}</th>
      <td>${text(String(binding?.[verdict] ?? 0))}</td>
      <td>${text(String(others?.[verdict] ?? 0))}</td>
      <td>${text(verdictWords[verdict][1])}</td>
    </tr>`;
  return html`<table class="legend">
    <caption>
      Clauses by verdict
    </caption>
    <thead>
      <tr>
        ${['Verdict', 'Binding', 'Others', 'Meaning'].map((name) => html`<th scope="col">${text(name)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${verdicts.map(row)}
    </tbody>
  </table>`;
}
