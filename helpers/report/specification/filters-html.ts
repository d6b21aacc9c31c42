import { verdicts, type Verdict } from '../../core/records/verdicts.ts';
import { verdictWords } from '../model/verdict-words.ts';
import { html, text, type Html } from '../pages/html.ts';
import type { Sentence } from './content.ts';
import { describeNumbers } from './legend.ts';

const renderState = (state: Verdict, sentences: readonly Sentence[]): Html =>
  html`<label
    ><input type="checkbox" name="state" value="${text(state)}" />
    ${text(`${verdictWords[state][0]} (${describeNumbers(sentences)})`)}</label
  > `;

/** The rows of the table that are not empty. */
const renderStates = (sentences: readonly Sentence[]): readonly Html[] =>
  verdicts.flatMap((state) => {
    const own = sentences.filter(({ shown }) => shown === state);
    return own.length === 0 ? [] : [renderState(state, own)];
  });

/** Hidden until the script shows it, because without the script it can do nothing. */
export function renderFilters(sentences: readonly Sentence[]): Html {
  const counted = sentences.filter(({ isCounted }) => isCounted).length;
  return html`<form id="filters" class="filters" autocomplete="off" hidden>
      <fieldset>
        <legend>Show only</legend>
        ${renderStates(sentences)}
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
