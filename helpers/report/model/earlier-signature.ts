import { hash } from 'node:crypto';
import { maskText } from './masked-text.ts';
import { currentScheme, type SignatureScheme } from './signature.ts';

const parseField = (place: string | null): string => (place?.split(' › ')[1] ?? '').replaceAll(/\[\d+\]/g, '[]');

const buildSignature = (name: string, parts: readonly string[]): string =>
  `${name}#${hash('sha256', JSON.stringify([name, ...parts]), 'hex').slice(0, 12)}`;

/** Release 0.1.0 made signatures from the words of the report. Its records are still rendered with the waivers of that time. */
const wordedScheme: SignatureScheme = {
  failure: ({ id, clause, expected, received, place }) =>
    buildSignature(id, [clause, maskText(expected), maskText(received), parseField(place)]),
  gap: (clause, untested) =>
    buildSignature(clause, [...new Set(untested.map(({ verdict, cause, reason }) => `${verdict} ${cause ?? maskText(reason)}`))].sort()),
};

/** Version 1 is release 0.1.0. */
export const pickScheme = (schemaVersion: number): SignatureScheme => (schemaVersion === 1 ? wordedScheme : currentScheme);

/** Signatures of release 0.1.0 are shorter. */
export const isEarlierSignature = (signature: string): boolean => /#[\da-f]{12}$/.test(signature);
