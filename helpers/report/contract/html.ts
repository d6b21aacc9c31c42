import { severities } from '../../core/records/contract-finding.ts';
import { element, joined, lineBreak, multiline, nothing, page, text, type Html } from '../pages/html.ts';
import { groupsOf, headline, severityWords, type ShownComparison, type FindingGroup } from './groups.ts';

const style = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
article { border: 1px solid #767676; border-left-width: .5rem; margin: 1rem 0; padding: .5rem 1rem; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.sides pre { margin: 0; padding: .5rem; border: 1px dashed #767676; white-space: pre-wrap; overflow-wrap: anywhere; }
.sides p, article > p { margin: .5rem 0; }
@media (max-width: 45rem) { .sides { grid-template-columns: 1fr; } }`;

const newLine = multiline('\n');
const inLines = (parts: readonly Html[]): Html => joined(parts, newLine);

const side = (title: string, sign: string, value: string): Html =>
  element('div', [element('p', text(title)), element('pre', [text(sign), text(' '), text(value)])]);

function placesBeside(places: readonly string[]): Html {
  if (places.length === 0) return nothing;
  const items = places.map((place) => element('li', text(place)));
  return element('details', [element('summary', text(`and ${places.length} more`)), element('ul', items)]);
}

const article = ({ first, places }: FindingGroup): Html =>
  element(
    'article',
    inLines([
      nothing,
      element('h3', text(`${first.severity.toUpperCase()} ${first.rule} ${first.place}`)),
      placesBeside(places.slice(1)),
      element('div', [side('expected', '-', first.expected), side('live', '+', first.live)], { class: 'sides' }),
      element('p', text(first.effect)),
      nothing,
    ]),
  );

function section({ findings }: ShownComparison, severity: (typeof severities)[number]): Html {
  const groups = groupsOf(findings, severity);
  return groups.length === 0 ? nothing : inLines([element('h2', text(severityWords[severity])), ...groups.map(article)]);
}

/** One page that needs nothing else: severities are told in words, the sides by signs, and everything of the documents is escaped. */
export function comparisonHtml(comparison: ShownComparison): string {
  const sources = [text(`expected: ${comparison.expectedFrom}`), lineBreak, text(`live: ${comparison.liveFrom}`)];
  const body = [
    element('h1', text('Contract comparison')),
    element('p', sources),
    element('p', element('strong', text(headline(comparison)))),
    ...severities.map((severity) => section(comparison, severity)),
  ];
  return page('Contract comparison', inLines(body), { style, skip: false });
}
