import { hash } from 'node:crypto';
import { maskedText } from './masked-text.ts';
import { signing, type Signing } from './signature.ts';

const fieldOf = (place: string | null): string => (place?.split(' › ')[1] ?? '').replaceAll(/\[\d+\]/g, '[]');

const sign = (name: string, parts: readonly string[]): string =>
  `${name}#${hash('sha256', JSON.stringify([name, ...parts]), 'hex').slice(0, 12)}`;

/** As release 0.1.0 made them, of the words of the report: its own records are rendered again with what was accepted of them then. */
const ofWords: Signing = {
  failure: ({ id, clause, expected, received, place }) => sign(id, [clause, maskedText(expected), maskedText(received), fieldOf(place)]),
  gap: (clause, untested) =>
    sign(clause, [...new Set(untested.map(({ verdict, cause, reason }) => `${verdict} ${cause ?? maskedText(reason)}`))].sort()),
};

/** For a record of that version. */
export const signingOf = (schemaVersion: number): Signing => (schemaVersion === 1 ? ofWords : signing);

/** Its length tells it from those of today. */
export const isEarlier = (signature: string): boolean => /#[\da-f]{12}$/.test(signature);
