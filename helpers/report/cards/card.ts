import { clauses as catalogue } from '../../../specs/clauses.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { Finding } from '../../fuzz/findings/finding.ts';
import { collectBrokenRows, type BrokenRow } from '../model/check-row.ts';
import { toMapAddress } from '../model/file-names.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import { isNeverWaived } from '../waivers/rules.ts';
import { describeClaim } from '../verdict/claim.ts';
import { toCardPath } from './card-path.ts';
import { buildRepeatCommand } from './repeat-command.ts';
import { cardRows, type CardRow } from './card-rows.ts';
import { findAccusing, type Found } from '../evidence/found.ts';
import { pickOwnSentences } from './own-reading.ts';
import type { Reading } from './readings.ts';
import { pickShown, type ShownExchange } from '../evidence/shown.ts';
import { byId } from '../../core/by-id.ts';

/** One broken clause, with everything that its owner needs without the report. */
export interface Card {
  readonly clause: string;
  /** `cards/OP9-RESULT-INVOICE-ID`, without suffix. */
  readonly file: string;
  readonly run: string;
  /** What should be, in the words of the check. */
  readonly title: string;
  readonly saying: string | null;
  /** What is held against the service, in one sentence. */
  readonly claim: string;
  readonly rows: readonly CardRow[];
  /** Each with the sentences about this clause alone. */
  readonly readings: readonly Reading[];
  /** The sentence in the map, relative to the card; null for a clause that the catalogue lacks. */
  readonly map: string | null;
  /** The deciding exchange last, and before it what established what is expected. */
  readonly exchanges: readonly ShownExchange[];
  /** Null when no command can repeat the request. */
  readonly curl: string | null;
  /** How to say that the card is wrong. */
  readonly contest: string;
  /** What a waiver names, character by character; null where none is accepted. */
  readonly signature: string | null;
}

const unwaivable: ReadonlySet<string> = new Set(catalogue.filter(isNeverWaived).map(({ id }) => id));

function describeWaiver(clause: string, signature: string | null): readonly string[] {
  if (unwaivable.has(clause)) return ['It guards money, consent or secrets, so no waiver is accepted.'];
  return signature === null ? [] : ['A deviation that stays for a while needs a waiver with this signature:'];
}

const describeContest = ({ clause, section, signature }: BrokenRow, run: string): string =>
  [
    `If the service is right, quote the words of ${section === null ? 'the specification' : `"${section}"`} that allow this.`,
    `Name clause ${clause} and run ${run}, and send that to the certification desk.`,
    'A better reading changes the suite, and the run is judged again from its record.',
    ...describeWaiver(clause, signature),
  ].join(' ');

const toOwnReading = (reading: Reading, { clause, sentence, subject }: BrokenRow): Reading => ({
  ...reading,
  reading: pickOwnSentences(reading.reading, { id: clause, text: sentence ?? '', operation: subject }),
});

/** Of a finding the odd call, else the call in question, which is not always the one whose answer decides. */
const findCurl = (found: Found | null, shown: readonly ShownExchange[]): string | null => {
  if (found?.finding.recipe.kind === 'case') return found.finding.recipe.script;
  const asked = shown.findLast(({ role }) => role === 'call') ?? shown.at(-1);
  return asked === undefined ? null : buildRepeatCommand(asked.exchange);
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
  return collectBrokenRows(file).map((row, index) => {
    const found = findAccusing(row, findings);
    const broken = withOwnReceived(row, found);
    const { clause, title, sentence } = broken;
    const shown = pickShown(broken, found, exchangeById);
    return {
      clause,
      file: toCardPath(clause, index),
      run: file.run.id,
      title,
      saying: sentence,
      claim: describeClaim(broken),
      rows: cardRows(broken, found, shown.map(({ exchange }) => exchange).reverse(), file),
      readings: allReadings.filter(({ clauses }) => clauses.includes(clause)).map((reading) => toOwnReading(reading, broken)),
      map: sentence === null ? null : `../${toMapAddress(clause)}`,
      exchanges: shown,
      curl: findCurl(found, shown),
      contest: describeContest(broken, file.run.id),
      signature: unwaivable.has(clause) ? null : broken.signature,
    };
  });
}
