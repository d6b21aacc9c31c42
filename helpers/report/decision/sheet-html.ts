import { withoutWhereAsked } from '../../client/http/where-asked.ts';
import { pluralize, shortenAtWord } from '../../core/text.ts';
import { code, element, emptyHtml, html, joinHtml, link, prose, text, type Html } from '../pages/html.ts';
import type { Decision } from './content.ts';
import { specificationPage } from '../model/file-names.ts';
import { risks, type RiskCounts } from '../model/risk.ts';
import { describeAccepted } from './standings.ts';
import type { AcceptedRow, Coverage, Obstacle, Sheet } from './rows.ts';

/** What one page has room for. */
const mostAgainst = 8;
const mostAccepted = 4;
/** Every sentence of the catalogue is shorter. */
const longestSentence = 160;
/** There are few, and the page shows nothing else of one. */
const longestCondition = 400;
const longestName = 60;
const longestReason = 100;
const shownHash = 16;

const renderRow = (title: string, content: Html, kind: 'row' | 'row wide' = 'row'): Html =>
  element(
    'section',
    html`<h2>${text(title)}</h2>
      <div>${content}</div>`,
    { class: kind },
  );

const paragraph = (words: string): Html => html`<p>${text(words)}</p>`;

const nameObstacle = ({ clause, address }: Obstacle): Html => {
  if (clause === null) return text('The run');
  return address === null ? code(clause) : link(address, code(clause));
};

const renderCells = (cells: readonly Html[]): Html =>
  joinHtml(
    cells.map((cell) => element('span', cell)),
    text(' '),
  );

type Alike = readonly [Obstacle, ...Obstacle[]];

/** Where not all have room, they share a row. */
export const gatherForPage = (against: readonly Obstacle[]): readonly Alike[] =>
  against.length <= mostAgainst ? against.map((one) => [one]) : gatherAlike(against);

/** Clauses that are not judged for one reason. */
function gatherAlike(against: readonly Obstacle[]): readonly Alike[] {
  const groups = Map.groupBy(against, (one) => (one.state === 'not judged' ? `${one.mover} ${one.reason}` : one));
  return [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [[first, ...others] as const]));
}

function describeAlike([one, ...others]: Alike): string {
  // Annex A has the address that was asked.
  if (others.length > 0) return shortenAtWord(withoutWhereAsked(one.reason), longestSentence);
  return shortenAtWord(one.sentence, one.clause === null ? longestCondition : longestSentence);
}

function renderAlike([one, ...others]: Alike): Html {
  const name = html`${nameObstacle(one)}${text(others.length === 0 ? '' : ` and ${others.length} more, annex A`)}`;
  return element('li', renderCells([name, prose(describeAlike([one, ...others])), element('strong', text(one.state)), text(one.mover)]));
}

/** With its whole sentence and the reason. */
const renderFullObstacle = (one: Obstacle): Html => {
  const reason = one.clause === null ? emptyHtml : html`<br />${text(shortenAtWord(one.reason, 400))}`;
  return element(
    'li',
    renderCells([nameObstacle(one), html`${prose(one.sentence)}${reason}`, element('strong', text(one.state)), text(one.mover)]),
    { class: 'full' },
  );
};

/** The reason once, and under it every clause with its sentence. */
function renderFullGroup([one, ...others]: Alike): Html {
  if (others.length === 0) return renderFullObstacle(one);
  const cells = [
    text(pluralize(others.length + 1, 'clause')),
    text(shortenAtWord(one.reason, 400)),
    element('strong', text(one.state)),
    text(one.mover),
  ];
  return joinHtml(
    [
      element('li', renderCells(cells), { class: 'full' }),
      ...[one, ...others].map((each) => element('li', renderCells([nameObstacle(each), prose(each.sentence)]), { class: 'full' })),
    ],
    emptyHtml,
  );
}

export const renderObstacles = (against: readonly Obstacle[]): Html =>
  element('ul', gatherAlike(against).map(renderFullGroup), { class: 'lines against' });

const renderMore = (count: number, annex: string): Html => (count > 0 ? paragraph(`${count} more, ${annex}`) : emptyHtml);

function renderAgainst({ against }: Sheet): Html {
  if (against.length === 0) return paragraph('Nothing.');
  const shown = gatherForPage(against).slice(0, mostAgainst);
  return html`${element('ul', shown.map(renderAlike), { class: 'lines against' })}${renderMore(against.length - shown.flat().length, 'annex A')}`;
}

