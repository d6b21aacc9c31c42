import type { Subject } from './clause.ts';

export type OperationId = Extract<Subject, `OP-${number}`>;

/** What the operation leaves behind, or sends to a person, when it is served. */
export type Effect = 'none' | 'sends-otp' | 'leaves-record' | 'moves-money';

/** One documented way to use an operation. What a form omits is as in the operation. */
export interface Form {
  readonly path?: string;
  readonly query?: readonly string[];
  /** Values of path, query or payload that distinguish this form. */
  readonly values?: Readonly<Record<string, string | boolean>>;
  /** Another form is stated as well, so a refusal of this one breaks nothing (reading 18). */
  readonly certainty?: 'ambiguous';
}

/** A business operation, described once. It drives the client, the sweeps, the campaigns and the expected contract. */
export interface Operation {
  readonly id: OperationId;
  readonly title: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Relative to `{base_url}`, with `{name}` for each path parameter. */
  readonly path: string;
  readonly query: readonly string[];
  readonly consent: 'required' | 'none';
  readonly effect: Effect;
  /** File name in `schemas/`, without `.schema.json`; null for an operation without a payload. */
  readonly payload: string | null;
  readonly fields: readonly string[];
  /** File name in `schemas/`, without `.schema.json`. */
  readonly result: string;
  /** The message of a success, where the document names one. */
  readonly successMessage?: string;
  /** At least one form, by name. */
  readonly forms: Readonly<Record<string, Form>>;
}
