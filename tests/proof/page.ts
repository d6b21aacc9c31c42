import { markup } from '../../helpers/core/text.ts';
import { countsLine, type Matrix } from './matrix.ts';

const style = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;color:#111}
table{border-collapse:collapse;width:100%;margin:.5rem 0 2rem}th,td{border-bottom:1px solid #ccc;padding:.3rem .6rem;text-align:left;vertical-align:top}
code{font-size:.9em;overflow-wrap:anywhere}td:first-child{width:28%}details summary{cursor:pointer}`;

const cell = (content: string): string => `<td>${content}</td>`;
const code = (text: string): string => `<code>${markup(text)}</code>`;
const list = (ids: readonly string[]): string => ids.map(code).join('<br>');

/** Long lists fold, so that a page of hundreds of rows can be read. */
const folded = (ids: readonly string[]): string =>
  ids.length < 4 ? list(ids) : `<details><summary>${ids.length}</summary>${list(ids)}</details>`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map(cell).join('')}</tr>`)
    .join('')}</tbody></table>`;

/** The proof for people: what each wrong service was caught by, and what has seen each check fail. */
export function pageOf({ counts, suiteVersion, faults, variants, checks }: Matrix): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Proof of the suite</title><style>${style}</style>
<main><h1>Proof of the suite</h1><p>dmt-conformance ${markup(suiteVersion)} · ${markup(countsLine(counts))}</p>
<p>Each deliberately wrong service, and each that differs in a way the specification allows, was judged by the checks that can notice it. A wrong one is caught when exactly the clauses it breaks are found broken; a different one is clean when nobody is accused.</p>
<h2>Wrong services</h2>${table(
    ['Service', 'What is wrong', 'Clauses broken', 'Caught', 'Seen by'],
    faults.map(({ id, story, breaks, warns, killed, seenBy }) => [
      code(id),
      markup(story),
      list([...breaks, ...warns.map((clause) => `${clause} (warns)`)]),
      killed ? 'yes' : 'no',
      folded(seenBy),
    ]),
  )}<h2>Different services</h2>${table(
    ['Service', 'What is different', 'A run is', 'Clean'],
    variants.map(({ id, story, ends, clean }) => [code(id), markup(story), ends, clean ? 'yes' : 'no']),
  )}<h2>Checks</h2>${table(
    ['Check', 'Seen to fail by'],
    checks.map(({ id, seenToFailBy }) => [code(id), folded(seenToFailBy)]),
  )}</main></html>
`;
}
