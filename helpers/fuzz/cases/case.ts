import type { Edit } from './edit.ts';

/** What a case asks of its answer; the table of oracles says how each is judged. */
export type Expectation =
  'any' | 'broken-json' | 'elsewhere' | 'look-alike-code' | 'malformed-consent' | 'no-token' | 'other-state' | 'own-result' | 'overridden';

/** Such an address may be somebody else's: of what answers there no more is asked than the case says. */
export const mayBeElsewhere = (expects: Expectation): boolean => expects === 'elsewhere' || expects === 'no-token';

/** One odd call. */
export interface Case {
  readonly edits: readonly Edit[];
  /** In words. */
  readonly mutation: string;
  readonly expects: Expectation;
  /** It means what the documented call means. */
  readonly same?: true;
  /** It tries a code that is known to be wrong. */
  readonly guess?: true;
}

export type Dimension = 'payload' | 'json' | 'address' | 'headers' | 'consent' | 'bytes';

/** A case of one edit. */
export const createCase = (edit: Edit, mutation: string, more: Partial<Case> = {}): Case => ({
  edits: [edit],
  mutation,
  expects: 'any',
  ...more,
});
