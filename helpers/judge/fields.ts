import type { ClauseId } from '../../specs/clauses.ts';
import { describeValue } from '../core/describe.ts';
import type { SchemaFinding } from './schema/findings.ts';
import { decimalAt } from './exact-decimal.ts';
import { findingAt, formatPlace, type Reply } from './reply.ts';
import { member } from '../core/json.ts';
import { blocked, type Stop } from './stop.ts';

/** Follows `result.sessionId.fundtransferSessionId` or `result.beneficiaries[0].status` into a reply. */
export function valueAt(reply: Reply, place: string): unknown {
  return place
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .reduce<unknown>((value, part) => member(value, part), reply.body);
}

/** The finding at the place or at what holds it. */
export function findingAround(reply: Reply, place: string): SchemaFinding | undefined {
  for (let where = place; where !== ''; where = where.replace(/(\.|^)[^.]*$/, '')) {
    const found = findingAt(reply, where) ?? findingAt(reply, where.replace(/\[\d+\]$/, ''));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The finding at the place, at what holds it, or anywhere in it. */
export function findingIn(reply: Reply, place: string): SchemaFinding | undefined {
  return findingAround(reply, place) ?? reply.payload.findings.find((finding) => finding.place.startsWith(place));
}

const createUnusableStop = (reply: Reply, place: string, finding: SchemaFinding | undefined): Stop =>
  blocked(
    finding?.clause ?? 'unusable-answer',
    `${formatPlace(reply, place)} holds ${describeValue(valueAt(reply, place))}, which cannot be worked with`,
    'service',
  );

/** A value that a comparison rests on: it must itself be as specified, else its own clause is the cause. */
export function validValueAt(reply: Reply, place: string): unknown {
  const finding = findingAround(reply, place);
  if (finding !== undefined) throw createUnusableStop(reply, place, finding);
  return valueAt(reply, place);
}

/** A value as text; of a number the digits as they were written, since JavaScript's own would lose some of a long id. */
function toExactText(reply: Reply, place: string, value: string | number): string {
  if (typeof value === 'string') return value;
  return decimalAt(reply.exchange.response?.body.text ?? '', place)?.toFixed() ?? String(value);
}

/** An id as text, whatever its type; null where there is none. */
export function idAt(reply: Reply, place: string): string | null {
  const value = valueAt(reply, place);
  return typeof value === 'string' || typeof value === 'number' ? toExactText(reply, place, value) : null;
}

/** An id that a comparison rests on: it must itself be as specified. */
export function validIdAt(reply: Reply, place: string): string {
  validValueAt(reply, place);
  return idAt(reply, place) ?? '';
}

/** A value that the next call is made with. One of the wrong type still serves, but what then fails is blocked by the clause it broke. */
export function usableTextAt(reply: Reply, place: string, doubt: (clause: ClauseId) => void): string {
  const value = valueAt(reply, place);
  const finding = findingAround(reply, place);
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') throw createUnusableStop(reply, place, finding);
  if (finding !== undefined) doubt(finding.clause);
  return toExactText(reply, place, value);
}
