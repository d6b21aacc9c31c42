import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Exchange } from './exchange.ts';
import type { Redactor } from './redaction.ts';

export type ExchangeListener = (exchange: Exchange) => void;

/** Keeps every exchange: redacted in the journal, as it was for those who judge it. */
export interface Recorder {
  readonly record: (exchange: Exchange) => void;
  /** Returns what ends the subscription. */
  readonly onExchange: (listener: ExchangeListener) => () => void;
  readonly close: () => void;
}

export function openAppended(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  return openSync(file, 'a');
}

/** Without a file nothing is written; the redactor still learns from every answer. */
export function openRecorder(file: string | null, redactor: Redactor): Recorder {
  const listeners = new Set<ExchangeListener>();
  let open = file === null ? null : openAppended(file);
  return {
    record(exchange) {
      const line = redactor.line(exchange);
      if (open !== null) writeSync(open, `${line}\n`);
      for (const listener of listeners) listener(exchange);
    },
    onExchange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      if (open !== null) closeSync(open);
      open = null;
    },
  };
}
