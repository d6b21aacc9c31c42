import type { Kind } from './rules.ts';

/** `fail`: the two contradict each other. `warn`: a question for the operator. `observed`: worth knowing. */
export const severities = ['fail', 'warn', 'observed'] as const;
export type Severity = (typeof severities)[number];

/** What kind of operation of the specification it is about; `business` also stands for one the specification does not know. */
export type Role = 'operational' | 'beside' | 'business';

/** One thing that two descriptions do not agree on. All texts are short, but may hold anything: escape them where they are shown. */
export interface Finding {
  /** `D01` … `D14`. */
  readonly rule: string;
  /** The row of the rule table. */
  readonly kind: Kind;
  readonly severity: Severity;
  /** Method and path as expected, `GET /actuator/loggers/{name}`; null when it is about the document. */
  readonly operation: string | null;
  /** Null when two descriptions are compared without the specification. */
  readonly role: Role | null;
  /** `POST /wallet/… › 200 › result.invoiceId`. */
  readonly place: string;
  readonly expected: string;
  readonly live: string;
  /** What it means to a partner. */
  readonly effect: string;
}
