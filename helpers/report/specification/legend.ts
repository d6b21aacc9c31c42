import { verdicts, type Verdict } from '../../core/records/verdicts.ts';
import { verdictWords } from '../model/verdict-words.ts';
import { html, text, type Html } from '../pages/html.ts';
import { countVerdicts } from '../verdict/checks.ts';

/** What the map counts of a sentence. */
interface Counted {
  readonly isCounted: boolean;
  readonly shown: Verdict;
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
