import type { Subject } from './clause.ts';

export type OperationId = Extract<Subject, `OP-${number}`>;

/** What is left behind, or sent to a person, when the operation is served. */
export type Effect = 'none' | 'sends-otp' | 'leaves-record' | 'moves-money';

/** One documented way to use an operation; what is left out is the operation's own. */
export interface Form {
  readonly path?: string;
  readonly query?: readonly string[];
  /** Values of path, query or payload that make it this form. */
  readonly values?: Readonly<Record<string, string | boolean>>;
  /** Another form is stated as well: a refusal of this one breaks nothing (reading 18). */
  readonly certainty?: 'ambiguous';
}

/** A business operation, described once: it drives the client, the sweeps, the fuzzers and the expected contract. */
export interface Operation {
  readonly id: OperationId;
  readonly title: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Relative to `{base_url}`, with `{name}` for each path parameter. */
  readonly path: string;
  readonly query: readonly string[];
  /** Whether the operation lists the `Consent` header. */
  readonly consent: 'required' | 'none';
  readonly effect: Effect;
  /** File name in `schemas/`, without `.schema.json`; null for an operation without a payload. */
  readonly payload: string | null;
  /** The names in its payload. */
  readonly fields: readonly string[];
  /** File name in `schemas/`, without `.schema.json`. */
  readonly result: string;
  /** At least one, by name. */
  readonly forms: Readonly<Record<string, Form>>;
}
