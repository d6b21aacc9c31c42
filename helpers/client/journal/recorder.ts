import type { Departure, Exchange } from '../../core/exchange.ts';
import { openJournal } from '../../core/files/append-only.ts';
import { parseJson } from '../../core/json.ts';
import { isExchange, openLeanLines } from '../../core/records/exchange-line.ts';
import type { Redactor } from '../../redaction/redactor.ts';

export const exchangesFile = 'exchanges.jsonl';

export type ExchangeListener = (exchange: Exchange) => void;
export type DepartureListener = (departure: Departure, unrecorded: boolean) => void;

/** Redacts exchanges for the journal; listeners get them as they were. */
export interface Recorder {
  readonly record: (exchange: Exchange) => void;
  /** Returns the function that unsubscribes. */
  readonly onExchange: (listener: ExchangeListener) => () => void;
  /** How many exchanges are on record, those of earlier sittings included. */
  readonly count: () => number;
  /** Tells that a request leaves. An unrecorded one that has effects ends what the record shows of its sender. */
  readonly leave: (departure: Departure, unrecorded?: boolean) => void;
  readonly onDeparture: (listener: DepartureListener) => void;
  readonly close: () => void;
}

/** Writes nothing without a file, but the redactor still learns from every answer. */
export function openRecorder(file: string | null, redactor: Redactor, before = 0): Recorder {
  const listeners = new Set<ExchangeListener>();
  const departures: DepartureListener[] = [];
  let count = before;
  const journal = file === null ? null : openJournal(file);
  const toLeanLine = openLeanLines();
  const shorten = (line: string): string => {
    const exchange = parseJson(line);
    return isExchange(exchange) ? toLeanLine(exchange) : line;
  };
  return {
    record(exchange) {
      const line = redactor.line(exchange);
      count += 1;
      if (journal !== null) journal.append(shorten(line));
      for (const listener of listeners) listener(exchange);
    },
    onExchange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    count: () => count,
    leave(departure, unrecorded = false) {
      for (const listener of departures) listener(departure, unrecorded);
    },
    onDeparture(listener) {
      departures.push(listener);
    },
    close() {
      journal?.close();
    },
  };
}
