import type { ClauseId } from '../../specs/clauses.ts';
import { describeValue } from '../core/describe.ts';
import type { SchemaFinding } from './schema/findings.ts';
import { readEvident } from './evident.ts';
import { decimalAt } from './exact-decimal.ts';
import { findingAt, formatPlace, type Reply } from './reply.ts';
import { member } from '../core/json.ts';
import { blocked, type Stop } from './stop.ts';

/** Reads a place such as `result.sessionId.fundtransferSessionId` or `result.beneficiaries[0].status`. */
export function valueAt(reply: Reply, place: string): unknown {
  return place
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .reduce<unknown>((value, part) => member(value, part), reply.body);
}

/** A value that evidently says what its type should have said hides nothing. */
const hides = (reply: Reply, finding: SchemaFinding | undefined): finding is SchemaFinding =>
  finding !== undefined && readEvident(finding.way, valueAt(reply, finding.place)) === undefined;

/** A finding at the place or at an enclosing place that keeps the value from being used. */
export function findingAround(reply: Reply, place: string): SchemaFinding | undefined {
  for (let where = place; where !== ''; where = where.replace(/(\.|^)[^.]*$/, '')) {
    const found = findingAt(reply, where) ?? findingAt(reply, where.replace(/\[\d+\]$/, ''));
    if (hides(reply, found)) return found;
  }
  return undefined;
}

/** A finding at the place, at an enclosing place, or inside it. */
export function findingIn(reply: Reply, place: string): SchemaFinding | undefined {
  return findingAround(reply, place) ?? reply.payload.findings.find((finding) => finding.place.startsWith(place) && hides(reply, finding));
}

const createUnusableStop = (reply: Reply, place: string, finding: SchemaFinding | undefined): Stop =>
  blocked(
    finding?.clause ?? 'unusable-answer',
    `${formatPlace(reply, place)} holds ${describeValue(valueAt(reply, place))}, which the suite cannot use`,
    'service',
  );

/** For a value that a comparison needs, in the type that its schema asks for: a finding there blocks the check by its own clause. */
export function validValueAt(reply: Reply, place: string): unknown {
  const finding = findingAround(reply, place);
  if (finding !== undefined) throw createUnusableStop(reply, place, finding);
  const value = valueAt(reply, place);
  return readEvident(findingAt(reply, place)?.way ?? '', value) ?? value;
}

/** Keeps the digits of a number as written: a JavaScript number would lose some digits of a long id. */
function toExactText(reply: Reply, place: string, value: string | number): string {
  if (typeof value === 'string') return value;
  return decimalAt(reply.exchange.response?.body.text ?? '', place)?.toFixed() ?? String(value);
}

/** An id as text, whatever its type; null when there is none. */
export function idAt(reply: Reply, place: string): string | null {
  const value = valueAt(reply, place);
  return typeof value === 'string' || typeof value === 'number' ? toExactText(reply, place, value) : null;
}

export function validIdAt(reply: Reply, place: string): string {
  validValueAt(reply, place);
  return idAt(reply, place) ?? '';
}

/** For a value that the next call needs. A value of the wrong type still serves, but later failures are blocked by the clause it broke. */
export function usableTextAt(reply: Reply, place: string, doubt: (clause: ClauseId) => void): string {
  const value = valueAt(reply, place);
  const finding = findingAround(reply, place);
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') throw createUnusableStop(reply, place, finding);
  if (finding !== undefined) doubt(finding.clause);
  return toExactText(reply, place, value);
}

/** Where OP-5 or OP-8 name no scheme, the OTP of the typical order is tried, and later failures are blocked by the clause of what is missing. */
export function schemeAt(reply: Reply, doubt: (clause: ClauseId) => void): string {
  const place = 'result.scheme';
  const value = valueAt(reply, place);
  const finding = findingAround(reply, place);
  if (finding === undefined || (typeof value === 'string' && value !== '')) return usableTextAt(reply, place, doubt);
  doubt(finding.clause);
  return 'OTP';
}
