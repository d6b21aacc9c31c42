import { findHeader, type Exchange } from '../../core/exchange.ts';
import { pickAttachedIds, formatExchangeName } from '../allure/exchange.ts';
import { shorten } from '../../core/text.ts';
import { collectBrokenRows, type BrokenRow } from '../model/check-row.ts';
import { toMapAddress } from '../model/file-names.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import { toCardPath } from './card-path.ts';
import type { Reading } from './readings.ts';
import { collectReferences } from './references.ts';
import { byId } from '../../core/by-id.ts';

/** One broken clause, with everything that its owner needs without the report. */
export interface Card {
  /** `cards/OP9-RESULT-INVOICE-ID`, without suffix. */
  readonly file: string;
  readonly title: string;
  readonly saying: string | null;
  readonly rows: readonly CardRow[];
  readonly readings: readonly Reading[];
  /** The sentence in the map, relative to the card; null for a clause that the catalogue lacks. */
  readonly map: string | null;
  /** The deciding exchange in several lines; null when none was recorded. */
  readonly exchange: string | null;
}

export interface CardRow {
  readonly name: string;
  readonly value: string;
  /** Shown as code, since every character matters. */
  readonly exact?: true;
}

const maxCharacters = 2000;

/** Secrets are already replaced by stand-ins. */
export function formatExchange(exchange: Exchange): string {
  const { request, response, trouble } = exchange;
  const body = request.body === null ? [] : [shorten(request.body.text, maxCharacters)];
  const answer =
    response === null
      ? [`no answer: ${trouble?.kind ?? ''} ${trouble?.message ?? ''}`]
      : [`HTTP ${response.status}`, response.body.encoding === 'base64' ? '(not text)' : shorten(response.body.text, maxCharacters)];
  return [`${request.method} ${request.url}`, ...body, '', ...answer].join('\n');
}

const optionalRow = (name: string, value: string | null | undefined, exact?: true): readonly CardRow[] =>
  value == null || value === '' ? [] : [{ name, value, ...(exact === undefined ? {} : { exact }) }];

function timeRows([exchange, ...others]: readonly Exchange[]): readonly CardRow[] {
  if (exchange === undefined) return [];
  const date = exchange.response === null ? null : findHeader(exchange.response.headers, 'date');
  return [
    ...optionalRow('Time', `${exchange.startedAt} (UTC, by the clock of the suite)`),
    ...optionalRow("The server's Date", date ?? 'not sent'),
    ...collectReferences([exchange, ...others]).flatMap(({ name, value }) => optionalRow(name, value, true)),
  ];
}

function cardRows(broken: BrokenRow, shown: readonly Exchange[], { run }: VerdictFile): readonly CardRow[] {
  const [exchange] = shown;
  const { expected, received, seen, cost } = broken;
  return [
    ...optionalRow('Section', broken.section),
    ...optionalRow('Certainty', broken.certaintyWords),
    ...optionalRow('Operation', broken.operation),
    ...optionalRow('Place', broken.place, true),
    ...optionalRow('Expected', expected === null ? null : shorten(expected, maxCharacters), true),
    ...optionalRow('Received', received === null ? null : shorten(received, maxCharacters), true),
    ...optionalRow('Reason', broken.ownReason),
    ...optionalRow('Seen', seen === null ? null : `${seen} of the answers judged`),
    ...optionalRow('Also in', broken.also.join(', ')),
    ...timeRows(shown),
    ...optionalRow('Who must act', broken.owner),
    ...optionalRow('Blocks', broken.blocked),
    ...optionalRow('Repeat', broken.repeat, true),
    ...optionalRow('Repeating costs', cost === '' ? 'no OTP and no transfer' : cost),
    ...optionalRow('Service', `${run.target} at ${run.hosts.join(', ')}, build ${run.targetBuild ?? 'not stated'}`),
    ...optionalRow('Run', `${run.id}, ${run.startedAt}, dmt-conformance ${run.suiteVersion}`),
    ...optionalRow('In its report', `check ${broken.id}${exchange === undefined ? '' : `, exchange ${formatExchangeName(exchange)}`}`),
  ];
}

export function buildCards(file: VerdictFile, exchanges: readonly Exchange[], allReadings: readonly Reading[]): readonly Card[] {
  const exchangeById = byId(exchanges);
  return collectBrokenRows(file).map((broken, index) => {
    const { clause, title, sentence } = broken;
    const shown = pickAttachedIds(broken).flatMap((id) => exchangeById.get(id) ?? []);
    const [exchange] = shown;
    return {
      file: toCardPath(clause, index),
      title: `${clause}: ${title}`,
      saying: sentence,
      rows: cardRows(broken, shown, file),
      readings: allReadings.filter(({ clauses }) => clauses.includes(clause)),
      map: sentence === null ? null : `../${toMapAddress(clause)}`,
      exchange: exchange === undefined ? null : formatExchange(exchange),
    };
  });
}
