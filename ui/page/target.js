import { html, nothing } from './lib/lit-html.js';
import { command, problemList } from './parts.js';
/** @import { Field, FieldGroup, TargetView, Tried } from '../api.ts' */
/** @import { Part } from './parts.js' */
/** @import { Page } from './app.js' */

/** Groups that a first run seldom needs stay closed. */
const opened = new Set(['target', 'credentials', 'identities', 'consent', 'transfer', 'limits']);

const marks = { ok: 'works', look: 'look', stop: 'stop', untried: 'not examined' };

/** @param {readonly Tried[]} tried @returns {Part} */
const triedList = (tried) =>
  tried.length === 0
    ? nothing
    : html`<ul class="tried">
        ${tried.map(
          ({ name, state, text, advice }) =>
            html`<li class=${state}>
              <strong>${marks[state]}</strong> ${name}: ${text}${advice === null ? nothing : html` → ${advice}`}
            </li>`,
        )}
      </ul>`;

/** @param {Field} field @param {(value: string) => void} enter @returns {Part} */
function control(field, enter) {
  const { name, choices, several, secret, isSet, value, example, fallback } = field;
  const change = (/** @type {Event & { currentTarget: HTMLInputElement | HTMLSelectElement }} */ { currentTarget }) => {
    enter(currentTarget.value);
    if (secret) currentTarget.value = '';
  };
  if (choices !== null && several) {
    const chosen = value.split(',').map((word) => word.trim());
    const toggle = (/** @type {string} */ word) => () => {
      enter(choices.filter((one) => (one === word) !== chosen.includes(one)).join(','));
    };
    return html`<div class="choices" role="group" aria-label=${name}>
      ${choices.map((word) => html`<label><input type="checkbox" .checked=${chosen.includes(word)} @change=${toggle(word)} />${word}</label>`)}
    </div>`;
  }
  if (choices !== null)
    return html`<select id=${name} aria-describedby="${name}-about" @change=${change}>
      <option value="" ?selected=${value === ''}>${fallback === null ? '(not set)' : `(${fallback})`}</option>
      ${choices.map((word) => html`<option value=${word} ?selected=${word === value}>${word}</option>`)}
    </select>`;
  const hint = secret && isSet ? 'set, not shown' : `for example ${example}`;
  // A field for passwords would have the browser offer to keep them.
  return html`<input
    id=${name}
    class=${secret ? 'hidden-text' : ''}
    autocomplete="off"
    spellcheck="false"
    placeholder=${hint}
    aria-describedby="${name}-about"
    aria-required=${field.required}
    aria-invalid=${field.problem !== null}
    .value=${value}
    @change=${change}
  />`;
}

/** @param {Page} page @returns {(field: Field) => Part} */
const fieldRow = (page) => (field) => {
  const { name, about, required, isSet, problem, secret } = field;
  const isGroup = field.choices !== null && field.several;
  const mark = required ? html` <span class="required">required</span>` : nothing;
  return html`<div class="field ${required && !isSet ? 'missing' : ''}">
    ${isGroup ? html`<span class="label">${name}</span>` : html`<label for=${name}>${name}${mark}</label>`}
    <div>
      <div class="value">
        ${control(field, (value) => void page.act.enter(name, value))}
        ${secret && isSet ? html`<button type="button" class="quiet" aria-label="Remove ${name}" @click=${() => void page.act.enter(name, '')}>Remove</button>` : nothing}
      </div>
      <p class="about" id="${name}-about">${about}</p>
      ${problem === null ? nothing : html`<p class="problem">${problem}</p>`}
      ${page.state.trying === name ? html`<p class="about">trying …</p>` : triedList(page.state.tried.get(name) ?? [])}
    </div>
  </div>`;
};

/** @param {Page} page @returns {(group: FieldGroup) => Part} */
const groupOf = (page) => (group) => {
  if (group.fields.some(({ required, isSet, problem }) => (required && !isSet) || problem !== null)) opened.add(group.name);
  return html`<details class="group" ?open=${opened.has(group.name)}>
    <summary><h3>${group.name}</h3></summary>
    <p class="about">${group.heading}</p>
    ${group.fields.map(fieldRow(page))}
  </details>`;
};

/** @param {Page} page @param {TargetView} target @returns {Part} */
function saving(page, { unsaved, environmentFile }) {
  const submit = (/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    void page.act.save(String(data.get('file') ?? ''), data.has('replace'));
  };
  return html`<form class="save" @submit=${submit}>
    <h3>Keep the values</h3>
    <p>
      ${
        unsaved.length === 0
          ? 'Nothing is kept in memory only.'
          : `${unsaved.length} values are in the memory of this server alone. Commands see them once they are saved.`
      }
    </p>
    <label for="save-file">Name: empty for .env, or a word for .env.word and <code>--env word</code></label>
    <input id="save-file" name="file" autocomplete="off" .value=${environmentFile ?? ''} />
    <label class="check"><input type="checkbox" name="replace" /> replace a file that exists</label>
    <button>Save, readable by you alone</button>
    ${page.state.saved === null ? nothing : html`<p role="status">${page.state.saved}</p>`}
  </form>`;
}

/** @param {Page} page @returns {Part} */
export function targetStep(page) {
  const { target, tried } = page.state;
  if (target === null) return html`<p>loading …</p>`;
  return html`<p>
      ${
        target.canStart
          ? html`A run can be planned: <strong>${target.where}</strong>. Without addresses, the suite judges its own sandbox.`
          : 'Fill in what is required. Each value is tried as you enter it; nothing that is tried has an effect.'
      }
    </p>
    ${problemList(target.problems)}
    <div class="actions">
      <button type="button" ?disabled=${page.state.trying !== null} @click=${() => void page.act.examine()}>Examine everything</button>
      <a class="button" href="#plan">Next: plan</a>
    </div>
    <div role="status">${page.state.trying === 'all' ? 'examining …' : triedList(tried.get('all') ?? [])}</div>
    ${target.groups.map(groupOf(page))} ${saving(page, target)} ${command(target.command)}`;
}