const wordsOfAccepted: Readonly<Record<AcceptedRow['what'], string>> = { deviation: 'broken', gap: 'not judged' };

const renderWhyAccepted = ({ what, reason }: AcceptedRow): Html =>
  joinHtml([element('strong', text(wordsOfAccepted[what])), text(shortenAtWord(reason, longestReason))], text(': '));

/** The sentence that is not kept, or not judged, comes before why that is accepted. */
const renderAcceptedRow = (row: AcceptedRow): Html =>
  element(
    'li',
    renderCells([
      code(row.clause),
      joinHtml([prose(shortenAtWord(row.sentence, longestSentence)), renderWhyAccepted(row)], html`<br />`),
      text(shortenAtWord(row.ticket, longestName)),
      text(shortenAtWord(row.approver, longestName)),
      text(row.expires),
    ]),
  );

function renderAccepted({ accepted }: Sheet): Html {
  if (accepted.length === 0) return paragraph('Nothing.');
  return html`${element('ul', accepted.slice(0, mostAccepted).map(renderAcceptedRow), { class: 'lines accepted' })}${renderMore(accepted.length - mostAccepted, 'annex B')}`;
}

function describeStandings(coverage: Coverage): string {
  const {
    binding,
    kept,
    noted,
    notApplicable,
    broken,
    questions,
    otherQuestions,
    accepted,
    notJudged,
    situations,
    situationsJudged,
    cannotBeTried,
  } = coverage;
  return [
    `${pluralize(binding, 'binding clause')}: kept ${kept}, noted ${noted}, not applicable ${notApplicable}, broken ${broken}, question ${questions}, accepted ${accepted}${describeAccepted(coverage)}, not judged ${notJudged}`,
    `forms and circumstances ${situationsJudged} of ${situations}`,
    ...(otherQuestions === 0 ? [] : [`${pluralize(otherQuestions, 'question')} about clauses that do not bind`]),
    `${cannotBeTried} that no run can try (annex C)`,
  ].join(' · ');
}

const listRisks = (counts: RiskCounts): string => risks.map((risk) => `${risk} ${counts[risk]}`).join(', ');

/** `broken: money 0, consent 1, secrets 0, other 0 · accepted: money 2, …`; the second part only where something is accepted. */
const describeRisks = ({ byRisk, acceptedByRisk, coverage }: Sheet): string =>
  [`broken: ${listRisks(byRisk)}`, ...(coverage.accepted === 0 ? [] : [`accepted: ${listRisks(acceptedByRisk)}`])].join(' · ');

const renderSignatures = (): Html =>
  html`<p>I have read this page, and the annexes on what was not judged. I accept the service with the exceptions listed above.</p>
    <p class="signed"><span>prepared by</span> <span>approved by</span> <span>date</span></p>`;

const shortHash = (hash: string): string => `${hash.slice(0, shownHash)}…${hash.slice(-shownHash)}`;

/** The page to sign (decision 13). */
export function renderSheet({ run, signable, evidence, sheet }: Decision, annexes: string): Html {
  const { title, inShort, judged, since, left, coverage } = sheet;
  return html`<div class="head">
      <h1>DMT conformance decision</h1>
      <p class="muted">
        run ${text(run.slice(0, 8))} · this page and ${text(annexes)} · ${link(specificationPage, text('map of the specification'))}
      </p>
    </div>
    <div class="verdict">
      <p><strong>${text(title)}</strong></p>
      <p><strong>${text(signable ? 'MAY BE SIGNED' : 'MAY NOT BE SIGNED')}</strong></p>
      <p class="in-short">${text(inShort)}</p>
    </div>
    ${[
      renderRow('Judged', paragraph(judged)),
      renderRow('Coverage', paragraph(describeStandings(coverage))),
      renderRow('By risk', paragraph(describeRisks(sheet))),
      renderRow('Against signing', renderAgainst(sheet), 'row wide'),
      renderRow('Accepted', renderAccepted(sheet), 'row wide'),
      renderRow('Since', paragraph(since)),
      renderRow('Left', paragraph(left)),
      renderRow(
        'Signature',
        signable ? renderSignatures() : paragraph('There is nothing to sign: see above what stands against it.'),
        'row wide',
      ),
    ]}
    <p class="muted">evidence ${code(shortHash(evidence))}</p>`;
}
