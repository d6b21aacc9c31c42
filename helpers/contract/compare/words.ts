import type { ContractFinding, ContractKind } from '../../core/records/contract-finding.ts';

/** What differs, for somebody who knows no rule numbers. */
const wordsByKind: Readonly<Record<ContractKind, string>> = {
  'operation-missing': 'the operation is missing',
  'method-missing': 'the method is missing',
  'business-undescribed': 'no business operation is described',
  'parameter-missing': 'the parameter is missing',
  'parameter-moved': 'the parameter is in another place',
  'parameter-required': 'the parameter became required',
  'parameter-demanded': 'a parameter beyond the contract is required',
  'parameter-type': 'the type differs',
  'parameter-values': 'the listed values differ',
  'parameter-added': 'a parameter was added',
  'field-required': 'the field became required',
  'request-type': 'the type differs',
  'request-number': 'the type differs',
  'request-format': 'the format differs',
  'request-closed': 'further fields are forbidden',
  'request-field-missing': 'the field is missing',
  'request-values': 'the listed values differ',
  'response-type': 'the type differs',
  'response-number': 'the type differs',
  'response-format': 'the format differs',
  'response-field-missing': 'the field is missing',
  'response-field-optional': 'the field became optional',
  'response-unresolved': 'the reference leads nowhere',
  'response-untold': 'the answer has no schema',
  'response-values': 'the listed values differ',
  'values-differ': 'the listed values differ, without harm',
  'media-none': 'no media type is common',
  'media-lacks': 'a media type is missing',
  'media-alias': 'the media type has another name',
  'media-added': 'a media type was added',
  'code-added': 'a status was added',
  'refusal-missing': 'the status is missing',
  'success-missing': 'the status is missing',
  'code-missing': 'the status is missing',
  'operation-added': 'an operation was added',
  defect: 'the description has a defect',
  version: 'the version differs',
};

/** `the type differs: contract number, live string`, in parts that each page escapes by itself. */
export const describeDifference = ({ kind, expected, live }: Pick<ContractFinding, 'kind' | 'expected' | 'live'>) => ({
  what: wordsByKind[kind],
  contract: expected,
  live,
});
