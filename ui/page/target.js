import { act, state } from './act.js';
import { html, nothing } from './lib/lit-html.js';
import { command, plural, problemList } from './parts.js';
/** @import { Field, FieldGroup, TargetView, Tried } from '../api.ts' */
/** @import { Changed, Part, Submitted } from './parts.js' */

/** Groups that a first run seldom needs stay closed. */
const opened = new Set(['target', 'credentials', 'identities', 'consent', 'transfer', 'limits']);

const marks = { ok: 'works', look: 'look', stop: 'stop', untried: 'not examined' };

/** @param {Tried} [tried] @returns {Part} */
const triedList = (tried = []) =>
  html`<ul class="tried">${tried.map(
    ({ name, finding: { state: found, text, advice } }) =>
      html`<li class=${found}><strong>${marks[found]}</strong> ${name}: ${text}${advice === null ? '' : ` → ${advice}`}</li>`,
  )}</ul>`;

/** @param {Field} field @param {readonly string[]} choices @returns {Part} */
function checkboxes({ name, value }, choices) {
  // The boxes as they are: the answer to the tick before may still be on its way.
  const change = (/** @type {Changed} */ { currentTarget: { children } }) =>
    act.enter(name, choices.filter((_, at) => children[at]?.querySelector('input')?.checked).join(','));
  return html`<div class="choices" role="group" aria-label=${name} @change=${change}>
    ${choices.map((word) => html`<label><input type="checkbox" .checked=${value.split(/\s*,\s*/).includes(word)} />${word}</label>`)}
  </div>`;
}

/** A field for passwords would have the browser offer to keep them. @param {Field} field @returns {Part} */
function control(field) {
  const { name, choices, several, secret, isSet, value, example, fallback } = field;
  if (choices !== null && several) return checkboxes(field, choices);
  const change = (/** @type {Changed} */ { currentTarget }) => {
    void act.enter(name, currentTarget.value);
    if (secret) currentTarget.value = '';
  };
  if (choices !== null)
    return html`<select id=${name} aria-describedby="${name}-about" @change=${change}>
      <option value="" ?selected=${value === ''}>(${fallback ?? 'not set'})</option>
      ${choices.map((word) => html`<option value=${word} ?selected=${word === value}>${word}</option>`)}
    </select>`;
  return html`<input id=${name} class=${secret ? 'hidden-text' : ''} autocomplete="off" spellcheck="false"
    placeholder=${secret && isSet ? 'set, not shown' : `for example ${example}`} aria-describedby="${name}-about"
    aria-required=${field.required} aria-invalid=${field.problem !== null} .value=${value} @change=${change} />`;
}

/** @param {Field} field @returns {Part} */
function fieldRow(field) {
  const { name, about, required, isSet, problem, secret, several } = field;
  const mark = required ? html` <span class="required">required</span>` : nothing;
  return html`<div class="field ${required && !isSet ? 'missing' : ''}">
    ${several ? html`<span class="label">${name}</span>` : html`<label for=${name}>${name}${mark}</label>`}
    <div>
      <div class="value">
        ${control(field)}
        ${secret && isSet ? html`<button type="button" aria-label="Remove ${name}" @click=${() => act.enter(name, '')}>Remove</button>` : nothing}
      </div>
      <p class="about" id="${name}-about">${about}</p>
      ${problem === null ? nothing : html`<p class="problem">${problem}</p>`}
      ${state.busy === name ? html`<p class="about">trying …</p>` : triedList(state.tried.get(name))}
    </div>
  </div>`;
}

/** @param {FieldGroup} group @returns {Part} */
function groupOf({ name, heading, fields }) {
  if (fields.some(({ required, isSet, problem }) => (required && !isSet) || problem !== null)) opened.add(name);
  return html`<details class="group" ?open=${opened.has(name)}>
    <summary><h3>${name}</h3></summary>
    <p class="about">${heading}</p>
    ${fields.map(fieldRow)}
  </details>`;
}

/** @param {TargetView} target @returns {Part} */
function saving({ unsaved, environmentFile }) {
  const submit = (/** @type {Submitted} */ event) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    void act.save(String(data.get('file')), data.has('replace'));
  };
  const words = `${plural(unsaved, 'value')} in the memory of this server alone. Commands see them once they are saved.`;
  return html`<form class="save" @submit=${submit}>
    <h3>Keep the values</h3>
    <p>${unsaved === 0 ? 'Nothing is kept in memory only.' : words}</p>
    <label for="save-file">Name: empty for .env, or a word for .env.word and <code>--env word</code></label>
    <input id="save-file" name="file" autocomplete="off" .value=${environmentFile ?? ''} />
    <label><input type="checkbox" name="replace" /> replace a file that exists</label>
    <button>Save, readable by you alone</button>
    <p role="status">${state.said}</p>
  </form>`;
}

/** @returns {Part} */
export function targetStep() {
  const { target, tried, busy, live } = state;
  if (target === null) return html`<p>loading …</p>`;
  return html`<p>${
    target.canStart
      ? html`A run can be planned: <strong>${live?.where}</strong>.`
      : 'Fill in what is required. Each value is tried as you enter it; nothing that is tried has an effect.'
  }</p>
    ${problemList(target.problems)}
    <div class="actions">
      <button type="button" ?disabled=${busy !== ''} @click=${act.examine}>Examine everything</button>
      <a class="button" href="#plan">Next: plan</a>
    </div>
    <div role="status">${busy === 'examine' ? 'examining …' : triedList(tried.get(''))}</div>
    ${target.groups.map(groupOf)} ${saving(target)} ${command(target.command)}`;
}
