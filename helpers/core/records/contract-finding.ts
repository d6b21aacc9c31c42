/** `fail`: a contradiction. `warn`: a question for the operator. `observed`: only information. */
export const severities = ['fail', 'warn', 'observed'] as const;
export type Severity = (typeof severities)[number];

/** The kind of operation; `business` also covers operations that the specification does not know. */
export type Role = 'operational' | 'beside' | 'business';

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
  | 'version';

/** One thing on which two descriptions disagree. The texts are short but may hold anything: escape them for display. */
export interface ContractFinding {
  /** `D01` … `D13`. */
  readonly rule: string;
  readonly kind: ContractKind;
  readonly severity: Severity;
  /** Method and path as expected, `GET /actuator/loggers/{name}`; null for the document as a whole. */
  readonly operation: string | null;
  /** Null when two descriptions are compared without the specification. */
  readonly role: Role | null;
  /** `POST /wallet/… › 200 › result.invoiceId`. */
  readonly place: string;
  readonly expected: string;
  readonly live: string;
  readonly effect: string;
}

export interface ContractRecord {
  /** Addresses, or a file with its hash. */
  readonly sources: readonly string[];
  readonly facts: readonly string[];
  readonly unread: readonly string[];
  /** Parts that are not OpenAPI 2.0. */
  readonly skipped: readonly string[];
  readonly findings: readonly ContractFinding[];
}
