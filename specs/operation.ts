import type { Subject } from './clause.ts';

export type OperationId = Extract<Subject, `OP-${number}`>;

/** What is left behind, or sent to a person, when the operation is served. */
export type Effect = 'none' | 'sends-otp' | 'leaves-record' | 'moves-money';

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
  /** File name in `schemas/`, without `.schema.json`. */
  readonly result: string;
}
