import { code, element, joinHtml, lineBreak, page, text, type Html } from '../../helpers/report/pages/html.ts';
import { formatCounts, type Matrix } from './matrix.ts';

const style = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;color:#111;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;margin:.5rem 0 2rem}th,td{border-bottom:1px solid #ccc;padding:.3rem .6rem;text-align:left;vertical-align:top}
th{overflow-wrap:normal}code{font-size:.9em}td:first-child{width:28%}@media(max-width:40rem){th,td{padding:.3rem}}details summary{cursor:pointer}`;

const list = (ids: readonly string[]): Html => joinHtml(ids.map(code), lineBreak);

/** Long lists fold, so that a page of hundreds of rows stays readable. */
const foldedList = (ids: readonly string[]): Html =>
  ids.length < 4 ? list(ids) : element('details', [element('summary', text(String(ids.length))), list(ids)]);

function table(head: readonly string[], rows: readonly (readonly Html[])[]): Html {
  const names = head.map((name) => element('th', text(name), { scope: 'col' }));
  const body = rows.map((row) =>
    element(
      'tr',
      row.map((content) => element('td', content)),
    ),
  );
  return element('table', [element('thead', element('tr', names)), element('tbody', body)]);
}

const yesOrNo = (holds: boolean): Html => text(holds ? 'yes' : 'no');

const about =
  'Each deliberately wrong service, and each that differs in a way the specification allows, was judged by the checks that can notice it. ' +
  'A fault is caught when checks find exactly its clauses broken. A variant is clean when no check accuses it.';

/** The page of the proof: which checks noticed each fault, and which faults made each check fail. */
export function renderProofPage({ counts, suiteVersion, faults, variants, checks }: Matrix): string {
  const wrong = faults.map(({ id, story, breaks, warns, killed, seenBy }) => [
    code(id),
    text(story),
    list([...breaks, ...warns.map((clause) => `${clause} (warns)`)]),
    yesOrNo(killed),
    foldedList(seenBy),
  ]);
  const different = variants.map(({ id, story, ends, clean }) => [code(id), text(story), text(ends), yesOrNo(clean)]);
  const seen = checks.map(({ id, seenToFailBy }) => [code(id), foldedList(seenToFailBy)]);
  const body = [
    element('h1', text('Proof of the suite')),
    element('p', text(`dmt-conformance ${suiteVersion} · ${formatCounts(counts)}`)),
    element('p', text(about)),
    element('h2', text('Wrong services')),
    table(['Service', 'What is wrong', 'Clauses broken', 'Caught', 'Seen by'], wrong),
    element('h2', text('Different services')),
    table(['Service', 'What is different', 'A run is', 'Clean'], different),
    element('h2', text('Checks')),
    table(['Check', 'Seen to fail by'], seen),
  ];
  return page('Proof of the suite', joinHtml(body, text('')), { style, skip: false });
}
