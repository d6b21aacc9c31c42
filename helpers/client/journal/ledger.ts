import { closeSync, fdatasync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CallEffect } from '../../core/effects.ts';
import { openAppended } from '../../core/files/append-only.ts';
import type { Redactor } from '../../redaction/redactor.ts';
import type { EffectOutcome } from '../limits/spending.ts';

/**
 * `sent` is written before the request leaves. OP-10 or OP-11 later reports a transfer as settled, refunded to a wallet, failed or unknown.
 */
export type LedgerState = 'sent' | EffectOutcome | 'settled' | 'refunded' | 'failed' | 'unknown';

export const ledgerFilePath = (stateFolder: string): string => join(stateFolder, 'ledger.jsonl');

/** One line of `ledger.jsonl`. All lines of one entry share run and exchange. */
export interface LedgerLine {
  readonly at: string;
  readonly run: string;
  /** `x17` */
  readonly exchange: string;
  readonly state: LedgerState;
  readonly operation: string | null;
  readonly effect: CallEffect;
  readonly method: string;
  readonly url: string;
  readonly amount: string | null;
  readonly correlationId: string | null;
  readonly detail: string | null;
  readonly invoice?: string;
  /** The run that found out the state, if it is another run. */
  readonly foundBy?: string;
}

/** Known before sending; of this run unless `run` names another. */
export type LedgerEntry = Omit<LedgerLine, 'at' | 'run' | 'state' | 'detail' | 'foundBy'> & { readonly run?: string };

/** The append-only record of every call that moves money or leaves something permanent. */
export interface Ledger {
  /** Resolves when the line is on the disk; only then may the request leave. */
  readonly open: (entry: LedgerEntry) => Promise<void>;
  readonly note: (entry: LedgerEntry, state: Exclude<LedgerState, 'sent'>, detail: string | null) => void;
  readonly close: () => void;
}

const flush = promisify(fdatasync);

/** Lines written during a flush share the next flush. */
function createSharedFlush(file: number): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    const own = flush(file).finally(() => {
      if (running === own) running = null;
    });
    running = own;
    return own;
  };
  return () => {
    if (running === null) return start();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}

export function openLedger(file: string | null, run: string, redactor: Redactor): Ledger {
  if (file === null) return { open: () => Promise.resolve(), note: () => undefined, close: () => undefined };
  const opened = openAppended(file);
  const flushed = createSharedFlush(opened);
  const write = (entry: LedgerEntry, state: LedgerState, detail: string | null): void => {
    const other = entry.run !== undefined && entry.run !== run;
    const line: LedgerLine = { at: new Date().toISOString(), run, state, ...entry, detail, ...(other && { foundBy: run }) };
    writeSync(opened, `${redactor.json(JSON.stringify(line))}\n`);
  };
  return {
    open(entry) {
      write(entry, 'sent', null);
      return flushed();
    },
    note: write,
    close() {
      closeSync(opened);
    },
  };
}
