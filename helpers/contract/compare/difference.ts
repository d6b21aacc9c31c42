import type { ContractKind } from '../../core/records/contract-finding.ts';
import { joinPlace } from '../read/operation.ts';

/** A finding before the rule table judges it; `place` is relative to the compared part. */
export interface Difference {
  readonly kind: ContractKind;
  readonly place: string;
  readonly expected: string;
  readonly live: string;
}

/** The rows of the rule table for a schema, which depend on who sends the data. */
export interface SchemaKinds {
  /** The partner sends it to the service. */
  readonly isSent: boolean;
  readonly type: ContractKind;
  readonly number: ContractKind;
  readonly format: ContractKind;
  readonly values: ContractKind;
  readonly missing: ContractKind;
}

export const parameterKinds: SchemaKinds = {
  isSent: true,
  type: 'parameter-type',
  number: 'parameter-type',
  format: 'parameter-type',
  values: 'parameter-values',
  missing: 'parameter-type',
};

export const requestKinds: SchemaKinds = {
  isSent: true,
  type: 'request-type',
  number: 'request-number',
  format: 'request-format',
  values: 'request-values',
  missing: 'request-field-missing',
};

export const responseKinds: SchemaKinds = {
  isSent: false,
  type: 'response-type',
  number: 'response-number',
  format: 'response-format',
  values: 'response-values',
  missing: 'response-field-missing',
};

export const prefixPlaces = (place: string, found: readonly Difference[]): readonly Difference[] =>
  found.map((one) => ({ ...one, place: joinPlace(place, one.place) }));
