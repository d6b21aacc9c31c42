import type { Exchange } from '../core/exchange.ts';
import type { JournalLine, LeaksSeen, Numbered, Sighting } from '../core/records/journal-lines.ts';
import type { Outcome } from '../core/records/outcome.ts';
import type { LedgerCall } from '../report/journal/ledger.ts';
import type { Finding } from '../fuzz/findings/finding.ts';

/** `x17` of the second part follows the last number of the first part. */
export type Renumber = (exchange: string) => string;

const counterByLetter: Readonly<Record<string, keyof Numbered>> = { x: 'requests', c: 'callbacks', q: 'quiet' };

export const createRenumber =
  (before: Numbered): Renumber =>
  (exchange) => {
    const counter = counterByLetter[exchange.slice(0, 1)];
    return counter === undefined ? exchange : `${exchange.slice(0, 1)}${Number(exchange.slice(1)) + before[counter]}`;
  };

export const addNumbered = (one: Numbered, other: Numbered): Numbered => ({
  requests: one.requests + other.requests,
  callbacks: one.callbacks + other.callbacks,
  quiet: one.quiet + other.quiet,
});

export const renumberExchange = (exchange: Exchange, renumber: Renumber): Exchange => ({ ...exchange, id: renumber(exchange.id) });

export const renumberCall = (call: LedgerCall, renumber: Renumber, run: string): LedgerCall => ({
  ...call,
  run,
  exchange: renumber(call.exchange),
});

export const renumberFinding = (finding: Finding, renumber: Renumber): Finding => ({
  ...finding,
  exchanges: finding.exchanges.map(renumber),
});

const renumberSightings = (seen: readonly Sighting[], renumber: Renumber): readonly Sighting[] =>
  seen.map((one) => ({ ...one, exchange: renumber(one.exchange) }));

export const renumberLeaks = ({ secrets, codes }: LeaksSeen, renumber: Renumber): LeaksSeen => ({
  secrets: renumberSightings(secrets, renumber),
  codes: renumberSightings(codes, renumber),
});

const renumberOutcome = ({ evidence, beside, ...rest }: Outcome, renumber: Renumber): Outcome => ({
  ...rest,
  evidence: evidence.map(renumber),
  ...(beside !== undefined && { beside: beside.map(renumber) }),
});

/** A line of a part as it stands in the merged record; none for a header, which the merge writes itself. */
export function renumberLine(line: JournalLine, renumber: Renumber, part: number): readonly JournalLine[] {
  switch (line.kind) {
    case 'run':
    case 'sitting':
    case 'leaks':
      return [];
    case 'spent':
      return [{ ...line, spent: { ...line.spent, exchange: renumber(line.spent.exchange) } }];
    case 'off-record':
      return [{ ...line, offRecord: { ...line.offRecord, part } }];
    case 'outcome':
      return [{ ...line, outcome: renumberOutcome(line.outcome, renumber) }];
    case 'code':
      return [{ ...line, code: { ...line.code, exchange: renumber(line.code.exchange) } }];
    case 'judged':
      return [{ ...line, answers: line.answers.map((one) => ({ ...one, exchange: renumber(one.exchange) })) }];
    case 'build':
    case 'stopped':
    case 'contract':
    case 'part':
    case 'wait':
    case 'end':
      return [line];
  }
}
