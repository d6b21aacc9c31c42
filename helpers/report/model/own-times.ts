import { byId } from '../../core/by-id.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { VerdictCheck } from './verdict-file.ts';

/** The check that sent the exchange; else, for calls that many checks share, the first check that judged it. */
function findOwners(checks: readonly Pick<VerdictCheck, 'id' | 'evidence'>[], exchanges: readonly Exchange[]): ReadonlyMap<string, string> {
  const ids = new Set(checks.map(({ id }) => id));
  const owners = new Map(exchanges.flatMap(({ id, purpose }) => (ids.has(purpose) ? [[id, purpose] as const] : [])));
  for (const { id, evidence } of checks) for (const exchange of evidence) if (!owners.has(exchange)) owners.set(exchange, id);
  return owners;
}

/** Milliseconds by check. Each exchange counts once, so that the sum never exceeds the time of all requests. */
export function sumOwnTimes(
  checks: readonly Pick<VerdictCheck, 'id' | 'evidence'>[],
  exchanges: readonly Exchange[],
): ReadonlyMap<string, number> {
  const exchangeById = byId(exchanges);
  const times = new Map<string, number>();
  for (const [exchange, check] of findOwners(checks, exchanges))
    times.set(check, (times.get(check) ?? 0) + (exchangeById.get(exchange)?.durationMs ?? 0));
  return times;
}
