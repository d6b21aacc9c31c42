import { resultAnchor } from '../allure-history.ts';
import { changeTally, runWords, sectionsOf } from '../compare/told.ts';
import { plural } from '../decide.ts';
import { code, factTable, html, joined, link, list, nothing, page, prose, text, type Html } from '../html.ts';
import { shorten } from '../text.ts';
import type { Decision, Deviation, Doubt, Fact, Item, OwnerGroup, Question, UntestedGroup } from './content.ts';
import { matrixHtml } from './matrix-html.ts';

const report = 'allure-report/index.html';

/** Whatever was received may be long; the report has it whole. */
const longest = 600;

/** Makes an id a link to its line in the report; to the report as a whole where there is no such line. */
type ToReport = (check: string | null, words: string) => Html;

const toReport =
  (run: string): ToReport =>
  (check, words) =>
    link(check === null ? report : `${report}#${resultAnchor(run, check)}`, code(words));

const idOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]+/g, '-');

const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

const section = (title: string, parts: readonly Html[], none: string): Html =>
  html`<section id="${text(idOf(title))}">
    <h2>${text(title)}</h2>
    ${parts.length === 0 ? html`<p>${text(none)}</p>` : parts}
  </section>`;

const facts = (caption: string, rows: readonly Fact[]): Html =>
  factTable(
    caption,
    rows.map(({ name, value }) => [name, text(value)]),
  );

const quoted = (value: string | null): readonly Html[] => (value === null ? [] : [code(shorten(value, longest))]);

const verdictBox = ({ headline, because, exitCode, signable, against }: Decision): Html =>
  html`<div class="verdict">
    <p><strong>${text(headline)}</strong></p>
    <p>${text(because)} (exit code ${text(String(exitCode))}).</p>
    <p><strong>${text(signable ? 'May be signed' : 'May not be signed')}</strong>${text(signable ? '.' : ', because:')}</p>
    ${list(against.map((words) => text(words)))}
  </div>`;

function deviation(one: Deviation, to: ToReport): Html {
  const rows: readonly (readonly [string, readonly Html[]])[] = [
    ['Section', one.section === null ? [] : [text(one.section)]],
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

const itemIds = (items: readonly Item[], to: ToReport): Html =>
  html`<p class="ids">
    ${joined(
      items.map(({ id, check }) => to(check, id)),
      html`, `,
    )}
  </p>`;

const untestedGroup = ({ reason, accepted, items }: UntestedGroup, to: ToReport): Html =>
  html`<li>
    ${text(`${plural(items.length, items[0]?.check === null ? 'clause' : 'check')} ${reason}`)}${accepted === null ? nothing : html`<br /><strong>${text(accepted)}</strong>`}${itemIds(items, to)}
  </li>`;

const ownerGroup = ({ words, groups }: OwnerGroup, to: ToReport): Html =>
  html`<h3>${text(sentence(words))}</h3>
    <ul>
      ${groups.map((group) => untestedGroup(group, to))}
    </ul>`;

const doubtWords = ({ at, operation, amount, correlationId, detail, earlier, exchange }: Doubt): Html =>
  text(
    [
      `${at} ${operation}`,
      amount === null ? null : `amount ${amount}`,
      correlationId === null ? null : `correlationId ${correlationId}`,
      detail,
      earlier ? 'left by an earlier run' : exchange,
    ]
      .filter((part) => part !== null)
      .join(', '),
  );

const effects = ({ effects: { money, residue, inDoubt } }: Decision): readonly Html[] => [
  facts('Money and OTP messages', money),
  residue.length === 0 ? html`<p>No record was left.</p>` : facts('Records left, by the call that left them', residue),
  inDoubt.length === 0
    ? html`<p>Nothing is in doubt: the end of every call with an effect is known.</p>`
    : html`<h3>In doubt: find out what became of these before they are sent again</h3>
        ${list(inDoubt.map(doubtWords))}`,
];

function changes({ changes: comparison }: Decision): readonly Html[] {
  if (comparison === null) return [];
  const { before, scope } = comparison;
  return [
    html`<p>Compared with ${text(runWords(before))}.</p>`,
    scope === null ? nothing : html`<p>${text(scope)}.</p>`,
    html`<p><strong>${text(changeTally(comparison))}</strong></p>`,
    ...sectionsOf(comparison).map(
      ([title, rows]) =>
        html`<h3>${text(title)}</h3>
          ${list(rows.map(({ key, words }) => html`${code(key)} ${text(shorten(words, longest))}`))}`,
    ),
  ];
}

const question = ({ clause, check, saying, seen, asked, answers }: Question, to: ToReport): Html =>
  html`<article>
    <h3>${to(check, clause)}</h3>
    ${saying === null ? nothing : html`<p>${prose(saying)}</p>`}
    <p>${text(shorten(seen, longest))}</p>
    <p><strong>${text(asked)}</strong></p>
    ${list(answers.map((answer) => html`Answered by ${text(answer)}`))}
  </article>`;

const signatures = ({ signable, evidence }: Decision): readonly Html[] => [
  signable
    ? html`<p>I have read this page, what was not tested included, and accept the service as judged.</p>
        <table class="sign">
          <caption>
            Signatures
          </caption>
          <thead>
            <tr>
              ${['Role', 'Name', 'Date', 'Signature'].map((name) => html`<th scope="col">${text(name)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${['Certification', 'Service', 'Operator'].map(
              (role) =>
                html`<tr>
                  <th scope="row">${text(role)}</th>
                  <td></td>
                  <td></td>
                  <td></td>
                </tr>`,
            )}
          </tbody>
        </table>`
    : html`<p>There is nothing to sign: see the reasons at the top of this page.</p>`,
  html`<p class="muted">SHA-256 of <code>verdict.json</code>: ${code(evidence)}</p>`,
];

/** The page people sign, for screen and A4; its ids lead into the report beside it. */
export function decisionHtml(decision: Decision): string {
  const to = toReport(decision.run);
  const { failures, accepted, untested, questions, matrix } = decision;
  const body = [
    html`<h1>Decision: does the service keep its specification?</h1>`,
    verdictBox(decision),
    section('What was judged', [facts('The run', decision.judged)], ''),
    section(
      'Failures',
      failures.map((one) => deviation(one, to)),
      'None.',
    ),
    section(
      'Accepted deviations',
      accepted.map((one) => deviation(one, to)),
      'None.',
    ),
    section(
      'Not tested, by who has to move',
      untested.map((group) => ownerGroup(group, to)),
      'Everything was tested.',
    ),
    section('What the run cost and left behind', effects(decision), ''),
    section('What changed since the last run', changes(decision), 'No earlier run of this target is known.'),
    section(
      'Questions for the operator',
      questions.map((one) => question(one, to)),
      'None.',
    ),
    section('Clauses by chapter', [matrixHtml(matrix)], ''),
    section('Signatures', signatures(decision), ''),
  ];
  return page(`${decision.headline}: decision on run ${decision.run}`, joined(body, html``));
}
