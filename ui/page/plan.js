import { html, nothing } from './lib/lit-html.js';
import { command, plural, problemList } from './parts.js';
/** @import { BillRow, PlanView } from '../api.ts' */
/** @import { Part } from './parts.js' */
/** @import { Page } from './app.js' */

/** @param {string} caption @param {readonly BillRow[]} rows @returns {Part} */
const billTable = (caption, rows) =>
  rows.length === 0
    ? nothing
    : html`<table class="bill">
        <caption>
          ${caption}
        </caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Usual</th>
            <th scope="col">At most</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ name, usual, most }) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td>${usual}</td>
                <td>${most ?? nothing}</td>
              </tr>`,
          )}
        </tbody>
      </table>`;

/** @param {PlanView} plan @returns {Part} */
function leftOut({ leftOut: groups, planned, willRun }) {
  if (groups.length === 0) return html`<p>Nothing is left out.</p>`;
  return html`<details>
    <summary>${plural(planned - willRun, 'check')} will not run, for ${plural(groups.length, 'reason')}</summary>
    <ul>
      ${groups.map(({ reason, owner, checks }) => html`<li><strong>${checks.length}</strong> ${reason} <em>whose move: ${owner}</em></li>`)}
    </ul>
  </details>`;
}

/** @param {PlanView} plan @returns {Part} */
const codes = ({ codes: { count, readBy }, messages }) =>
  html`<p>${plural(count, 'code')}, ${readBy}.</p>
    ${
      messages.length === 0
        ? nothing
        : html`<details>
            <summary>Who gets messages</summary>
            <ul>
              ${messages.map(({ who, count: each }) => html`<li>${who}: ${each}</li>`)}
            </ul>
          </details>`
    }`;

/** @param {Page} page @param {PlanView} plan @returns {Part} */
const planned = (page, plan) =>
  html`<p><strong>${plan.willRun} of ${plan.planned}</strong> checks will run on <strong>${plan.title}</strong>. Time: ${plan.time}.</p>
    ${leftOut(plan)} ${codes(plan)} ${billTable('What the checks cost', plan.rows)}
    ${billTable('What the campaign may cost beside it', plan.campaign)}
    <div class="actions">
      ${
        plan.approved
          ? html`<p role="status">Approved. The run stays within this bill.</p>
              <a class="button" href="#run">Next: run</a>`
          : html`<button type="button" class="main" @click=${() => void page.act.approve()}>Approve this bill</button>`
      }
    </div>
    ${command(plan.command)}`;

/** @param {Page} page @returns {Part} */
export function planStep(page) {
  const { plan, planProblems, planning } = page.state;
  return html`<p>The plan is played against two local sandboxes. No request leaves this machine, and nothing is sent before you approve.</p>
    ${problemList(planProblems)}
    <div class="actions">
      <button type="button" ?disabled=${planning} @click=${() => void page.act.plan()}>
        ${plan === null ? 'Make the plan' : 'Plan again'}
      </button>
      ${planning ? html`<span role="status">planning …</span>` : nothing}
    </div>
    ${plan === null ? nothing : planned(page, plan)}`;
}
