import { byChance } from './by-chance.ts';
import type { Fields, Said } from './recorded.ts';

/** Values that a run makes up, by their shape and what stands beside them; each is taken out alone. */
const madeUp: readonly (readonly [shape: RegExp, name: string])[] = [
  [/\b127\.0\.0\.1:\d+/g, '127.0.0.1:(port)'],
  // The sandbox counts invoices from a number between five and six million, beneficiaries from one of four digits.
  [/(?<![\d.])5\d{6}(?!\.?\d)/g, '(invoice)'],
  [/(?<="beneficiaryId":")\d+/g, '(beneficiary)'],
  [/(?<!\d)\d{4}(?=: [\dX]{12}, ZZZZ)/g, '(beneficiary)'],
  // In small or in capital letters is what a clause may be about.
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '(uuid)'],
  [/\b[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\b/g, '(UUID)'],
  // A rehearsal on this machine counts what waited for what, which is another chain now and then.
  [/\d+ s where an answer takes 100 ms \(\d+ answers/g, '(time) s where an answer takes 100 ms ((number) answers'],
];

const maskedText = (text: string): string => madeUp.reduce((masking, [shape, name]) => masking.replaceAll(shape, name), text);

/** What is said with the values that were made up for one run taken out. */
export const masked = (service: string, said: Said): Fields =>
  Object.fromEntries(
    Object.entries(byChance(service, said)).map(([name, value]) => [name, typeof value === 'string' ? maskedText(value) : value]),
  );
