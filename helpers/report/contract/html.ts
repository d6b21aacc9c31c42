import { severities } from '../../core/records/contract-finding.ts';
import { code, element, joinHtml, lineBreak, multiline, emptyHtml, page, pageStyle, text, type Html } from '../pages/html.ts';
import { groupFindings, formatComparisonHeadline, severityTitles, type ShownComparison, type FindingGroup } from './groups.ts';
import { describeDifference } from '../../contract/compare/words.ts';

const style = `${pageStyle}
body { max-width: 75rem; } article { padding: .5rem 1rem; } h3 { margin: 0; font-weight: 400; } h3 strong { font-weight: 700; } article > p { margin: .25rem 0; overflow-wrap: anywhere; }
.rule { font-size: .75rem; color: #444; } summary:focus-visible { outline: 3px solid #0b3d91; outline-offset: 2px; }`;

const newLine = multiline('\n');
const joinLines = (parts: readonly Html[]): Html => joinHtml(parts, newLine);

function renderTitle(first: FindingGroup['first']): Html {
  const { what, contract, live } = describeDifference(first);
  return element('h3', [element('strong', text(what)), text(': contract '), code(contract), text(', live '), code(live)]);
}

function renderOtherPlaces(places: readonly string[]): Html {
  if (places.length === 0) return emptyHtml;
  const items = places.map((place) => element('li', text(place)));
  return element('details', [element('summary', text(`and ${places.length} more`)), element('ul', items)]);
}

const renderGroup = ({ first, places }: FindingGroup): Html =>
  element(
    'article',
    joinLines([
      emptyHtml,
      renderTitle(first),
      element('p', text(first.place)),
      renderOtherPlaces(places.slice(1)),
      element('p', [text(first.effect), text(' '), element('span', text(`${first.severity}, rule ${first.rule}`), { class: 'rule' })]),
      emptyHtml,
    ]),
  );

function renderSeverity({ findings }: ShownComparison, severity: (typeof severities)[number]): Html {
  const groups = groupFindings(findings, severity);
  return groups.length === 0 ? emptyHtml : joinLines([element('h2', text(severityTitles[severity])), ...groups.map(renderGroup)]);
}

/** A self-contained page that escapes all text of the documents. */
export function renderComparisonHtml(comparison: ShownComparison): string {
  const sources = [text(`contract: ${comparison.expectedFrom}`), lineBreak, text(`live: ${comparison.liveFrom}`)];
  const body = [
    element('h1', text('Contract comparison')),
    element('p', sources),
    element('p', element('strong', text(formatComparisonHeadline(comparison)))),
    ...severities.map((severity) => renderSeverity(comparison, severity)),
  ];
  return page('Contract comparison', joinLines(body), { style, skip: false });
}
