import type { Exchange } from '../../core/exchange.ts';
import { attachedIds, exchangeName } from './exchange.ts';
import { costWords, subjectTitle } from '../model/groups.ts';
import { ownerWords } from '../model/owners.ts';
import { markup, shorten } from '../../core/text.ts';
import type { VerdictCheck, VerdictClause } from '../model/verdict-file.ts';
import { answerWords } from '../waivers/words.ts';

const longestBody = 2000;

const wrapped = 'style="white-space: pre-wrap; overflow-wrap: anywhere"';

/** How firmly the specification says it, and what that means for a verdict. */
export const certaintyWords = {
  stated: 'stated',
  implied: 'implied by what the specification says elsewhere',
  exemplified: 'exemplified: the value merely occurs, another one is a warning at most',
  ambiguous: 'ambiguous: two forms are stated, either one is right',
  silent: 'silent: the specification leaves it open, so it is only observed',
} as const;

type Row = readonly [name: string, html: string | null];

const text = (value: string | null): string | null => (value === null ? null : markup(value));
const coded = (value: string | null): string | null =>
  value === null ? null : `<code ${wrapped}>${markup(shorten(value, longestBody))}</code>`;

function table(rows: readonly Row[]): string {
  const known = rows.filter(([, html]) => html !== null && html !== '');
  return `<table>${known.map(([name, html]) => `<tr><th align="left">${name}</th><td>${html ?? ''}</td></tr>`).join('')}</table>`;
}

function evidenceWords(check: VerdictCheck): string | null {
  const [all, shown] = [new Set(check.evidence).size, attachedIds(check).length];
  if (all === 0) return null;
  return all > shown ? `${shown} of ${all} are attached below, all are in evidence.har` : 'attached below';
}

function excerpt({ text: body, encoding }: { readonly text: string; readonly encoding: string }): string {
  return encoding === 'base64' ? '(not text)' : shorten(body, longestBody);
}

function exchangeHtml(exchange: Exchange): string {
  const { request, response, trouble } = exchange;
  const sent = request.body === null ? '' : `\n${excerpt(request.body)}\n`;
  const answer =
    response === null
      ? `no answer: ${trouble?.kind ?? ''} ${trouble?.message ?? ''}`
      : `HTTP ${response.status}\n${excerpt(response.body)}`;
  return `<p><b>${markup(exchangeName(exchange))}</b></p><pre ${wrapped}>${markup(`${request.method} ${request.url}${sent}\n\n${answer}`)}</pre>`;
}

/** What a reader sees on opening a line: the clause in words, expected against received, who has to move, how to repeat it. */
export function descriptionOf(check: VerdictCheck, clause: VerdictClause | undefined, deciding: Exchange | undefined): string {
  const cost = costWords(check);
  const rows: readonly Row[] = [
    ['Verdict', `<b>${check.verdict}</b>${check.seen === null ? '' : `, seen ${markup(check.seen)}`}`],
    ['Clause', clause === undefined ? coded(check.clause) : `<b>${markup(clause.id)}</b>: ${markup(clause.text)}`],
    ['Section', text(clause?.section ?? null)],
    [
      'Certainty',
      clause === undefined
        ? null
        : `${certaintyWords[clause.certainty]}${clause.safety ? '; goes beyond the letter to protect money or consent' : ''}`,
    ],
    ['Settled by the operator', clause === undefined ? null : clause.clarifications.map((one) => markup(answerWords(one))).join('<br>')],
    ['Signature', coded(check.signature)],
    ['Operation', text(subjectTitle(check.operation))],
    ['Place', coded(check.place)],
    ['Expected', coded(check.expected)],
    ['Received', coded(check.received)],
    ['From', coded(check.address)],
    ['Reason', check.reason === clause?.text ? null : text(check.reason)],
    ['Cause', coded(check.cause)],
    ['Observed', check.facts.length === 0 ? null : check.facts.map((fact) => markup(shorten(fact, longestBody))).join('<br>')],
    ['Who has to move', check.owner === null ? null : ownerWords[check.owner]],
    ['Repeat', `${coded(check.reproduce) ?? ''}${cost === '' ? '' : ` (${cost})`}`],
    ['In the suite', coded(check.where)],
    ['Exchanges', evidenceWords(check)],
  ];
  return `${table(rows)}${deciding === undefined ? '' : exchangeHtml(deciding)}`;
}
