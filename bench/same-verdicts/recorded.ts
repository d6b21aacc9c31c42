/** What is told of a record: texts as they were told, with the values that were made up for this one run. */
export type StatementFields = Readonly<Record<string, string | number | boolean | null>>;

/** One thing a run said: of a check, a clause, itself as a whole, a cause, a fact, a part of its campaign; or a line of its output. */
export interface Statement {
  readonly kind: 'check' | 'clause' | 'run' | 'cause' | 'fact' | 'part' | 'line';
  /** The id of a check or a clause, the name of a cause or a part, the number of a line; the same in both records. */
  readonly id: string;
  readonly fields: StatementFields;
}

/** One run against one service, or one command of the program. */
export interface ServiceRecord {
  readonly service: string;
  readonly said: readonly Statement[];
}
