/** `fail`: the two contradict each other. `warn`: a question for the operator. `observed`: worth knowing. */
export const severities = ['fail', 'warn', 'observed'] as const;
export type Severity = (typeof severities)[number];

/** What kind of operation of the specification it is about; `business` also stands for one the specification does not know. */
export type Role = 'operational' | 'beside' | 'business';

/** A row of the table of what may differ. */
export type ContractKind =
  | 'operation-missing'
  | 'method-missing'
  | 'business-undescribed'
  | 'parameter-missing'
  | 'parameter-moved'
  | 'parameter-required'
  | 'parameter-demanded'
  | 'field-required'
  | 'parameter-type'
  | 'request-type'
  | 'request-number'
  | 'request-format'
  | 'request-closed'
  | 'request-field-missing'
  | 'parameter-values'
  | 'request-values'
  | 'response-values'
  | 'values-differ'
  | 'media-none'
  | 'media-lacks'
  | 'media-alias'
  | 'response-type'
  | 'response-number'
  | 'response-format'
  | 'response-field-missing'
  | 'response-field-optional'
  | 'response-unresolved'
  | 'response-untold'
  | 'code-added'
  | 'media-added'
  | 'parameter-added'
  | 'operation-added'
  | 'refusal-missing'
  | 'success-missing'
  | 'code-missing'
  | 'defect'
  | 'version'
  | 'format';

/** One thing that two descriptions do not agree on. All texts are short, but may hold anything: escape them where they are shown. */
export interface ContractFinding {
  /** `D01` … `D14`. */
  readonly rule: string;
  /** The row of the rule table. */
  readonly kind: ContractKind;
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

/** What is kept of a comparison: plain data. */
export interface ContractRecord {
  /** Addresses, or a file with its hash. */
  readonly sources: readonly string[];
  /** How it was found. */
  readonly facts: readonly string[];
  /** Parts that the index names and that could not be read. */
  readonly unread: readonly string[];
  /** Parts that are no OpenAPI 2.0. */
  readonly skipped: readonly string[];
  readonly findings: readonly ContractFinding[];
}
