import type { HttpRequest } from './http/wire.ts';
import type { LedgerEntry } from './journal/ledger.ts';
import type { Intent, Permissions } from './limits/permit.ts';
import type { Outgoing } from './outgoing.ts';

/** Such a call is in the ledger before it leaves. */
export const isPermanent = ({ effect }: Intent): boolean =>
  effect === 'moves-money' || effect === 'leaves-record' || effect === 'operational-write';

/** A campaign's own budget does not count here: no later sitting continues with it. */
export const isUncapped = ({ limits: { spend, transfers, otps, wrongCodes, wrongLogins, budgets } }: Permissions): boolean =>
  [spend, transfers, otps, wrongCodes, wrongLogins, budgets.checks].every((cap) => cap === null);

export function buildLedgerEntry(
  { intent, subject, correlationId }: Outgoing,
  { method, origin, path }: HttpRequest,
  exchange: string,
): LedgerEntry {
  const amount = intent.effect === 'moves-money' ? intent.amount.toFixed() : null;
  return { exchange, operation: subject, effect: intent.effect, method, url: origin + path, amount, correlationId };
}
