import { verdicts } from '../../core/records/verdicts.ts';
import { countVerdicts } from '../verdict/checks.ts';
import { verdictWords } from '../model/verdict-words.ts';
import { element, html, list, prose, text, type Html } from '../pages/html.ts';
import type { ChapterRow, Counts } from './rows.ts';

const sumCounts = (counts: Counts): number => verdicts.reduce((sum, verdict) => sum + counts[verdict], 0);

/** Named, since a narrow page has no head above it. */
const renderCount = (name: string, count: number): Html =>
  count === 0
    ? element('td', text('0'), { class: 'none', 'data-name': name })
    : element('td', element('strong', text(String(count))), { 'data-name': name });

const renderCounts = (counts: Counts): Html =>
  html`${verdicts.map((verdict) => renderCount(verdictWords[verdict][0], counts[verdict]))}${renderCount('all', sumCounts(counts))}`;

const renderRow = (kind: 'whole' | 'part', title: string, counts: Counts): Html =>
  html`<tr class="${text(kind)}">
    <th scope="row">${prose(title)}</th>
    ${renderCounts(counts)}
  </tr>`;

/** A single section would only repeat its chapter. */
const renderSectionRows = (sections: ChapterRow['sections']): readonly Html[] =>
  sections.length < 2 ? [] : sections.map(({ title, counts }) => renderRow('part', title, counts));

const addCounts = (one: Counts, other: Counts): Counts => ({
  ...one,
  ...Object.fromEntries(verdicts.map((verdict) => [verdict, one[verdict] + other[verdict]])),
});

export function renderMatrix(chapters: readonly ChapterRow[]): Html {
  const head = ['Chapter and section', ...verdicts.map((verdict) => verdictWords[verdict][0]), 'all'];
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
        ${renderRow('whole', 'All', chapters.map(({ counts }) => counts).reduce(addCounts, countVerdicts([])))}
      </tbody>
    </table>
    ${list(verdicts.map((verdict) => html`<strong>${text(verdictWords[verdict][0])}</strong>: ${text(verdictWords[verdict][1])}`))}`;
}
