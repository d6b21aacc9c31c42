import type { Exchange } from '../../core/exchange.ts';
import { openJournal } from '../../core/append-only.ts';
import type { Redactor } from '../../redaction/redactor.ts';

export type ExchangeListener = (exchange: Exchange) => void;

/** Keeps every exchange: redacted in the journal, as it was for those who judge it. */
export interface Recorder {
  readonly record: (exchange: Exchange) => void;
  /** Returns what ends the subscription. */
  readonly onExchange: (listener: ExchangeListener) => () => void;
  readonly close: () => void;
}

/** Without a file nothing is written; the redactor still learns from every answer. */
export function openRecorder(file: string | null, redactor: Redactor): Recorder {
  const listeners = new Set<ExchangeListener>();
  const journal = file === null ? null : openJournal(file);
  return {
    record(exchange) {
      const line = redactor.line(exchange);
      journal?.append(line);
      for (const listener of listeners) listener(exchange);
    },
    onExchange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      journal?.close();
    },
  };
}
