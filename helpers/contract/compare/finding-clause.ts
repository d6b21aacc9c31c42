import type { ClauseId } from '../../../specs/clauses.ts';
import type { ContractFinding, Role, ContractKind } from '../../core/records/contract-finding.ts';

type ClauseByRole = Readonly<Record<Exclude<Role, 'beside'>, ClauseId>>;

const sameForBothRoles = (clause: ClauseId): ClauseByRole => ({ operational: clause, business: clause });

const presence: ClauseByRole = { operational: 'SWAGGER-ACTUATOR-PRESENT', business: 'SWAGGER-BUSINESS-PRESENT' };
const parameters: ClauseByRole = { operational: 'SWAGGER-PARAMETERS', business: 'SWAGGER-BUSINESS-PARAMETERS' };
const types: ClauseByRole = { operational: 'SWAGGER-TYPES', business: 'SWAGGER-BUSINESS-TYPES' };
const mediaTypes = sameForBothRoles('SWAGGER-MEDIA-TYPES');
const statuses = sameForBothRoles('SWAGGER-STATUSES');

/** The clause for each kind of finding; null where no clause speaks of it. */
const clausesByKind: Readonly<Record<ContractKind, ClauseByRole | null>> = {
  'operation-missing': presence,
  'method-missing': { operational: 'SWAGGER-ACTUATOR-PRESENT', business: 'SWAGGER-BUSINESS-METHODS' },
  'business-undescribed': sameForBothRoles('SWAGGER-BUSINESS-ABSENT'),
  'parameter-missing': parameters,
  'parameter-moved': parameters,
  'parameter-required': parameters,
  'parameter-demanded': parameters,
  'parameter-type': parameters,
  'parameter-values': parameters,
  'parameter-added': parameters,
  'field-required': types,
  'request-type': types,
  'request-number': types,
  'request-format': types,
  'request-closed': types,
  'request-field-missing': types,
  'request-values': types,
  'response-type': types,
  'response-number': types,
  'response-format': types,
  'response-field-missing': types,
  'response-field-optional': types,
  'response-values': types,
  'response-untold': types,
  'values-differ': types,
  'response-unresolved': sameForBothRoles('SWAGGER-REFERENCES'),
  'media-none': mediaTypes,
  'media-lacks': mediaTypes,
  'media-alias': mediaTypes,
  'media-added': mediaTypes,
  'code-added': statuses,
  'refusal-missing': statuses,
  'success-missing': statuses,
  'code-missing': statuses,
  'operation-added': null,
  defect: null,
  version: sameForBothRoles('SWAGGER-VERSION'),
};

const absenceKinds: readonly ContractKind[] = ['operation-missing', 'method-missing'];

/** `/error` and `/service/{servicename}` have their own clauses for presence; otherwise they follow the operational table. */
function pickBesideClause({ kind, operation }: ContractFinding): ClauseId | null {
  if (!absenceKinds.includes(kind)) return clausesByKind[kind]?.operational ?? null;
  return operation?.endsWith(' /error') === true ? 'SWAGGER-ERROR-PRESENT' : 'SWAGGER-SERVICE-PRESENT';
}

export function pickFindingClause(finding: ContractFinding): ClauseId | null {
  const { kind, role } = finding;
  return role === 'beside' ? pickBesideClause(finding) : (clausesByKind[kind]?.[role ?? 'operational'] ?? null);
}

/** True when an unread part of the description could hold what is missing. */
export const isAbsence = ({ kind }: ContractFinding): boolean => absenceKinds.includes(kind);
