import { severities } from '../../core/records/contract-finding.ts';
import { element, joinHtml, lineBreak, multiline, emptyHtml, page, text, type Html } from '../pages/html.ts';
import { groupFindings, formatComparisonHeadline, severityTitles, type ShownComparison, type FindingGroup } from './groups.ts';

const style = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
article { border: 1px solid #767676; border-left-width: .5rem; margin: 1rem 0; padding: .5rem 1rem; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.sides pre { margin: 0; padding: .5rem; border: 1px dashed #767676; white-space: pre-wrap; overflow-wrap: anywhere; }
.sides p, article > p { margin: .5rem 0; }
@media (max-width: 45rem) { .sides { grid-template-columns: 1fr; } }`;

const newLine = multiline('\n');
const joinLines = (parts: readonly Html[]): Html => joinHtml(parts, newLine);

const renderSide = (title: string, sign: string, value: string): Html =>
  element('div', [element('p', text(title)), element('pre', [text(sign), text(' '), text(value)])]);

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
      element('h3', text(`${first.severity.toUpperCase()} ${first.rule} ${first.place}`)),
      renderOtherPlaces(places.slice(1)),
      element('div', [renderSide('expected', '-', first.expected), renderSide('live', '+', first.live)], { class: 'sides' }),
      element('p', text(first.effect)),
      emptyHtml,
    ]),
  );

function renderSeverity({ findings }: ShownComparison, severity: (typeof severities)[number]): Html {
  const groups = groupFindings(findings, severity);
  return groups.length === 0 ? emptyHtml : joinLines([element('h2', text(severityTitles[severity])), ...groups.map(renderGroup)]);
}

/** A self-contained page that escapes all text of the documents. */
export function renderComparisonHtml(comparison: ShownComparison): string {
  const sources = [text(`expected: ${comparison.expectedFrom}`), lineBreak, text(`live: ${comparison.liveFrom}`)];
  const body = [
    element('h1', text('Contract comparison')),
    element('p', sources),
    element('p', element('strong', text(formatComparisonHeadline(comparison)))),
    ...severities.map((severity) => renderSeverity(comparison, severity)),
  ];
  return page('Contract comparison', joinLines(body), { style, skip: false });
}
