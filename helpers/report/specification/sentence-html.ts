import { createReportLink } from '../decision/findings-html.ts';
import { verdictWords } from '../model/verdict-words.ts';
import { code, element, emptyHtml, html, joinHtml, link, prose, text, type Html } from '../pages/html.ts';
import type { Cell } from './cells.ts';
import type { Sentence } from './content.ts';
import type { Note } from './notes.ts';

export type ReportLink = ReturnType<typeof createReportLink>;

/** Ids of the catalogue need no escape; an unknown one may. */
export const linkToSentence = (id: string): Html => link(`#${encodeURIComponent(id)}`, code(id));

function renderCell({ where, verdict, judged, reason }: Cell): Html {
  const [word] = verdictWords[verdict];
  const why = reason === null ? emptyHtml : html`: ${text(reason)}`;
  return element('li', html`${text(where)} <strong>${text(judged ? word : `not judged, ${word}`)}</strong>${why}`, { class: verdict });
}

const renderNote = ({ name, value }: Note): Html =>
  element('p', html`${text(name)}: ${name === 'Expected' || name === 'Received' ? code(value) : text(value)}`);

const renderShownBy = ({ shownBy }: Sentence): Html =>
  shownBy.length === 0
    ? emptyHtml
    : element('p', html`Without a check of its own, it follows ${joinHtml(shownBy.map(linkToSentence), html`, `)}.`, { class: 'about' });

const renderCard = ({ card, clause }: Sentence): Html =>
  card === null ? emptyHtml : element('p', link(card, text(`Card of ${clause.id}, to send on`)));

/** A line of the map. White space between its parts is left out, since there are hundreds. */
export function renderSentence(sentence: Sentence, to: ReportLink): Html {
  const { clause, isCounted, standing, shown, cells, notes, check } = sentence;
  const { id, certainty, safety } = clause;
  const name = check === null ? code(id) : to(check, id);
  const about = `${certainty}${safety ? ', beyond the letter' : ''} · ${standing}`;
  const head = html`<strong class="word">${text(verdictWords[shown][0])}</strong>${name} <span class="about">${text(about)}</span>`;
  const attributes = { id, class: shown, 'data-binding': isCounted ? 'yes' : 'no' };
  const parts = [
    element('p', head),
    element('p', prose(clause.text)),
    cells.length === 0 ? emptyHtml : element('ul', cells.map(renderCell), { class: 'cells' }),
    ...notes.map(renderNote),
    renderShownBy(sentence),
    renderCard(sentence),
  ];
  return html`${element('li', parts, attributes)} `;
}
