import { html, joined, code, list, page, text, type Html } from '../pages/html.ts';
import type { Decision } from './content.ts';
import { changes, effects, facts } from './cost-html.ts';
import { deviation, ownerGroup, question, toReport } from './found-html.ts';
import { matrixHtml } from './matrix-html.ts';

const idOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]+/g, '-');

const section = (title: string, parts: readonly Html[], none: string): Html =>
  html`<section id="${text(idOf(title))}">
    <h2>${text(title)}</h2>
    ${parts.length === 0 ? html`<p>${text(none)}</p>` : parts}
  </section>`;

const verdictBox = ({ headline, because, exitCode, signable, against }: Decision): Html =>
  html`<div class="verdict">
    <p><strong>${text(headline)}</strong></p>
    <p>${text(because)} (exit code ${text(String(exitCode))}).</p>
    <p><strong>${text(signable ? 'May be signed' : 'May not be signed')}</strong>${text(signable ? '.' : ', because:')}</p>
    ${list(against.map((words) => text(words)))}
  </div>`;

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
  const { failures, accepted, expiring, untested, questions, matrix } = decision;
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
      [
        ...accepted.map((one) => deviation(one, to)),
        ...(expiring.length === 0 ? [] : [html`<h3>Ending soon</h3>`, list(expiring.map(text))]),
      ],
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
    section('Annex: what no run can try', [facts('Clauses outside the count', decision.cannotBeTried)], ''),
  ];
  return page(`${decision.headline}: decision on run ${decision.run}`, joined(body, html``));
}
