import { headerOf, type Exchange } from '../../core/exchange.ts';
import { attachedIds, exchangeName } from '../allure/exchange.ts';
import { shorten } from '../../core/text.ts';
import { brokenRows, type BrokenRow } from '../model/check-row.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import { cardFile } from './name.ts';
import type { Reading } from './readings.ts';
import { referencesOf } from './references.ts';

/** One broken clause for whoever has to move: everything needed, without the report. */
export interface Card {
  /** `cards/OP9-RESULT-INVOICE-ID`, without suffix. */
  readonly file: string;
  readonly title: string;
  /** The clause in words. */
  readonly saying: string | null;
  /** Name and words; what is quoted of the target is marked. */
  readonly rows: readonly CardRow[];
  readonly readings: readonly Reading[];
  /** The deciding exchange, several lines; null where none was recorded. */
  readonly exchange: string | null;
}

export interface CardRow {
  readonly name: string;
  readonly value: string;
  /** A value to be read character by character. */
  readonly exact?: true;
}

const longest = 2000;

/** An address, a command or a body, as it went over the wire; secrets are stand-ins already. */
function wireOf(exchange: Exchange): string {
  const { request, response, trouble } = exchange;
  const body = request.body === null ? [] : [shorten(request.body.text, longest)];
  const answer =
    response === null
      ? [`no answer: ${trouble?.kind ?? ''} ${trouble?.message ?? ''}`]
      : [`HTTP ${response.status}`, response.body.encoding === 'base64' ? '(not text)' : shorten(response.body.text, longest)];
  return [`${request.method} ${request.url}`, ...body, '', ...answer].join('\n');
}

const row = (name: string, value: string | null | undefined, exact?: true): readonly CardRow[] =>
  value == null || value === '' ? [] : [{ name, value, ...(exact === undefined ? {} : { exact }) }];

function timeRows([exchange, ...others]: readonly Exchange[]): readonly CardRow[] {
  if (exchange === undefined) return [];
  const date = exchange.response === null ? null : headerOf(exchange.response.headers, 'date');
  return [
    ...row('Time', `${exchange.startedAt} (UTC, by the clock of the suite)`),
    ...row("The server's Date", date ?? 'not sent'),
    ...referencesOf([exchange, ...others]).flatMap(({ name, value }) => row(name, value, true)),
  ];
}

function cardRows(broken: BrokenRow, shown: readonly Exchange[], { run }: VerdictFile): readonly CardRow[] {
  const [exchange] = shown;
  const { expected, received, seen, cost } = broken;
  return [
    ...row('Section', broken.section),
    ...row('Certainty', broken.certaintyWords),
    ...row('Operation', broken.operation),
    ...row('Place', broken.place, true),
    ...row('Expected', expected === null ? null : shorten(expected, longest), true),
    ...row('Received', received === null ? null : shorten(received, longest), true),
    ...row('Reason', broken.ownReason),
    ...row('Seen', seen === null ? null : `${seen} of the answers judged`),
    ...row('Also in', broken.also.join(', ')),
    ...timeRows(shown),
    ...row('Who has to move', broken.owner),
    ...row('Keeps from being tested', broken.blocked),
    ...row('Repeat', broken.repeat, true),
    ...row('Repeating costs', cost === '' ? 'no OTP and no transfer' : cost),
    ...row('Service', `${run.target} at ${run.hosts.join(', ')}, build ${run.targetBuild ?? 'not told'}`),
    ...row('Run', `${run.id}, ${run.startedAt}, dmt-conformance ${run.suiteVersion}`),
    ...row('In its report', `check ${broken.id}${exchange === undefined ? '' : `, exchange ${exchangeName(exchange)}`}`),
  ];
}

/** A card for each broken clause. */
export function cardsOf(file: VerdictFile, exchanges: readonly Exchange[], known: readonly Reading[]): readonly Card[] {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return brokenRows(file).map((broken, index) => {
    const { clause, title, sentence } = broken;
    // The exchange that decides comes first; the others are what led to it.
    const shown = attachedIds(broken).flatMap((id) => byId.get(id) ?? []);
    const [exchange] = shown;
    return {
      file: cardFile(clause, index),
      title: `${clause}: ${title}`,
      saying: sentence,
      rows: cardRows(broken, shown, file),
      readings: known.filter(({ clauses }) => clauses.includes(clause)),
      exchange: exchange === undefined ? null : wireOf(exchange),
    };
  });
}
