import { resultAnchor } from '../allure/history.ts';
import { plural, shorten } from '../../core/text.ts';
import { code, factTable, html, joined, link, list, nothing, prose, text, type Html } from '../pages/html.ts';
import type { Question, OwnerGroup, UntestedGroup, Deviation, Item } from './rows.ts';

const report = 'allure-report/index.html';

/** Whatever was received may be long; the report has it whole. */
const longest = 600;

/** Makes an id a link to its line in the report; to the report as a whole where there is no such line. */
type ToReport = (check: string | null, words: string) => Html;

export const toReport =
  (run: string): ToReport =>
  (check, words) =>
    link(check === null ? report : `${report}#${resultAnchor(run, check)}`, code(words));

const quoted = (value: string | null): readonly Html[] => (value === null ? [] : [code(shorten(value, longest))]);

export function deviation(one: Deviation, to: ToReport): Html {
  const rows: readonly (readonly [string, readonly Html[]])[] = [
    ['Section', one.section === null ? [] : [prose(one.section)]],
    ['Expected', quoted(one.expected)],
    ['Received', quoted(one.received)],
    ['Seen', one.seen === null ? [] : [text(one.seen)]],
    ['Accepted', one.accepted === null ? [] : [text(one.accepted)]],
    ['Who has to move', one.owner === null || one.accepted !== null ? [] : [text(one.owner)]],
    ['Keeps from being tested', one.blocks === 0 ? [] : [text(plural(one.blocks, 'check'))]],
    [
      'Checks',
      [
        joined(
          one.checks.map((check) => to(check, check)),
          html`, `,
        ),
      ],
    ],
    ['Repeat', [code(one.repeat), ...(one.repeatCosts === '' ? [] : [text(` (costs ${one.repeatCosts})`)])]],
    ['To send on', one.card === null ? [] : [link(one.card, text(one.card))]],
  ];
  const shown = rows.flatMap(([name, parts]) => (parts.length === 0 ? [] : [[name, html`${parts}`] as const]));
  return html`<article>
    <h3>${to(one.checks[0] ?? null, one.clause)}</h3>
    ${one.text === null ? nothing : html`<p>${prose(one.text)}</p>`}${factTable(`What was found about ${one.clause}`, shown)}
  </article>`;
}

/** A run that ended early leaves hundreds open: nobody reads more of them here, and decision.json has them all. */
const mostItems = 40;

function itemIds(items: readonly Item[], to: ToReport): Html {
  const left = items.length - mostItems;
  return html`<p class="ids">
    ${joined(
      items.slice(0, mostItems).map(({ id, check }) => to(check, id)),
      html`, `,
    )}${left > 0 ? text(` and ${left} more, all of them in decision.json`) : nothing}
  </p>`;
}

const untestedGroup = ({ reason, accepted, items }: UntestedGroup, to: ToReport): Html =>
  html`<li>
    ${text(`${plural(items.length, items[0]?.check === null ? 'clause' : 'check')} ${reason}`)}${accepted === null ? nothing : html`<br /><strong>${text(accepted)}</strong>`}${itemIds(items, to)}
  </li>`;

const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

export const ownerGroup = ({ words, groups }: OwnerGroup, to: ToReport): Html =>
  html`<h3>${text(sentence(words))}</h3>
    <ul>
      ${groups.map((group) => untestedGroup(group, to))}
    </ul>`;

export const question = ({ clause, check, saying, seen, asked, answers }: Question, to: ToReport): Html =>
  html`<article>
    <h3>${to(check, clause)}</h3>
    ${saying === null ? nothing : html`<p>${prose(saying)}</p>`}
    <p>${text(shorten(seen, longest))}</p>
    <p><strong>${text(asked)}</strong></p>
    ${list(answers.map((answer) => html`Answered by ${text(answer)}`))}
  </article>`;
