/** The texts as they were, generated values included. */
export type StatementFields = Readonly<Record<string, string | number | boolean | null>>;

/** One statement of a run: about a check, a clause, the run, a cause, a fact or a campaign part; or a line of output. */
export interface Statement {
  readonly kind: 'check' | 'clause' | 'run' | 'cause' | 'fact' | 'part' | 'line';
  /** The id of a check or clause, the name of a cause or part, or the number of a line; the same in both records. */
  readonly id: string;
  readonly fields: StatementFields;
}

export interface ServiceRecord {
  readonly service: string;
  readonly said: readonly Statement[];
}
