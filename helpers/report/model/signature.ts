import { hash } from 'node:crypto';
import type { Deviation } from '../../core/records/deviation.ts';
import type { Owner, Verdict } from '../../core/records/verdicts.ts';

export interface FailedCheck {
  readonly id: string;
  readonly clause: string;
  readonly expected: string | null;
  readonly received: string | null;
  readonly place: string | null;
  readonly deviation?: Deviation;
  readonly field?: string | null;
}

interface Untested {
  readonly verdict: Verdict;
  readonly cause: string | null;
  readonly reason: string | null;
  readonly owner: Owner | null;
}

/** How signatures are made: of a failed check, and of a clause that was not tested. */
export interface SignatureScheme {
  readonly failure: (failing: FailedCheck) => string;
  readonly gap: (clause: string, untested: readonly Untested[]) => string;
}

/** `OP9-RESULT-INVOICE-ID~numeric-text#3f2a9c51d0b70e64` */
const buildSignature = (name: string, parts: readonly (string | null)[]): string =>
  `${name}#${hash('sha256', JSON.stringify([name, ...parts]), 'hex').slice(0, 16)}`;

/** Made of names only, so waivers still fit after a text changes. */
export const currentScheme: SignatureScheme = {
  failure: ({ id, deviation = 'other', field = null }) => buildSignature(id, [deviation, field]),
  gap: (clause, untested) =>
    buildSignature(clause, [...new Set(untested.map(({ verdict, cause, owner }) => `${verdict} ${cause ?? owner ?? ''}`))].sort()),
};

/** The id of the check or clause that the signature belongs to. */
export const parseSignedName = (signature: string): string => signature.split('#', 1)[0] ?? '';
