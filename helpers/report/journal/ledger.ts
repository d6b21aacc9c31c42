import { existsSync, readFileSync } from 'node:fs';
import { parseJson } from '../../core/json.ts';
import type { LedgerLine, LedgerState } from '../../client/journal/ledger.ts';

/** One call of the ledger in its last known state. A call that was sent and never answered is in doubt. */
export interface LedgerCall extends Omit<LedgerLine, 'state' | 'at'> {
  /** When the call was sent; ISO 8601, UTC. */
  readonly at: string;
  readonly state: Exclude<LedgerState, 'sent'>;
}

const isLedgerLine = (value: unknown): value is LedgerLine =>
  typeof value === 'object' && value !== null && 'run' in value && 'exchange' in value && 'state' in value && 'effect' in value;

/** A call from the file of external inputs. */
export const isLedgerCall = (value: unknown): value is LedgerCall => isLedgerLine(value) && value.state !== 'sent';

/** Empty for the torn last line of a killed run. */
function parseLedgerLine(text: string): readonly LedgerLine[] {
  const value = parseJson(text);
  return isLedgerLine(value) ? [value] : [];
}

function mergeLines(lines: readonly LedgerLine[]): readonly LedgerCall[] {
  const first = lines[0];
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return [];
  return [{ ...last, at: first.at, state: last.state === 'sent' ? 'in-doubt' : last.state }];
}

/** Calls of all runs, in the order of sending. */
export function parseLedger(text: string): readonly LedgerCall[] {
  const lines = text.split('\n').flatMap(parseLedgerLine);
  return [...Map.groupBy(lines, ({ run, exchange }) => `${run} ${exchange}`).values()].flatMap(mergeLines);
}

export const readLedger = (file: string): readonly LedgerCall[] => (existsSync(file) ? parseLedger(readFileSync(file, 'utf8')) : []);
