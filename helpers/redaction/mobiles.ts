import type { StandIn } from './stand-in.ts';

/** Digits, with what people write before and between them. */
const mobilePattern = /^\+?[\d ().-]{10,40}$/;
const lastTenDigits = /(?:\d\D*){10}$/;

/**
 * A mobile is its last ten digits (reading 21), so these get the stand-in of the ten alone, whatever is written before and between them: what
 * agreed in the run agrees in its record.
 */
export function replaceMobile(value: string, standIn: StandIn): string {
  const at = mobilePattern.test(value) ? value.search(lastTenDigits) : -1;
  if (at < 0) return standIn(value);
  const own = value.slice(at);
  const digits = Array.from(standIn(own.replaceAll(/\D/g, ''))).values();
  return standIn(value.slice(0, at)) + own.replaceAll(/\d/g, () => digits.next().value ?? '');
}
