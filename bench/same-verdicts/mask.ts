import type { Fields, Said } from './recorded.ts';

/** Values that a run makes up, by their shape; each stands for itself alone, so that nothing beside it is hidden. */
const madeUp: readonly (readonly [shape: RegExp, name: string])[] = [
  [/\b127\.0\.0\.1:\d+/g, '127.0.0.1:(port)'],
  // The sandbox counts invoices from a number between five and six million.
  [/(?<![\d.])5\d{6}(?!\.?\d)/g, '(invoice)'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '(uuid)'],
  [/\b[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\b/g, '(UUID)'],
];

const maskedText = (text: string): string => madeUp.reduce((masking, [shape, name]) => masking.replaceAll(shape, name), text);

/** What is said with the values that were made up for one run taken out. */
export const masked = ({ fields }: Said): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? maskedText(value) : value]));
