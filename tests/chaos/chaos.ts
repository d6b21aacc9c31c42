import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLedger, type LedgerCall } from '../../helpers/report/journal/ledger.ts';
import { readJournal, type Journal } from '../../helpers/report/journal/journal.ts';
import { assembleVerdict } from '../../helpers/report/verdict/assemble.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import { conductRun } from '../../helpers/run/run.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { field } from '../../sandbox/http/json.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { on, apiResult, succeeded } from '../../sandbox/twists/twists.ts';
import { asText } from '../../sandbox/twists/results.ts';
import { clauses } from '../../specs/clauses.ts';
import { planFor } from '../../suites/plan-for.ts';
import { startProxy, type Mishap, type Proxy } from './proxy.ts';
import { seededRandom } from './random.ts';

/** What a run over a bad line came to. */
export interface BadLineRun {
  readonly file: VerdictFile;
  /** Transfers whose money moved twice, by their correlationId, and those sent again, by their exchange. */
  readonly sentTwice: readonly string[];
  /** Transfers the service accepted and the ledger does not know. */
  readonly unbooked: readonly string[];
  readonly met: Proxy['met'];
}

/** Of a hundred requests five come to grief, evenly in each of three ways. */
export function drawMishaps(seed: number, share = 0.05): () => Mishap {
  const random = seededRandom(seed);
  const kinds = ['reset-before', 'reset-after', 'lost'] as const;
  return () => (random() < share ? (kinds[Math.floor(random() * kinds.length)] ?? 'lost') : 'none');
}

/** A transfer that the service accepted, which is when its money moves. */
interface Accepted {
  readonly correlationId: string;
  readonly invoice: string;
}

/** Keeps every acceptance, also one whose answer is lost on the line. */
function recordAccepted(transfers: Accepted[]): Twist {
  return (right) => async (ask) => {
    const answer = await right(ask);
    if (on('OP-9')(ask) && succeeded(answer))
      transfers.push({ correlationId: asText(field(ask.body, 'correlationId')), invoice: asText(field(apiResult(answer), 'invoiceId')) });
    return answer;
  };
}

/** Under one correlationId: two invoices, or more acceptances than were sent. */
function movedTwice(accepted: readonly Accepted[], booked: readonly LedgerCall[]): readonly string[] {
  const sent = (id: string): number => booked.filter(({ correlationId }) => correlationId === id).length;
  return [...Map.groupBy(accepted, ({ correlationId }) => correlationId)]
    .filter(([id, all]) => new Set(all.map(({ invoice }) => invoice)).size > 1 || all.length > Math.max(sent(id), 1))
    .map(([id]) => id);
}

/** Transfers that were sent again because the line failed, whether the service took them or not. */
const repeated = ({ exchanges }: Journal): readonly string[] =>
  exchanges.filter(({ operation, purpose }) => operation === 'OP-9' && purpose.includes('(again, after')).map(({ id }) => id);

/** A run of the selected checks, or of all, through a proxy that has mishaps. */
export async function runOverBadLine(mishapOf: () => Mishap, selection = ''): Promise<BadLineRun> {
  const accepted: Accepted[] = [];
  const sandbox = await startSandbox({ twist: recordAccepted(accepted) });
  const proxy = await startProxy(sandbox.baseUrl, mishapOf);
  const folder = mkdtempSync(join(tmpdir(), 'chaos-'));
  try {
    const patience = { DMT_TIMEOUT_MS: '3000', DMT_PENDING_TIMEOUT_MS: '1000', DMT_CALLBACK_TIMEOUT_MS: '2000', DMT_FUZZ_RUNS: '0' };
    const addresses = { DMT_BASE_URL: proxy.address, DMT_AUTH_URL: proxy.address };
    const read = readConfig(
      {
        ...sandbox.environment,
        ...addresses,
        ...patience,
        DMT_TARGET: 'sandbox',
        DMT_REPORT_DIR: folder,
        DMT_CHECKS: selection,
      },
      'started',
    );
    if (!read.ok) throw new Error(read.problems.join('\n'));
    const interrupted = new Promise<never>(() => undefined);
    await conductRun(read.config, planFor(read.config), { onOutcome: () => undefined, interrupted, register: sandbox.setCallbackUrl });
    const journal = readJournal(folder);
    const booked = readLedger(join(folder, 'ledger.jsonl'));
    const known = new Set(booked.map(({ correlationId }) => correlationId));
    return {
      file: assembleVerdict(journal, clauses),
      sentTwice: [...movedTwice(accepted, booked), ...repeated(journal)],
      unbooked: accepted.map(({ correlationId }) => correlationId).filter((id) => !known.has(id)),
      met: { ...proxy.met },
    };
  } finally {
    await Promise.all([proxy.close(), sandbox.close()]);
    rmSync(folder, { recursive: true });
  }
}
