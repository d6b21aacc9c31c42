import type { Trouble } from '../../core/exchange.ts';
import type { AddressName } from './misdirected.ts';

/** Many servers close a connection that does not begin with TLS. */
const closingTroubles: ReadonlySet<Trouble['kind']> = new Set(['reset', 'cut', 'protocol']);

const mark = '; asked at ';

/** Appended to trouble: the address, and the variable that sets it. */
export function describeWhereAsked(name: AddressName, address: string, trouble: Trouble | null): string {
  const orHttps = trouble !== null && closingTroubles.has(trouble.kind) && /^http:/i.test(address) ? '; the service may expect https' : '';
  return `${mark}${address} (${name})${orHttps}`;
}

/** The trouble alone. */
export const withoutWhereAsked = (reason: string): string => reason.split(mark, 1)[0] ?? '';

/** A gateway that answers is at the right address. */
const hasAnswer = (reason: string): boolean => reason.includes(' received HTTP ');

/** The variables to check, where the reason tells of an address that gave no answer; empty otherwise. */
export const listUnansweredSettings = (reason: string): readonly string[] =>
  !reason.includes(mark) || hasAnswer(reason) ? [] : [...new Set(reason.match(/\b(?:DMT_[A-Z_]+|HTTPS_PROXY|NO_PROXY)\b/g) ?? [])];
