import { specificationPage } from '../model/file-names.ts';
import { html, joinHtml, code, link, list, page, text, type Html } from '../pages/html.ts';
import type { Decision } from './content.ts';
import { renderChanges, renderEffects, renderFacts } from './effects-html.ts';
import { renderDeviation, renderOwnerGroup, renderQuestion, createReportLink } from './findings-html.ts';
import { renderMatrix } from './matrix-html.ts';

const toElementId = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]+/g, '-');

const renderSection = (title: string, parts: readonly Html[], none: string): Html =>
  html`<section id="${text(toElementId(title))}">
    <h2>${text(title)}</h2>
    ${parts.length === 0 ? html`<p>${text(none)}</p>` : parts}
  </section>`;

const renderVerdictBox = ({ headline, because, exitCode, signable, against }: Decision): Html =>
  html`<div class="verdict">
    <p><strong>${text(headline)}</strong></p>
    <p>${text(because)} (exit code ${text(String(exitCode))}).</p>
    <p><strong>${text(signable ? 'May be signed' : 'May not be signed')}</strong>${text(signable ? '.' : ', because:')}</p>
    ${list(against.map((words) => text(words)))}
  </div>`;

const renderSignatures = ({ signable, evidence }: Decision): readonly Html[] => [
  signable
    ? html`<p>I have read this page, including what was not tested, and accept the service as judged.</p>
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

const mapNote = html`<p>Every sentence, with what was found of it: ${link(specificationPage, text('map of the specification'))}.</p>`;

/** The page that people sign, for screen and A4. Its ids link to the report next to it. */
export function renderDecision(decision: Decision): string {
  const to = createReportLink(decision.run);
  const { failures, accepted, expiring, untested, questions, matrix } = decision;
  const body = [
    html`<h1>Decision: does the service keep its specification?</h1>`,
    renderVerdictBox(decision),
    renderSection('What was judged', [renderFacts('The run', decision.judged)], ''),
    renderSection(
      'Failures',
      failures.map((one) => renderDeviation(one, to)),
      'None.',
    ),
    renderSection(
      'Accepted deviations',
      [
        ...accepted.map((one) => renderDeviation(one, to)),
        ...(expiring.length === 0 ? [] : [html`<h3>Ending soon</h3>`, list(expiring.map(text))]),
      ],
      'None.',
    ),
    renderSection(
      'Not tested, by who must act',
      untested.map((group) => renderOwnerGroup(group, to)),
      'Everything was tested.',
    ),
    renderSection('What the run cost and left behind', renderEffects(decision), ''),
    renderSection('What changed since the last run', renderChanges(decision), 'No earlier run of this target is known.'),
    renderSection(
      'Questions for the operator',
      questions.map((one) => renderQuestion(one, to)),
      'None.',
    ),
    renderSection('Clauses by chapter', [renderMatrix(matrix), mapNote], ''),
    renderSection('Signatures', renderSignatures(decision), ''),
    renderSection('Annex: what no run can try', [renderFacts('Clauses outside the count', decision.cannotBeTried)], ''),
  ];
  return page(`${decision.headline}: decision on run ${decision.run}`, joinHtml(body, html``));
}
