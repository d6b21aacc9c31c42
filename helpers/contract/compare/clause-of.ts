import type { ClauseId } from '../../../specs/clauses.ts';
import type { ContractFinding, Role, ContractKind } from '../../core/records/contract-finding.ts';

type ByRole = Readonly<Record<Exclude<Role, 'beside'>, ClauseId>>;

const alike = (clause: ClauseId): ByRole => ({ operational: clause, business: clause });

const presence: ByRole = { operational: 'SWAGGER-ACTUATOR-PRESENT', business: 'SWAGGER-BUSINESS-PRESENT' };
const parameters: ByRole = { operational: 'SWAGGER-PARAMETERS', business: 'SWAGGER-BUSINESS-PARAMETERS' };
const types: ByRole = { operational: 'SWAGGER-TYPES', business: 'SWAGGER-BUSINESS-TYPES' };
const mediaTypes = alike('SWAGGER-MEDIA-TYPES');
const statuses = alike('SWAGGER-STATUSES');

/** The clause that each kind of finding is told by; null for what no clause speaks of. */
const rows: Readonly<Record<ContractKind, ByRole | null>> = {
  'operation-missing': presence,
  'method-missing': { operational: 'SWAGGER-ACTUATOR-PRESENT', business: 'SWAGGER-BUSINESS-METHODS' },
  'business-undescribed': alike('SWAGGER-BUSINESS-ABSENT'),
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
  'response-unresolved': alike('SWAGGER-REFERENCES'),
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
  version: alike('SWAGGER-VERSION'),
  format: alike('SWAGGER-FORMAT'),
};

const absences: readonly ContractKind[] = ['operation-missing', 'method-missing'];

/** `/error` and `/service/{servicename}` have clauses of their own for being there; else they are as the operational table is. */
function besideClause({ kind, operation }: ContractFinding): ClauseId | null {
  if (!absences.includes(kind)) return rows[kind]?.operational ?? null;
  return operation?.endsWith(' /error') === true ? 'SWAGGER-ERROR-PRESENT' : 'SWAGGER-SERVICE-PRESENT';
}

export function clauseOfFinding(finding: ContractFinding): ClauseId | null {
  const { kind, role } = finding;
  return role === 'beside' ? besideClause(finding) : (rows[kind]?.[role ?? 'operational'] ?? null);
}

/** Whether what was not read of a description could hold what the finding misses. */
export const isAbsence = ({ kind }: ContractFinding): boolean => absences.includes(kind);
