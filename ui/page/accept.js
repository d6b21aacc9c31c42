import { html, nothing } from './lib/lit-html.js';
import { command, plural, problemList, prose } from './parts.js';
import { againstList } from './result.js';
/** @import { AcceptView, Offered } from '../api.ts' */
/** @import { Acceptance, Clarification } from '../../helpers/report/model/acceptances.ts' */
/** @import { Part } from './parts.js' */
/** @import { Page } from './app.js' */

/** @typedef {{ chosen: boolean, values: Record<string, string>, source: object, about: string }} Draft */
/** @typedef {{ waivers: Draft[], gaps: Draft[], clarifications: Draft[] }} Drafts */

const entryFields = /** @type {const} */ (['reason', 'owner', 'ticket', 'approver', 'expires']);
const answerFields = /** @type {const} */ (['answer', 'date', 'by']);
const labels = {
  reason: 'Reason',
  owner: 'Who puts it right',
  ticket: 'Ticket',
  approver: 'Approver',
  expires: 'Last day',
  answer: 'Answer',
  date: 'Day',
  by: 'By whom',
};
const isDay = (/** @type {string} */ field) => field === 'expires' || field === 'date';

/** @param {Offered<Acceptance> | Offered<Clarification>} offered @param {readonly string[]} fields @returns {Draft} */
const toDraft = ({ entry, about, isNew }, fields) => {
  const given = new Map(Object.entries(entry));
  return {
    chosen: !isNew,
    about,
    source: entry,
    values: Object.fromEntries(fields.map((field) => [field, String(given.get(field) ?? '')])),
  };
};

/** @param {AcceptView} view @returns {Drafts} */
export const openDrafts = ({ waivers, gaps, clarifications }) => ({
  waivers: waivers.map((one) => toDraft(one, entryFields)),
  gaps: gaps.map((one) => toDraft(one, entryFields)),
  clarifications: clarifications.map((one) => toDraft(one, answerFields)),
});

/** @param {Draft[]} drafts */
const chosen = (drafts) => drafts.filter((one) => one.chosen).map(({ source, values }) => ({ ...source, ...values }));

/** @param {Drafts} drafts */
export const toFile = ({ waivers, gaps, clarifications }) => ({
  waivers: chosen(waivers),
  gaps: chosen(gaps),
  clarifications: chosen(clarifications),
});

/** @param {Draft} draft */
const clauseOf = ({ source }) => ('clause' in source ? String(source.clause) : '');

/** What a person still has to fill in. @param {Drafts} drafts @returns {string[]} */
export const findMissing = (drafts) =>
  [...drafts.waivers, ...drafts.gaps, ...drafts.clarifications]
    .filter((one) => one.chosen)
    .flatMap((one) => {
      const empty = Object.entries(one.values).filter(([, value]) => value.trim() === '');
      return empty.length === 0 ? [] : [`${clauseOf(one)}: fill in ${empty.map(([field]) => field).join(', ')}`];
    });

/** @param {Page} page @param {Draft} draft @param {string} kind @returns {Part} */
function draftForm(page, draft, kind) {
  const clause = clauseOf(draft);
  const id = `${kind}-${clause}`;
  const set =
    (/** @type {string} */ field) =>
    (/** @type {Event & { currentTarget: HTMLInputElement }} */ { currentTarget }) => {
      draft.values[field] = currentTarget.value;
      page.act.edited();
    };
  const choose = (/** @type {Event & { currentTarget: HTMLInputElement }} */ { currentTarget }) => {
    draft.chosen = currentTarget.checked;
    page.act.edited();
  };
  return html`<fieldset class="entry">
    <legend>
      <label><input type="checkbox" .checked=${draft.chosen} @change=${choose} /> ${clause}</label>
    </legend>
    <p class="about">${prose(draft.about)}</p>
    ${
      draft.chosen
        ? Object.keys(draft.values).map(
            (field) =>
              html`<div class="line">
                <label for="${id}-${field}">${labels[/** @type {keyof typeof labels} */ (field)]}</label>
                <input
                  id="${id}-${field}"
                  type=${isDay(field) ? 'date' : 'text'}
                  autocomplete="off"
                  .value=${draft.values[field] ?? ''}
                  @change=${set(field)}
                />
              </div>`,
          )
        : nothing
    }
  </fieldset>`;
}

/** @param {Page} page @param {string} title @param {Draft[]} drafts @param {string} kind @returns {Part} */
const group = (page, title, drafts, kind) =>
  drafts.length === 0
    ? nothing
    : html`<details ?open=${drafts.length <= 12 || drafts.some((one) => one.chosen)}>
        <summary><h3>${title}: ${drafts.filter((one) => one.chosen).length} of ${drafts.length} accepted</h3></summary>
        ${drafts.map((one) => draftForm(page, one, kind))}
      </details>`;

/** The same words for every chosen waiver and gap that has none yet. @param {Page} page @param {Drafts} drafts @returns {Part} */
function forAll(page, drafts) {
  const submit = (/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    for (const draft of [...drafts.waivers, ...drafts.gaps].filter((one) => one.chosen))
      for (const field of entryFields) draft.values[field] ||= String(data.get(field) ?? '');
    page.act.edited();
  };
  return html`<form class="entry" @submit=${submit}>
    <h3>The same for all chosen waivers and gaps</h3>
    ${entryFields.map(
      (field) =>
        html`<div class="line">
          <label for="all-${field}">${labels[field]}</label
          ><input id="all-${field}" name=${field} type=${isDay(field) ? 'date' : 'text'} autocomplete="off" />
        </div>`,
    )}
    <button>Fill in where it is empty</button>
  </form>`;
}

/** @param {Page} page @returns {Part} */
export function acceptStep(page) {
  const { accept, drafts, acceptProblems, acceptSaid } = page.state;
  if (accept === null || drafts === null) return html`<p>There is no result to accept anything of yet: <a href="#run">run</a>.</p>`;
  const missing = findMissing(drafts);
  return html`<p><strong>${accept.headline}</strong></p>
    <h3>What stands against signing</h3>
    ${againstList(accept.against)}
    ${
      accept.refused.length === 0
        ? nothing
        : html`<details>
            <summary>${plural(accept.refused.length, 'finding')} that no entry can accept</summary>
            <ul>
              ${accept.refused.map((one) => html`<li>${one}</li>`)}
            </ul>
          </details>`
    }
    ${drafts.waivers.length + drafts.gaps.length === 0 ? html`<p>Nothing is broken or untested that may be accepted.</p>` : forAll(page, drafts)}
    ${group(page, 'Waivers, for what is broken', drafts.waivers, 'waiver')}
    ${group(page, 'Gaps, for what was not judged', drafts.gaps, 'gap')}
    ${group(page, 'Clarifications, for what the operator answered', drafts.clarifications, 'answer')}
    <div class="actions">
      <button type="button" class="main" ?disabled=${missing.length > 0 || page.state.writing} @click=${() => void page.act.write()}>
        Write ${accept.file}
      </button>
      <span role="status">${page.state.writing ? 'writing, and rendering the reports …' : acceptSaid}</span>
    </div>
    ${problemList([...missing, ...acceptProblems])}
    <h3>Sign, bundle, verify</h3>
    <p>At the terminal: the key that signs stays out of the browser.</p>
    ${accept.commands.map((one) => command(one.command, one.what))}`;
}
