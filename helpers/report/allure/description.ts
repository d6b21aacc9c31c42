import type { Exchange } from '../../core/exchange.ts';
import { attachedIds, exchangeName } from './exchange.ts';
import { answerWords } from '../model/acceptance-words.ts';
import type { CheckRow } from '../model/check-row.ts';
import { element, html, joined, lineBreak, multiline, nothing, text, type Html } from '../pages/html.ts';
import { shorten } from '../../core/text.ts';

const longestBody = 2000;

const wrapped = { style: 'white-space: pre-wrap; overflow-wrap: anywhere' };

type Row = readonly [name: string, value: Html | null];

const worded = (value: string | null): Html | null => (value === null ? null : multiline(value));
const coded = (value: string): Html => element('code', multiline(shorten(value, longestBody)), wrapped);
const codedAt = (value: string | null): Html | null => (value === null ? null : coded(value));
const strong = (value: string): Html => element('b', multiline(value));

function table(rows: readonly Row[]): Html {
  const known = rows.flatMap(([name, value]) => (value === null || value.html === '' ? [] : [[name, value] as const]));
  return element(
    'table',
    known.map(([name, value]) => element('tr', [element('th', text(name), { align: 'left' }), element('td', value)])),
  );
}

function evidenceWords(row: CheckRow): string | null {
  const [all, shown] = [new Set(row.evidence).size, attachedIds(row).length];
  if (all === 0) return null;
  return all > shown ? `${shown} of ${all} are attached below, all are in evidence.har` : 'attached below';
}

function excerpt({ text: body, encoding }: { readonly text: string; readonly encoding: string }): string {
  return encoding === 'base64' ? '(not text)' : shorten(body, longestBody);
}

function exchangeHtml(exchange: Exchange): Html {
  const { request, response, trouble } = exchange;
  const sent = request.body === null ? '' : `\n${excerpt(request.body)}\n`;
  const answer =
    response === null
      ? `no answer: ${trouble?.kind ?? ''} ${trouble?.message ?? ''}`
      : `HTTP ${response.status}\n${excerpt(response.body)}`;
  const wire = element('pre', multiline(`${request.method} ${request.url}${sent}\n\n${answer}`), wrapped);
  return html`${element('p', strong(exchangeName(exchange)))}${wire}`;
}

const safety = '; goes beyond the letter to protect money or consent';

/** What a reader sees on opening a line: the clause in words, expected against received, who has to move, how to repeat it. */
export function descriptionOf(row: CheckRow, deciding: Exchange | undefined): string {
  const { verdict, seen, clause, sentence, certaintyWords, isSafety, answers, facts, repeat, cost } = row;
  const several = (values: readonly string[]): Html => joined(values.map(multiline), lineBreak);
  const rows: readonly Row[] = [
    ['Verdict', html`${strong(verdict)}${multiline(seen === null ? '' : `, seen ${seen}`)}`],
    ['Clause', sentence === null ? coded(clause) : html`${strong(clause)}: ${multiline(sentence)}`],
    ['Section', worded(row.section)],
    ['Certainty', certaintyWords === null ? null : multiline(`${certaintyWords}${isSafety ? safety : ''}`)],
    ['Settled by the operator', several(answers.map(answerWords))],
    ['Signature', codedAt(row.signature)],
    ['Operation', worded(row.operation)],
    ['Place', codedAt(row.place)],
    ['Expected', codedAt(row.expected)],
    ['Received', codedAt(row.received)],
    ['From', codedAt(row.address)],
    ['Reason', worded(row.ownReason)],
    ['Cause', codedAt(row.cause)],
    ['Observed', several(facts.map((fact) => shorten(fact, longestBody)))],
    ['Who has to move', worded(row.owner)],
    ['Repeat', html`${coded(repeat)}${multiline(cost === '' ? '' : ` (${cost})`)}`],
    ['In the suite', coded(row.where)],
    ['Exchanges', worded(evidenceWords(row))],
  ];
  return html`${table(rows)}${deciding === undefined ? nothing : exchangeHtml(deciding)}`.html;
}
