/** How certain the specification is of a clause. It limits the hardest verdict that a check of the clause may reach. */
export type Certainty = 'stated' | 'implied' | 'exemplified' | 'ambiguous' | 'silent';

/** The part of the service that a clause is about, as reports name it. */
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

export interface ClauseEntry {
  readonly certainty: Certainty;
  /** The sentence in our own words. */
  readonly text: string;
  /** Where it differs from the operation of the section. */
  readonly operation?: Subject;
  /** Goes beyond the letter to protect money or consent. DMT_SAFETY switches it off. */
  readonly safety?: true;
  /** Why no run of any kind can try it. Such a clause is not counted as binding. */
  readonly cannotBeTried?: string;
  /** Only campaigns try it. It counts in runs that planned a campaign. */
  readonly byCampaigns?: true;
  /** May never be waived: `money` moves, a wrong `consent` is taken, or a secret `leak`s. */
  readonly guards?: 'money' | 'consent' | 'leak';
}

/** The clauses of one section, by their permanent ids. */
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
