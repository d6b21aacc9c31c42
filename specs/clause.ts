/** How certain the specification is of a clause; it bounds the hardest verdict a check of it may reach (DESIGN: verdicts). */
export type Certainty = 'stated' | 'implied' | 'exemplified' | 'ambiguous' | 'silent';

/** The part of the service a clause speaks of, as it is named in reports. */
export type Subject =
  | `OP-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16}`
  | 'TOKEN'
  | 'ENVELOPE'
  | 'AUTH'
  | 'ACTUATOR'
  | 'ERROR'
  | 'SERVICE'
  | 'CALLBACK'
  | 'SWAGGER';

/** One row of a clause table. */
export interface ClauseEntry {
  readonly certainty: Certainty;
  /** The sentence in our own words. */
  readonly text: string;
  /** Where it differs from the section's own. */
  readonly operation?: Subject;
  /** Goes beyond the letter to protect money or consent; can be switched off with DMT_SAFETY. */
  readonly safety?: true;
  /** No run of any kind can try it, for this reason: it stands outside the count of what was judged. */
  readonly cannotBeTried?: string;
  /** Only campaigns look into it: it counts in runs that planned one. */
  readonly byCampaigns?: true;
  /** May never be waived: `money` moves against the sender's will, or a secret `leak`s. */
  readonly guards?: 'money' | 'leak';
}

/** The clauses of one section, keyed by their permanent ids. */
export interface ClauseSection {
  /** A heading of the specification, word for word. */
  readonly section: string;
  readonly operation: Subject;
  readonly clauses: Readonly<Record<string, ClauseEntry>>;
}

/** One testable sentence of the specification. */
export interface Clause extends ClauseEntry {
  readonly id: string;
  readonly section: string;
  readonly operation: Subject;
}
