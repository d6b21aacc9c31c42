import type { ContractKind, Role, Severity } from '../../core/records/contract-finding.ts';

/** The strictness between any two descriptions (`plain`), or of a live one against the specification. */
type Column = 'plain' | Role;

interface Rule {
  readonly rule: string;
  readonly looksAt: string;
  readonly severity: Readonly<Record<Column, Severity | 'silent'>>;
  readonly effect: string;
}

const sameSeverity = (severity: Severity): Rule['severity'] => ({
  plain: severity,
  operational: severity,
  beside: severity,
  business: severity,
});

const severityPair = (plain: Severity, specification: Severity | 'silent'): Rule['severity'] => ({
  plain,
  operational: specification,
  beside: specification,
  business: specification,
});

/**
 * One row per kind of finding; reading 25 settles the severities against the specification. Absent formats, enums, `required` lists, media
 * types and schemas say nothing, so no row covers them alone.
 */
export const rules = {
  'operation-missing': {
    rule: 'D01',
    looksAt: 'an expected path that the other description does not have',
    severity: { ...sameSeverity('fail'), business: 'warn' },
    effect: 'A partner who generates a client from the description cannot make this call.',
  },
  'method-missing': {
    rule: 'D01',
    looksAt: 'an expected method on a path that is described with other methods only',
    severity: sameSeverity('fail'),
    effect: 'A partner calls with a method that the path is not described to take.',
  },
  'business-undescribed': {
    rule: 'D01',
    looksAt: 'business operations, when none of them is described',
    severity: severityPair('fail', 'observed'),
    effect: 'The description serves the operational endpoints alone, as the specification allows.',
  },
  'parameter-missing': {
    rule: 'D02',
    looksAt: 'an expected parameter or body that is not described',
    severity: { plain: 'fail', operational: 'observed', beside: 'observed', business: 'warn' },
    effect: 'What a partner sends there may be ignored or refused.',
  },
  'parameter-moved': {
    rule: 'D02',
    looksAt: 'an expected parameter that is described under its name in another location',
    severity: sameSeverity('fail'),
    effect: 'A partner sends the value where the service does not read it.',
  },
  'parameter-required': {
    rule: 'D02',
    looksAt: 'an optional parameter or body that became required',
    severity: { ...sameSeverity('fail'), business: 'silent' },
    effect: 'A call without it, correct until now, is refused.',
  },
  'parameter-demanded': {
    rule: 'D02',
    looksAt: 'a required parameter or body that is not expected',
    severity: { ...sameSeverity('fail'), business: 'warn' },
    effect: 'A call by the contract does not send it and is refused.',
  },
  'field-required': {
    rule: 'D02',
    looksAt: 'a field of a body that became required',
    severity: severityPair('fail', 'silent'),
    effect: 'A body without it, correct until now, is refused.',
  },
  'parameter-type': {
    rule: 'D03',
    looksAt: 'the type, format and items of a parameter beside the body',
    // The specification states one type alone, that of `servicename`.
    severity: { plain: 'fail', operational: 'silent', beside: 'fail', business: 'silent' },
    effect: 'The value a partner sends is not of the described type.',
  },
  'request-type': {
    rule: 'D03',
    looksAt: 'the type of a body or of its fields, items and map values; an integer fits a number, any object a bare object',
    severity: sameSeverity('fail'),
    effect: 'The body a partner sends is not of the described type.',
  },
  'request-number': {
    rule: 'D03',
    looksAt: 'a number in a body where an integer is expected',
    severity: severityPair('warn', 'observed'),
    effect: 'The integer a partner sends is still a number.',
  },
  'request-format': {
    rule: 'D03',
    looksAt: 'the format of a body or of its fields, where both give one',
    severity: sameSeverity('fail'),
    effect: 'The text or number a partner sends is not written as described.',
  },
  'request-closed': {
    rule: 'D03',
    looksAt: 'further fields of a body, forbidden where they are expected',
    severity: severityPair('fail', 'silent'),
    effect: 'A body with fields of its own is refused.',
  },
  'request-field-missing': {
    rule: 'D03',
    looksAt: 'an expected field of a body, where the body is described with others',
    severity: severityPair('fail', 'warn'),
    effect: 'What a partner sends in the field may be ignored or refused.',
  },
  'parameter-values': {
    rule: 'D04',
    looksAt: 'an expected value of a parameter that its enum lacks',
    severity: severityPair('fail', 'warn'),
    effect: 'A value of the contract may be refused.',
  },
  'request-values': {
    rule: 'D04',
    looksAt: 'an expected value of a body or of its fields that the enum lacks',
    severity: sameSeverity('fail'),
    effect: 'A value of the contract is refused.',
  },
  'response-values': {
    rule: 'D04',
    looksAt: 'a value in an enum of a response that is not expected',
    severity: sameSeverity('fail'),
    effect: 'A partner receives a value it does not know.',
  },
  'values-differ': {
    rule: 'D04',
    looksAt: 'an enum that differs without harm: more to send, or less to receive',
    severity: sameSeverity('observed'),
    effect: 'Nothing a partner sends is refused, nothing it receives is unknown.',
  },
  'media-none': {
    rule: 'D05',
    looksAt: 'media types of requests or answers that have none of the expected ones',
    severity: sameSeverity('fail'),
    effect: 'Partner and service do not speak a common media type.',
  },
  'media-lacks': {
    rule: 'D05',
    looksAt: 'an expected media type, where another expected one is described',
    severity: severityPair('fail', 'warn'),
    effect: 'A partner who insists on this media type is not served.',
  },
  'media-alias': {
    rule: 'D05',
    looksAt: "JSON, or the operational JSON of the specification, under a name that Spring's own software gives it",
    severity: severityPair('warn', 'observed'),
    effect: 'The same JSON comes under another name.',
  },
  'response-type': {
    rule: 'D06',
    looksAt: 'the type of a response or of its fields, items and map values; an integer fits a number, any object a bare object',
    severity: sameSeverity('fail'),
    effect: 'A partner cannot read the answer as the contract describes it.',
  },
  'response-number': {
    rule: 'D06',
    looksAt: 'a number in a response where an integer is expected',
    severity: severityPair('fail', 'warn'),
    effect: 'A partner who reads an integer may receive a fraction.',
  },
  'response-format': {
    rule: 'D06',
    looksAt: 'the format of a response or of its fields, where both give one',
    severity: sameSeverity('fail'),
    effect: 'A partner reads the text or number by a format it does not have.',
  },
  'response-field-missing': {
    rule: 'D06',
    looksAt: 'an expected field of a response, where it is described with others',
    severity: severityPair('fail', 'warn'),
    effect: 'A partner waits for a field that is not announced.',
  },
  'response-field-optional': {
    rule: 'D06',
    looksAt: 'a required field of a response that became optional, where some are required',
    severity: severityPair('warn', 'silent'),
    effect: 'The field may be absent from an answer.',
  },
  'response-unresolved': {
    rule: 'D06',
    looksAt: 'a reference in an expected response that leads nowhere',
    severity: sameSeverity('fail'),
    effect: 'What the answer holds cannot be known from the description.',
  },
  'response-untold': {
    rule: 'D06',
    looksAt: 'a response without a schema where one is expected',
    severity: sameSeverity('observed'),
    effect: 'The description is silent about the answer.',
  },
  'code-added': {
    rule: 'D07',
    looksAt: 'a status that is not among the possible ones',
    severity: { ...sameSeverity('warn'), business: 'observed' },
    effect: 'A partner may meet a status it does not expect.',
  },
  'media-added': {
    rule: 'D08',
    looksAt: 'a media type that is not expected',
    severity: sameSeverity('warn'),
    effect: 'A partner who accepts anything may receive this media type.',
  },
  'parameter-added': {
    rule: 'D09',
    looksAt: 'an optional parameter or body that is not expected',
    severity: sameSeverity('warn'),
    effect: 'Calls by the contract work without it; its purpose is unknown.',
  },
  'operation-added': {
    rule: 'D10',
    looksAt: 'an operation that is not expected',
    severity: sameSeverity('warn'),
    effect: 'The service has an operation that the contract does not describe.',
  },
  'refusal-missing': {
    rule: 'D11',
    looksAt: '401 and 403, and 404 for GET and POST, when they are expected',
    severity: { ...sameSeverity('observed'), operational: 'fail' },
    effect: 'The description does not say that the call may be refused this way.',
  },
  'success-missing': {
    rule: 'D11',
    looksAt: '200, when it is expected',
    severity: severityPair('fail', 'warn'),
    effect: 'The description omits the answer that a partner waits for.',
  },
  'code-missing': {
    rule: 'D11',
    looksAt: 'any other expected status',
    severity: sameSeverity('observed'),
    effect: 'A possible status is not announced.',
  },
  defect: {
    rule: 'D12',
    looksAt: 'what is invalid as OpenAPI 2.0, or cannot be compared',
    severity: sameSeverity('observed'),
    effect: 'Strict tools may refuse the description; the rest of it is compared.',
  },
  version: {
    rule: 'D13',
    looksAt: 'the version of the description',
    severity: severityPair('observed', 'fail'),
    effect: 'A partner cannot tell which edition it reads.',
  },
} as const satisfies Readonly<Record<ContractKind, Rule>>;
