import { hash } from 'node:crypto';
import { maskText } from './masked-text.ts';
import { currentScheme, type SignatureScheme } from './signature.ts';

const parseField = (place: string | null): string => (place?.split(' › ')[1] ?? '').replaceAll(/\[\d+\]/g, '[]');

const buildSignature = (name: string, parts: readonly string[]): string =>
  `${name}#${hash('sha256', JSON.stringify([name, ...parts]), 'hex').slice(0, 12)}`;

/** As release 0.1.0 made them, of the words of the report: its own records are rendered again with what was accepted of them then. */
const wordedScheme: SignatureScheme = {
  failure: ({ id, clause, expected, received, place }) =>
    buildSignature(id, [clause, maskText(expected), maskText(received), parseField(place)]),
  gap: (clause, untested) =>
    buildSignature(clause, [...new Set(untested.map(({ verdict, cause, reason }) => `${verdict} ${cause ?? maskText(reason)}`))].sort()),
};

/** For a record of that version. */
export const pickScheme = (schemaVersion: number): SignatureScheme => (schemaVersion === 1 ? wordedScheme : currentScheme);

/** Its length tells it from those of today. */
export const isEarlierSignature = (signature: string): boolean => /#[\da-f]{12}$/.test(signature);
