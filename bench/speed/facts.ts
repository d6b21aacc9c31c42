import { rmSync } from 'node:fs';
import { readJournal } from '../../helpers/report/journal/journal.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import { foldRecord } from '../../helpers/judge/facts/facts.ts';
import { reportedRun } from '../../tests/bundle/recorded.ts';
import { median } from '../median.ts';

const wanted = 20_000;
const times = 5;

/** The exchanges of one run again and again, as if it had gone on. */
function repeatRecord(exchanges: readonly Exchange[]): readonly Exchange[] {
  const rounds = Array.from({ length: Math.ceil(wanted / exchanges.length) }, (_, round) =>
    exchanges.map((exchange) => ({
      ...exchange,
      id: `${exchange.id}-${round}`,
      after: (exchange.after ?? 0) + round * exchanges.length,
    })),
  );
  return rounds.flat().slice(0, wanted);
}

function measureFold(exchanges: readonly Exchange[]): number {
  const started = performance.now();
  const { momentOf } = foldRecord(exchanges);
  for (const exchange of exchanges) {
    const { call, listOf } = momentOf(exchange);
    if (call?.operation === 'OP-6') listOf(call.values['senderId'] ?? '');
  }
  return performance.now() - started;
}

const measureParse = (lines: readonly string[]): number => {
  const started = performance.now();
  for (const line of lines) JSON.parse(line);
  return performance.now() - started;
};

/** Folds the record of a run, repeated, and looks up the facts of every exchange. Reading the same lines as JSON is the measure. */
export async function facts(tell: (line: string) => void): Promise<boolean> {
  const folder = await reportedRun({}, {});
  const exchanges = repeatRecord(readJournal(folder).exchanges);
  rmSync(folder, { recursive: true });
  const lines = exchanges.map((exchange) => JSON.stringify(exchange));
  const rounds = Array.from({ length: times }, () => ({ fold: measureFold(exchanges), parse: measureParse(lines) }));
  const fold = median(rounds.map((round) => round.fold));
  const parse = median(rounds.map((round) => round.parse));
  tell(`${exchanges.length} exchanges: folded in ${Math.round(fold)} ms, ${(fold / parse).toFixed(2)} of the time to read them as JSON`);
  return fold < 1000;
}
