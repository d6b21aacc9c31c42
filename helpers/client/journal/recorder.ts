import type { Exchange } from '../../core/exchange.ts';
import { openJournal } from '../../core/append-only.ts';
import type { Redactor } from '../../redaction/redactor.ts';

export const exchangesFile = 'exchanges.jsonl';

export type ExchangeListener = (exchange: Exchange) => void;

/** Redacts exchanges for the journal; listeners get them as they were. */
export interface Recorder {
  readonly record: (exchange: Exchange) => void;
  /** Returns the function that unsubscribes. */
  readonly onExchange: (listener: ExchangeListener) => () => void;
  readonly close: () => void;
}

/** Writes nothing without a file, but the redactor still learns from every answer. */
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
