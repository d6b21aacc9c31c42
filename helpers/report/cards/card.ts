import type { Exchange } from '../../core/exchange.ts';
import { attachedIds, exchangeName } from '../allure/exchange.ts';
import { certaintyWords } from '../allure/description.ts';
import { plural, shorten } from '../../core/text.ts';
import { brokenClauses, costWords, subjectTitle, type Broken } from '../model/groups.ts';
import { headerOf } from '../evidence/har.ts';
import { ownerWords } from '../model/owners.ts';
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
  const date = exchange.response === null ? undefined : headerOf(exchange.response.headers, 'date');
  return [
    ...row('Time', `${exchange.startedAt} (UTC, by the clock of the suite)`),
    ...row("The server's Date", date ?? 'not sent'),
    ...referencesOf([exchange, ...others]).flatMap(({ name, value }) => row(name, value, true)),
  ];
}

function cardRows({ clause, check, also, blocks }: Broken, shown: readonly Exchange[], { run }: VerdictFile): readonly CardRow[] {
  const [exchange] = shown;
  const cost = costWords(check);
  return [
    ...row('Section', clause?.section),
    ...row('Certainty', clause === undefined ? null : certaintyWords[clause.certainty]),
    ...row('Operation', subjectTitle(check.operation)),
    ...row('Place', check.place, true),
    ...row('Expected', check.expected === null ? null : shorten(check.expected, longest), true),
    ...row('Received', check.received === null ? null : shorten(check.received, longest), true),
    ...row('Reason', check.reason === clause?.text ? null : check.reason),
    ...row('Seen', check.seen === null ? null : `${check.seen} of the answers judged`),
    ...row('Also in', also.map(({ id }) => id).join(', ')),
    ...timeRows(shown),
    ...row('Who has to move', check.owner === null ? null : ownerWords[check.owner]),
    ...row('Keeps from being tested', blocks === 0 ? null : plural(blocks, 'check')),
    ...row('Repeat', check.reproduce, true),
    ...row('Repeating costs', cost === '' ? 'no OTP and no transfer' : cost),
    ...row('Service', `${run.target} at ${run.hosts.join(', ')}, build ${run.targetBuild ?? 'not told'}`),
    ...row('Run', `${run.id}, ${run.startedAt}, dmt-conformance ${run.suiteVersion}`),
    ...row('In its report', `check ${check.id}${exchange === undefined ? '' : `, exchange ${exchangeName(exchange)}`}`),
  ];
}

/** A card for each broken clause. */
export function cardsOf(file: VerdictFile, exchanges: readonly Exchange[], known: readonly Reading[]): readonly Card[] {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return brokenClauses(file).map((broken, index) => {
    const { clause, check } = broken;
    // The exchange that decides comes first; the others are what led to it.
    const shown = attachedIds(check).flatMap((id) => byId.get(id) ?? []);
    const [exchange] = shown;
    return {
      file: cardFile(check.clause, index),
      title: `${check.clause}: ${check.title}`,
      saying: clause?.text ?? null,
      rows: cardRows(broken, shown, file),
      readings: known.filter(({ clauses }) => clauses.includes(check.clause)),
      exchange: exchange === undefined ? null : wireOf(exchange),
    };
  });
}
