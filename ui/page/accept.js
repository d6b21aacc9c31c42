import { act, state } from './act.js';
import { entryFields, findMissing } from './drafts.js';
import { html, nothing } from './lib/lit-html.js';
import { command, folded, plural, problemList, prose } from './parts.js';
import { againstSigning } from './result.js';
/** @import { Draft, Drafts } from './drafts.js' */
/** @import { Changed, Part, Submitted } from './parts.js' */

/** @type {Readonly<Record<string, string>>} */
const labels = {
  ...{ reason: 'Reason', owner: 'Who puts it right', ticket: 'Ticket', approver: 'Approver', expires: 'Last day' },
  ...{ answer: 'Answer', date: 'Day', by: 'By whom' },
};

/** @param {string} id @param {string} field @param {string} value @param {(value: string) => void} [change] @returns {Part} */
const line = (id, field, value, change = () => undefined) =>
  html`<div class="line">
    <label for=${id}>${labels[field]}</label>
    <input id=${id} name=${field} type=${field === 'expires' || field === 'date' ? 'date' : 'text'} autocomplete="off" .value=${value}
      @change=${(/** @type {Changed} */ { currentTarget }) => change(currentTarget.value)} />
  </div>`;

/** @param {string} kind @returns {(draft: Draft) => Part} */
const draftForm = (kind) => (draft) => {
  const { chosen, source, about, values } = draft;
  const choose = (/** @type {Changed} */ { currentTarget }) => {
    draft.chosen = currentTarget.checked;
    void act.edited();
  };
  const set = (/** @type {string} */ field) => (/** @type {string} */ value) => {
    values[field] = value;
    void act.edited();
  };
  return html`<fieldset class="entry">
    <legend><label><input type="checkbox" .checked=${chosen} @change=${choose} /> ${source.clause}</label></legend>
    <p class="about">${prose(about)}</p>
    ${chosen ? Object.entries(values).map(([field, value]) => line(`${kind}-${source.clause}-${field}`, field, value, set(field))) : nothing}
  </fieldset>`;
};

/** @param {string} title @param {Draft[]} drafts @param {string} kind @param {string} [done] @returns {Part} */
function group(title, drafts, kind, done = 'accepted') {
  const chosen = drafts.filter((one) => one.chosen).length;
  if (drafts.length === 0) return nothing;
  return html`<details ?open=${drafts.length <= 12 || chosen > 0}>
    <summary><h3>${title}: ${chosen} of ${drafts.length} ${done}</h3></summary>
    ${drafts.map(draftForm(kind))}
  </details>`;
}

/** @param {Drafts} drafts @returns {Part} */
function forAll({ waivers, gaps }) {
  if (waivers.length + gaps.length === 0) return html`<p>Nothing is broken or untested that may be accepted.</p>`;
  const submit = (/** @type {Submitted} */ event) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    for (const { values } of [...waivers, ...gaps].filter((one) => one.chosen))
      for (const field of entryFields) values[field] ||= String(data.get(field));
    void act.edited();
  };
  return html`<form class="entry" @submit=${submit}>
    <h3>The same for all chosen waivers and gaps</h3>
    ${entryFields.map((field) => line(`all-${field}`, field, ''))}
    <button>Fill in where it is empty</button>
  </form>`;
}

/** @returns {Part} */
export function acceptStep() {
  const { accept, drafts, problems, said, busy } = state;
  if (accept === null || drafts === null) return html`<p>There is no result to accept anything of yet: <a href="#run">run</a>.</p>`;
  const missing = findMissing(drafts);
  return html`<p><strong>${accept.headline}</strong></p>
    <h3>What stands against signing</h3>
    ${againstSigning(accept.against)} ${folded(`${plural(accept.refused.length, 'finding')} that no entry can accept`, accept.refused)}
    ${forAll(drafts)} ${group('Waivers, for what is broken', drafts.waivers, 'waiver')}
    ${group('Gaps, for what was not judged', drafts.gaps, 'gap')}
    ${group('Clarifications, for what the operator answered', drafts.clarifications, 'answer', 'answered')}
    <div class="actions">
      <button type="button" class="main" ?disabled=${missing.length > 0 || busy !== ''} @click=${act.write}>Write ${accept.file}</button>
      <span role="status">${busy === 'write' ? 'writing, and rendering the reports …' : said}</span>
    </div>
    ${problemList([...missing, ...problems])}
    <h3>Sign, bundle, verify</h3>
    <p>At the terminal: the key that signs stays out of the browser.</p>
    ${accept.commands.map(({ command: text, what }) => command(text, what))}`;
}
