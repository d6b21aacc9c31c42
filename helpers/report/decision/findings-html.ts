import { toResultAnchor } from '../allure/page/history.ts';
import { capitalize, shorten, shortenAtWord } from '../../core/text.ts';
import { code, factTable, html, joinHtml, link, list, emptyHtml, prose, text, type Html } from '../pages/html.ts';
import type { Question, OwnerGroup, UntestedGroup, DeviationEntry, Item } from './rows.ts';
import { reportPagePath } from '../model/file-names.ts';

const longest = 600;

/** Links an id to its line in the report, or to the whole report when there is no such line. */
export type ReportLink = (check: string | null, words: string) => Html;

export const createReportLink =
  (run: string): ReportLink =>
  (check, words) =>
    link(check === null ? reportPagePath : `${reportPagePath}#${toResultAnchor(run, check)}`, code(words));

const quoteIfAny = (value: string | null): readonly Html[] => (value === null ? [] : [code(shorten(value, longest))]);

export function renderDeviation(one: DeviationEntry, to: ReportLink): Html {
  const rows: readonly (readonly [string, readonly Html[]])[] = [
    ['Section', one.section === null ? [] : [prose(one.section)]],
    ['Expected', quoteIfAny(one.expected)],
    ['Received', quoteIfAny(one.received)],
    ['Seen', one.seen === null ? [] : [text(one.seen)]],
    ['Accepted', one.accepted === null ? [] : [text(one.accepted)]],
    ['Who must act', one.owner === null || one.accepted !== null ? [] : [text(one.owner)]],
    ['Blocks', one.blocked === null ? [] : [text(one.blocked)]],
    [
      'Checks',
      [
        joinHtml(
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
    ${one.text === null ? emptyHtml : html`<p>${prose(one.text)}</p>`}${factTable(`What was found about ${one.clause}`, shown)}
  </article>`;
}

/** A run that ended early leaves hundreds open; decision.json has all of them. */
const maxItems = 40;

function renderItemIds(items: readonly Item[], to: ReportLink): Html {
  const left = items.length - maxItems;
  return html`<p class="ids">
    ${joinHtml(
      items.slice(0, maxItems).map(({ id, check }) => to(check, id)),
      html`, `,
    )}${left > 0 ? text(` and ${left} more, all of them in decision.json`) : emptyHtml}
  </p>`;
}

const renderUntestedGroup = ({ what, reason, accepted, items }: UntestedGroup, to: ReportLink): Html =>
  html`<li>
    ${text(`${what} ${reason}`)}${accepted === null ? emptyHtml : html`<br /><strong>${text(accepted)}</strong>`}${renderItemIds(items, to)}
  </li>`;

export const renderOwnerGroup = ({ words, groups }: OwnerGroup, to: ReportLink): Html =>
  html`<h3>${text(capitalize(words))}</h3>
    <ul>
      ${groups.map((group) => renderUntestedGroup(group, to))}
    </ul>`;

export const renderQuestion = ({ clause, check, saying, seen, asked, answers }: Question, to: ReportLink): Html =>
  html`<article>
    <h3>${to(check, clause)}</h3>
    ${saying === null ? emptyHtml : html`<p>${prose(saying)}</p>`}
    <p>${prose(shortenAtWord(seen, longest))}</p>
    <p><strong>${text(asked)}</strong></p>
    ${list(answers.map((answer) => html`Answered by ${text(answer)}`))}
  </article>`;
