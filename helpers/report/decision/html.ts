import type { AcceptedRow } from './rows.ts';
import { shortenAtWord } from '../../core/text.ts';
import { decisionFiles, specificationPage } from '../model/file-names.ts';
import { html, joinHtml, code, element, link, list, page, prose, text, type Html } from '../pages/html.ts';
import type { Decision } from './content.ts';
import { renderChanges, renderEffects, renderFacts } from './effects-html.ts';
import { renderDeviation, renderOwnerGroup, renderQuestion, createReportLink, type ReportLink } from './findings-html.ts';
import { renderMatrix } from './matrix-html.ts';
import { renderObstacles, renderSheet } from './sheet-html.ts';
import { decisionStyle } from './style.ts';

const mapNote = html`<p>Every sentence, with what was found of it: ${link(specificationPage, text('map of the specification'))}.</p>`;

interface Annex {
  readonly title: string;
  readonly parts: (decision: Decision, to: ReportLink) => readonly Html[];
  /** What the annex says when it has no parts. */
  readonly none: string;
}

const renderAgainst: Annex['parts'] = ({ sheet: { against }, failures }, to) =>
  against.length === 0 ? [] : [renderObstacles(against), ...failures.map((one) => renderDeviation(one, to))];

const describeGap = ({ reason, ticket, approver, expires }: AcceptedRow): string =>
  `${reason} · ${ticket} · ${approver} · until ${expires}`;

/** What was accepted in the same words stands under them. */
const renderGaps = (gaps: readonly AcceptedRow[]): readonly Html[] =>
  [...Map.groupBy(gaps, describeGap)].map(([words, own]) =>
    renderFacts(
      `Accepted gaps: ${words}`,
      own.map(({ clause, sentence }) => ({ name: clause, value: sentence })),
      prose,
    ),
  );

const renderAccepted: Annex['parts'] = ({ accepted, expiring, sheet }, to) => [
  ...accepted.map((one) => renderDeviation(one, to)),
  ...renderGaps(sheet.accepted.filter(({ what }) => what === 'gap')),
  ...(expiring.length === 0 ? [] : [html`<h3>Ending soon</h3>`, list(expiring.map(text))]),
];

const renderRecord: Annex['parts'] = ({ judged, headline, because, exitCode, evidence }) => [
  renderFacts('The run', [
    { name: 'Headline', value: headline },
    { name: 'Because', value: `${because} (exit code ${exitCode})` },
    ...judged,
  ]),
  html`<p>SHA-256 of <code>verdict.json</code>, the evidence: ${code(evidence)}</p>`,
];

const longestObserved = 800;

/** A campaign observes hundreds of things about one clause. */
const renderObserved = (value: string): Html =>
  value.length <= longestObserved
    ? prose(value)
    : html`${prose(shortenAtWord(value, longestObserved))} The rest is in ${link(decisionFiles.record, code(decisionFiles.record))}.`;

/** Lettered in this order; the page to sign names A, B and C. */
const annexes: readonly Annex[] = [
  { title: 'What stands against signing', parts: renderAgainst, none: 'Nothing.' },
  { title: 'Accepted in writing', parts: renderAccepted, none: 'Nothing.' },
  {
    title: 'What no run can try',
    parts: ({ cannotBeTried }) => [renderFacts('Clauses outside the count', cannotBeTried)],
    none: 'Nothing.',
  },
  {
    title: 'Not tested, by who must act',
    parts: ({ untested }, to) => untested.map((group) => renderOwnerGroup(group, to)),
    none: 'Everything was tested.',
  },
  { title: 'Questions for the operator', parts: ({ questions }, to) => questions.map((one) => renderQuestion(one, to)), none: 'None.' },
  { title: 'What the run cost and left behind', parts: renderEffects, none: '' },
  { title: 'What changed since the last run', parts: renderChanges, none: 'No earlier run of this target is known.' },
  { title: 'Clauses by chapter', parts: ({ matrix }) => [renderMatrix(matrix), mapNote], none: '' },
  {
    title: 'Behavior that the specification leaves open',
    parts: ({ profile }) => [renderFacts('Observed, never judged', profile, renderObserved)],
    none: 'None.',
  },
  { title: 'The record', parts: renderRecord, none: '' },
];

const toLetter = (index: number): string => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.charAt(index);

function renderAnnex({ title, parts, none }: Annex, index: number, decision: Decision, to: ReportLink): Html {
  const content = joinHtml(parts(decision, to), html``);
  const shown = content.html.trim() === '' ? html`<p>${text(none)}</p>` : content;
  const letter = toLetter(index);
  return element(
    'section',
    html`<h2>Annex ${text(letter)}: ${text(title)}</h2>
      ${shown}`,
    { class: 'annex', id: `annex-${letter.toLowerCase()}` },
  );
}

/** The page that people sign and its annexes, for screen and A4. Its ids link to the report next to it. */
export function renderDecision(decision: Decision): string {
  const to = createReportLink(decision.run);
  const sheet = renderSheet(decision, `annexes A to ${toLetter(annexes.length - 1)}`);
  const body = html`${element('div', sheet, { class: 'sheet' })}${element(
    'div',
    annexes.map((annex, index) => renderAnnex(annex, index, decision, to)),
    { class: 'annexes' },
  )}`;
  return page(`${decision.headline}: decision on run ${decision.run}`, body, {
    style: decisionStyle(decision.run, decision.signable),
    skip: true,
  });
}
