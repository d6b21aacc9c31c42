import { verdicts, type Verdict } from '../../core/records/verdicts.ts';
import { verdictWords } from '../model/verdict-words.ts';
import { html, list, prose, text, type Html } from '../pages/html.ts';
import type { ChapterRow, Counts } from './rows.ts';

const sumCounts = (counts: Counts): number => verdicts.reduce((sum, verdict) => sum + counts[verdict], 0);

const renderCount = (count: number): Html =>
  count === 0 ? html`<td class="none">0</td>` : html`<td><strong>${text(String(count))}</strong></td>`;

const renderRow = (kind: 'whole' | 'part', title: string, counts: Counts): Html =>
  html`<tr class="${text(kind)}">
    <th scope="row">${prose(title)}</th>
    ${verdicts.map((verdict) => renderCount(counts[verdict]))}${renderCount(sumCounts(counts))}
  </tr>`;

/** A single section would only repeat its chapter. */
const renderSectionRows = (sections: ChapterRow['sections']): readonly Html[] =>
  sections.length < 2 ? [] : sections.map(({ title, counts }) => renderRow('part', title, counts));

const sumVerdict = (rows: readonly ChapterRow[], verdict: Verdict): number => rows.reduce((all, { counts }) => all + counts[verdict], 0);

export function renderMatrix(chapters: readonly ChapterRow[]): Html {
  const head = ['Chapter and section', ...verdicts.map((verdict) => verdictWords[verdict][0]), 'all'];
  const totals = verdicts.map((verdict) => sumVerdict(chapters, verdict));
  return html`<table class="matrix">
      <caption>
        Clauses by verdict
      </caption>
      <thead>
        <tr>
          ${head.map((name) => html`<th scope="col">${text(name)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${chapters.map(({ title, counts, sections }) => html`${renderRow('whole', title, counts)}${renderSectionRows(sections)}`)}
        <tr class="whole">
          <th scope="row">All</th>
          ${totals.map(renderCount)}${renderCount(totals.reduce((all, count) => all + count, 0))}
        </tr>
      </tbody>
    </table>
    ${list(verdicts.map((verdict) => html`<strong>${text(verdictWords[verdict][0])}</strong>: ${text(verdictWords[verdict][1])}`))}`;
}
