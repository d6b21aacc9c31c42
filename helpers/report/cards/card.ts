import { clauses as catalogue } from '../../../specs/clauses.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { Finding } from '../../fuzz/findings/finding.ts';
import { pickAttachedIds } from '../evidence/attached.ts';
import { shorten } from '../../core/text.ts';
import { collectBrokenRows, type BrokenRow } from '../model/check-row.ts';
import { toMapAddress } from '../model/file-names.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import { isNeverWaived } from '../waivers/rules.ts';
import { findAsking, findExpectedValue } from './asking.ts';
import { toCardPath } from './card-path.ts';
import { buildRepeatCommand } from './repeat-command.ts';
import { cardRows, type CardRow } from './card-rows.ts';
import { findAccusing, listNamedIds, type Found } from './found.ts';
import { findFieldName, findMark, markAsking, markExchange, type MarkedText } from './marked.ts';
import { pickOwnSentences } from './own-reading.ts';
import type { Reading } from './readings.ts';
import { byId } from '../../core/by-id.ts';

/** One broken clause, with everything that its owner needs without the report. */
export interface Card {
  readonly clause: string;
  /** `cards/OP9-RESULT-INVOICE-ID`, without suffix. */
  readonly file: string;
  readonly run: string;
  readonly title: string;
  readonly saying: string | null;
  /** What is held against the service, in one sentence. */
  readonly claim: string;
  readonly rows: readonly CardRow[];
  /** Each with the sentences about this clause alone. */
  readonly readings: readonly Reading[];
  /** The sentence in the map, relative to the card; null for a clause that the catalogue lacks. */
  readonly map: string | null;
  /** The deciding exchange, and the call that asked for what is expected where there is one. */
  readonly exchanges: readonly ShownExchange[];
  /** Null when no command can repeat the request. */
  readonly curl: string | null;
  /** How to say that the card is wrong. */
  readonly contest: string;
}

interface ShownExchange {
  readonly title: string;
  readonly text: MarkedText;
}

const longestInClaim = 160;

/** `GET /wallet/… › result.amount: the specification asks for 100.37, the service gave 100.` */
function describeClaim({ place, operation, expected, received }: BrokenRow): string {
  const words = (value: string | null, none: string): string => shorten(value ?? none, longestInClaim);
  return `${place ?? operation}: the specification asks for ${words(expected, 'something else')}, the service gave ${words(received, 'nothing')}.`;
}

const unwaivable: ReadonlySet<string> = new Set(catalogue.filter(isNeverWaived).map(({ id }) => id));

function describeWaiver(clause: string, signature: string | null): readonly string[] {
  if (unwaivable.has(clause)) return ['It guards money, consent or secrets, so no waiver is accepted.'];
  return signature === null ? [] : [`A deviation that stays for a while needs a waiver with the signature ${signature}.`];
}

const describeContest = ({ clause, section, signature }: BrokenRow, run: string): string =>
  [
    `If the service is right, quote the words of ${section === null ? 'the specification' : `"${section}"`} that allow this.`,
    `Name clause ${clause} and run ${run}, and send that to the certification desk.`,
    'A better reading changes the suite, and the run is judged again from its record.',
    ...describeWaiver(clause, signature),
  ].join(' ');

function showExchanges(broken: BrokenRow, deciding: Exchange | undefined, asking: Exchange | null): readonly ShownExchange[] {
  if (deciding === undefined) return [];
  const name = findFieldName(broken.place);
  const value = findExpectedValue(broken.expected);
  return [
    ...(asking === null ? [] : [{ title: `The call that asked for it (${asking.id})`, text: markAsking(asking, name, value) }]),
    { title: `The answer that breaks the clause (${deciding.id})`, text: markExchange(deciding, findMark(broken)) },
  ];
}

const toOwnReading = (reading: Reading, { clause, sentence, subject }: BrokenRow): Reading => ({
  ...reading,
  reading: pickOwnSentences(reading.reading, { id: clause, text: sentence ?? '', operation: subject }),
});

/** Of a finding the odd call, which is not always the one whose answer decides. */
const findCurl = (found: Found | null, deciding: Exchange | undefined): string | null => {
  if (found?.finding.recipe.kind === 'case') return found.finding.recipe.script;
  return deciding === undefined ? null : buildRepeatCommand(deciding);
};

const withOwnReceived = (broken: BrokenRow, found: Found | null): BrokenRow =>
  found === null ? broken : { ...broken, received: found.finding.received };

export function buildCards(
  file: VerdictFile,
  exchanges: readonly Exchange[],
  allReadings: readonly Reading[],
  findings: readonly Finding[] = [],
): readonly Card[] {
  const exchangeById = byId(exchanges);
  const find = (ids: readonly string[]): readonly Exchange[] => ids.flatMap((id) => exchangeById.get(id) ?? []);
  return collectBrokenRows(file).map((row, index) => {
    const found = findAccusing(row, findings);
    const broken = withOwnReceived(row, found);
    const { clause, title, sentence } = broken;
    const shown = find(pickAttachedIds(broken));
    const [deciding] = shown;
    const asking = deciding === undefined ? null : findAsking(deciding, find(listNamedIds(row, found)), findExpectedValue(broken.expected));
    return {
      clause,
      file: toCardPath(clause, index),
      run: file.run.id,
      title: `${clause}: ${title}`,
      saying: sentence,
      claim: describeClaim(broken),
      rows: cardRows(broken, found, deciding === undefined || asking === null ? shown : [deciding, asking], file),
      readings: allReadings.filter(({ clauses }) => clauses.includes(clause)).map((reading) => toOwnReading(reading, broken)),
      map: sentence === null ? null : `../${toMapAddress(clause)}`,
      exchanges: showExchanges(broken, deciding, asking),
      curl: findCurl(found, deciding),
      contest: describeContest(broken, file.run.id),
    };
  });
}
