import { hash } from 'node:crypto';
import type { Verdict } from '../judge/verdicts.ts';

/** What a text says from run to run: status and code are what was received; every other number, text and id is one of its kind, and may be another in the next run. */
export function classOf(text: string | null): string {
  return (text ?? 'nothing')
    .replaceAll(/"(?:[^"\\]|\\.)*"?/g, '"…"')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, 'uuid')
    .replaceAll(/\([^()]* characters\)|\((?!a number|text|a boolean|an object|an array|null)[^()]*\)/g, '')
    .replaceAll(/(?<!HTTP |code )\b\d[\d.:-]*/g, '#')
    .trim();
}

/** Of a place only the field: the check says where, and an answer of another call may have been the first to show it. */
const fieldOf = (place: string | null): string => (place?.split(' › ')[1] ?? '').replaceAll(/\[\d+\]/g, '[]');

/** `OP9-RESULT-INVOICE-ID~numeric-text#3f2a9c51d0b7` */
const sign = (name: string, parts: readonly string[]): string =>
  `${name}#${hash('sha256', JSON.stringify([name, ...parts]), 'hex').slice(0, 12)}`;

export interface Failing {
  readonly id: string;
  readonly clause: string;
  readonly expected: string | null;
  readonly received: string | null;
  readonly place: string | null;
}

/** What failed and how, the same from run to run; what a waiver names. */
export const failureSignature = ({ id, clause, expected, received, place }: Failing): string =>
  sign(id, [clause, classOf(expected), classOf(received), fieldOf(place)]);

export interface Untested {
  readonly verdict: Verdict;
  readonly cause: string | null;
  readonly reason: string | null;
}

/** What kept a clause from being tested, the same from run to run; what an accepted gap names. */
export function gapSignature(clause: string, untested: readonly Untested[]): string {
  const grounds = untested.map(({ verdict, cause, reason }) => `${verdict} ${cause ?? classOf(reason)}`);
  return sign(clause, [...new Set(grounds)].sort());
}

/** What a signature is of: the id of a check, or of a clause. */
export const signedName = (signature: string): string => signature.split('#', 1)[0] ?? '';
