import { summarizeChanges, describeRun, buildSections } from '../compare/formats.ts';
import { code, factTable, html, joinHtml, list, emptyHtml, text, type Html } from '../pages/html.ts';
import { pluralize, shortenAtWord } from '../../core/text.ts';
import type { Decision } from './content.ts';
import { describeDoubt } from './effects.ts';
import type { NamedFact } from './rows.ts';

const longest = 600;

export const renderFacts = (caption: string, rows: readonly NamedFact[], render: (value: string) => Html = text): Html =>
  factTable(
    caption,
    rows.map(({ name, value }) => [name, render(value)]),
  );

/** Where no call is in doubt. */
const describeCertain = (notLookedUp: number): string =>
  notLookedUp === 0
    ? 'Nothing is in doubt: the end of every call with an effect is known.'
    : `Every call was answered. Nobody looked up the end of ${pluralize(notLookedUp, 'accepted transfer')}, so this money may have moved.`;

export const renderEffects = ({ effects: { money, residue, inDoubt, notLookedUp } }: Decision): readonly Html[] => [
  renderFacts('Money and OTP messages', money),
  residue.length === 0 ? html`<p>No record was left.</p>` : renderFacts('Records left, by the call that left them', residue),
  inDoubt.length === 0
    ? html`<p>${text(describeCertain(notLookedUp))}</p>`
    : html`<h3>In doubt: find out how these ended before you send them again</h3>
        ${list(inDoubt.map((one) => text(describeDoubt(one))))}`,
];

export function renderChanges({ changes: comparison }: Decision): readonly Html[] {
  if (comparison === null) return [];
  const { before, scope } = comparison;
  return [
    html`<p>Compared with ${text(describeRun(before))}.</p>`,
    scope === null ? emptyHtml : html`<p>${text(scope)}.</p>`,
    html`<p><strong>${text(summarizeChanges(comparison))}</strong></p>`,
    ...buildSections(comparison).map(
      ([title, groups]) =>
        html`<h3>${text(title)}</h3>
          ${list(groups.map(({ keys, words }) => html`${joinHtml(keys.map(code), html`, `)} ${text(shortenAtWord(words, longest))}`))}`,
    ),
  ];
}
