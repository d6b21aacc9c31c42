import { pickAttachedIds } from '../evidence/attached.ts';
import type { ShownExchange } from '../evidence/shown.ts';
import { renderPieces } from '../evidence/pieces-html.ts';
import type { ShownFinding } from './finding.ts';
import { describeAnswer } from '../model/describe-acceptance.ts';
import type { CheckRow } from '../model/check-row.ts';
import { element, html, joinHtml, lineBreak, multiline, prose, text, type Html } from '../pages/html.ts';
import { shorten } from '../../core/text.ts';

const longestBody = 2000;

const wrappedStyle = { style: 'white-space: pre-wrap; overflow-wrap: anywhere' };

/** Allure shows a description in a frame whose table cells do not wrap, so a long clause would be cut off. */
const cellStyle = { style: 'white-space: normal' };

type Row = readonly [name: string, value: Html | null];

const multilineOrNull = (value: string | null): Html | null => (value === null ? null : multiline(value));
const codeBlock = (value: string): Html => element('code', multiline(shorten(value, longestBody)), wrappedStyle);
const codeBlockOrNull = (value: string | null): Html | null => (value === null ? null : codeBlock(value));
const strong = (value: string): Html => element('b', multiline(value));

function renderTable(rows: readonly Row[]): Html {
  const known = rows.flatMap(([name, value]) => (value === null || value.html === '' ? [] : [[name, value] as const]));
  return element(
    'table',
    known.map(([name, value]) => element('tr', [element('th', text(name), { align: 'left' }), element('td', value, cellStyle)])),
  );
}

function describeAttached(row: CheckRow): string | null {
  const all = new Set(row.evidence).size;
  const shown = pickAttachedIds(row).length;
  if (all === 0) return null;
  return all > shown ? `${shown} of ${all} are attached below, all are in exchanges.jsonl` : 'attached below';
}

/** Allure's own mark is a dark one. */
const markStyle = { style: 'background: #ffe08a; color: #111' };

function exchangeHtml({ title, text: pieces }: ShownExchange): Html {
  const wire = element('pre', renderPieces(pieces, markStyle), wrappedStyle);
  return html`${element('p', strong(title))}${wire}`;
}

const findingRows = ({ finding, payload }: ShownFinding): readonly Row[] => [
  ['Change', multiline(`${finding.mutation} (finding ${finding.id})`)],
  ['Payload', codeBlockOrNull(payload)],
  ['As a command', finding.recipe.kind === 'case' ? codeBlock(finding.recipe.script) : null],
  ['Replay', codeBlock(finding.replay)],
];

const safetyNote = '; goes beyond the letter to protect money or consent';

export function renderDescription(row: CheckRow, shown: readonly ShownExchange[], findings: readonly ShownFinding[] = []): string {
  const { verdict, seen, clause, sentence, certaintyWords, isSafety, answers, facts, repeat, cost } = row;
  const several = (values: readonly string[]): Html => joinHtml(values.map(multiline), lineBreak);
  const rows: readonly Row[] = [
    ['Verdict', html`${strong(verdict)}${multiline(seen === null ? '' : `, seen ${seen}`)}`],
    ['Clause', sentence === null ? codeBlock(clause) : html`${strong(clause)}: ${prose(sentence)}`],
    ['Section', row.section === null ? null : prose(row.section)],
    ['Certainty', certaintyWords === null ? null : multiline(`${certaintyWords}${isSafety ? safetyNote : ''}`)],
    ['Settled by the operator', several(answers.map(describeAnswer))],
    ['Signature', codeBlockOrNull(row.signature)],
    ['Operation', multilineOrNull(row.operation)],
    ['Place', codeBlockOrNull(row.place)],
    ['Expected', codeBlockOrNull(row.expected)],
    ['Received', codeBlockOrNull(row.received)],
    ['From', codeBlockOrNull(row.address)],
    ['Reason', multilineOrNull(row.ownReason)],
    ['Cause', codeBlockOrNull(row.cause)],
    ...findings.flatMap(findingRows),
    ['Observed', several(facts.map((fact) => shorten(fact, longestBody)))],
    ['Who must act', multilineOrNull(row.owner)],
    ['Repeat', html`${codeBlock(repeat)}${multiline(cost === '' ? '' : ` (${cost})`)}`],
    ['In the suite', codeBlock(row.where)],
    ['Exchanges', multilineOrNull(describeAttached(row))],
  ];
  return html`${renderTable(rows)}${shown.map(exchangeHtml)}`.html;
}
