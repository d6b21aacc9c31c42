import { createReportLink } from '../decision/findings-html.ts';
import { decisionFiles } from '../model/file-names.ts';
import { formatUtc } from '../model/describe-run.ts';
import { collectBrokenRows } from '../model/check-row.ts';
import { verdictWords } from '../model/verdict-words.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import type { Comparison } from '../compare/compare.ts';
import { verdicts } from '../../core/records/verdicts.ts';
import { pluralize } from '../../core/text.ts';
import { describeClauses } from '../verdict/counted-clauses.ts';
import { formatHeadline } from '../verdict/headline.ts';
import { element, emptyHtml, factTable, html, joinHtml, link, list, page, text, type Html } from '../pages/html.ts';
import { buildMap, type MapChapter, type MapSection, type Sentence } from './content.ts';
import { renderFilters } from './filters-html.ts';
import { countShown, renderLegend } from './legend.ts';
import { filterScript } from './script.ts';
import { linkToSentence, renderSentence, type ReportLink } from './sentence-html.ts';
import { mapStyle } from './style.ts';

/** The failures may stand far below. */
function renderBroken(file: VerdictFile): Html {
  const broken = collectBrokenRows(file).map(({ clause }) => linkToSentence(clause));
  return broken.length === 0 ? emptyHtml : html`<p>Broken: ${joinHtml(broken, html`, `)}</p>`;
}

const renderHead = (file: VerdictFile, changes: Comparison | null): Html =>
  html`<h1>Map of the specification</h1>
    <div class="verdict">
      <p><strong>${text(formatHeadline(file, changes))}</strong></p>
      <p>${text(file.because)} (exit code ${text(String(file.exitCode))}).</p>
      ${renderBroken(file)}
    </div>
    <p>
      Every sentence that the suite knows, in the order of the document and in our words, with what this run found.
      ${link(decisionFiles.page, text('The decision on this run'))} has the reasons, the cost and the questions.
    </p>
    <p class="on-paper">On paper, a sentence that is kept stands without its forms and circumstances. The page on a screen has them.</p>`;

function renderFacts(file: VerdictFile): Html {
  const { run, binding, clauses } = file;
  const beyond = binding.cannotBeTried.map(({ clause }) => linkToSentence(clause));
  return factTable('The run', [
    ['Where', text(`${run.target} at ${run.hosts.join(', ')}, build ${run.targetBuild ?? 'not stated'}`)],
    ['Run', text(`${run.id}, ${formatUtc(run.startedAt)}, ${run.profile} profile${run.interrupted ? ', interrupted' : ''}`)],
    ...(run.selection === null ? [] : [['Selected checks', text(run.selection.join(', '))] as const]),
    ['Clauses', text(`${clauses.length} in all; ${describeClauses(file)}`)],
    ['No run can try', beyond.length === 0 ? text('none') : joinHtml(beyond, html`, `)],
  ]);
}

const listSentences = ({ sections }: MapChapter): readonly Sentence[] => sections.flatMap(({ sentences }) => sentences);

/** `52 clauses: kept 50, untried 2` */
function describeChapter(chapter: MapChapter): string {
  const all = listSentences(chapter);
  const counts = countShown(all);
  const parts = verdicts.filter((verdict) => counts[verdict] > 0).map((verdict) => `${verdictWords[verdict][0]} ${counts[verdict]}`);
  return `${pluralize(all.length, 'clause')}: ${parts.join(', ')}`;
}

const chapterId = (index: number): string => `chapter-${index + 1}`;

const renderContents = (chapters: readonly MapChapter[]): Html =>
  element(
    'nav',
    html`<h2>Chapters</h2>
      ${list(chapters.map((chapter, index) => html`${link(`#${chapterId(index)}`, text(chapter.title))}: ${text(describeChapter(chapter))}`))}`,
    { class: 'contents', 'aria-label': 'Chapters' },
  );

const renderSection = ({ title, sentences }: MapSection, to: ReportLink): Html =>
  html`<div class="section">
    <h3>${text(title)}</h3>
    <ul class="sentences">
      ${sentences.map((sentence) => renderSentence(sentence, to))}
    </ul>
  </div>`;

const renderChapter = (chapter: MapChapter, index: number, to: ReportLink): Html =>
  html`<section class="chapter" id="${text(chapterId(index))}">
    <h2>${text(chapter.title)}</h2>
    ${chapter.sections.map((section) => renderSection(section, to))}
  </section>`;

/** `specification.html`: from `verdict.json` and the catalogue, and nothing else. */
export function renderSpecification(file: VerdictFile, changes: Comparison | null = null): string {
  const chapters = buildMap(file);
  const sentences = chapters.flatMap(listSentences);
  const to = createReportLink(file.run.id);
  const body = [
    renderHead(file, changes),
    renderFacts(file),
    renderLegend(sentences),
    renderContents(chapters),
    renderFilters(sentences),
    ...chapters.map((chapter, index) => renderChapter(chapter, index, to)),
  ];
  return page(`Map of the specification: run ${file.run.id}`, joinHtml(body, html``), {
    style: mapStyle(file.run.id),
    skip: true,
    script: filterScript,
  });
}
