import { act, state } from './act.js';
import { html, nothing } from './lib/lit-html.js';
import { command, folded, plural, problemList, table } from './parts.js';
/** @import { PlanView } from '../api.ts' */
/** @import { Part } from './parts.js' */

/** @param {string} caption @param {PlanView['rows']} rows @param {PlanView['notes']} notes @returns {Part} */
const billTable = (caption, rows, notes) =>
  table(
    'bill',
    caption,
    ['What', 'Usual', 'At most'],
    rows.map(({ name, usual, most }) => [html`${name} <span class="about">${notes[name]}</span>`, usual, most ?? 'stays']),
  );

/** @param {PlanView} plan @returns {Part} */
const planned = ({ counted, notRun, title, time, leftOut, rows, notes, campaign, approved, command: shown }) =>
  html`<p>On <strong>${title}</strong>, of the checks <strong>${counted}</strong>. Time: ${time}.</p>
    ${folded(
      `${plural(notRun, 'check')} will not run, for ${plural(leftOut.length, 'reason')}`,
      leftOut.map(({ reason, owner, count }) => html`<strong>${count}</strong> ${reason} <span class="about">whose move: ${owner}</span>`),
    )}
    ${billTable('What the checks cost', rows, notes)} ${billTable('What the campaign may cost beside it', campaign, {})}
    <div class="actions">${
      approved
        ? html`<p role="status">Approved. The run stays within this bill.</p><a class="button main" href="#run">Next: run</a>`
        : html`<button type="button" class="main" @click=${act.approve}>Approve this bill</button>`
    }</div>
    ${command(shown)}`;

/** @returns {Part} */
export function planStep() {
  const { plan, problems, busy } = state;
  return html`<p>The plan is played against two local sandboxes. No request leaves this machine, and nothing is sent before you approve.</p>
    ${problemList(problems)}
    <div class="actions">
      <button type="button" ?disabled=${busy !== ''} @click=${act.plan}>${plan === null ? 'Make the plan' : 'Plan again'}</button>
      <span role="status">${busy === 'plan' ? 'planning …' : ''}</span>
    </div>
    ${plan === null ? nothing : planned(plan)}`;
}
