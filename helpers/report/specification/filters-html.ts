import { html, text, type Html } from '../pages/html.ts';
import type { Sentence } from './content.ts';
import { describeNumbers } from './legend.ts';
import { kinds } from './kinds.ts';

const renderKind = (kind: string, words: string, sentences: readonly Sentence[]): Html =>
  html`<label><input type="checkbox" name="kind" value="${text(kind)}" /> ${text(`${words} (${describeNumbers(sentences)})`)}</label> `;

/** Hidden until the script shows it, because without the script it can do nothing. */
export function renderFilters(sentences: readonly Sentence[]): Html {
  const counted = sentences.filter(({ isCounted }) => isCounted).length;
  const boxes = Object.entries(kinds).map(([kind, words]) =>
    renderKind(
      kind,
      words,
      sentences.filter((sentence) => sentence.kinds.some((own) => own === kind)),
    ),
  );
  return html`<form id="filters" class="filters" autocomplete="off" hidden>
      <fieldset>
        <legend>Show only</legend>
        ${boxes}
      </fieldset>
      <p>
        <label><input type="checkbox" name="binding" /> ${text(`binding clauses only (${counted})`)}</label>
      </p>
      <p>
        <label>Words <input type="search" name="words" /></label>
        <button type="reset">Show all</button>
      </p>
    </form>
    <p id="shown" role="status"></p>`;
}
