import { shorten } from '../../core/text.ts';
import { align, type Aligned, type ByKey } from './align.ts';
import { compareMedia } from './media.ts';
import { compareParameters } from './parameters.ts';
import { compareResponses } from './responses.ts';
import { newMemory, type Memory } from './schema.ts';
import type { ContractFinding } from '../../core/records/contract-finding.ts';
import { findingsOf } from './finding-of.ts';
import type { DescribedOperation, Description, Unusable } from '../read/model.ts';
import { betweenDescriptions, type ComparisonRules } from './use.ts';
import { longestPath } from '../read/walk.ts';

const labelOf = (base: string, { method, path }: DescribedOperation): string => shorten(`${method} ${base}${path}`, longestPath);

/** The methods of every path that is described. */
const methodsByShape = (operations: ByKey): ReadonlyMap<string, readonly DescribedOperation[]> =>
  Map.groupBy(operations.values(), ({ shape }) => shape);

function missingOperations({ expected, live }: Aligned, base: string, use: ComparisonRules): readonly ContractFinding[] {
  const described = methodsByShape(live);
  const isBusiness = (operation: DescribedOperation): boolean => use.roleOf(operation) === 'business';
  const business = [...expected.values()].filter(isBusiness);
  const isSilent = business.length > 0 && business.every(({ shape }) => !described.has(shape));
  const found = [...expected].flatMap(([key, operation]) => {
    if (live.has(key) || (isSilent && isBusiness(operation))) return [];
    const context = { operation: labelOf(base, operation), role: use.roleOf(operation) };
    const others = described.get(operation.shape)?.map(({ method }) => method);
    const kind = others === undefined ? 'operation-missing' : 'method-missing';
    return findingsOf(context, { kind, place: '', expected: operation.method, live: others?.join(', ') ?? 'not there' });
  });
  if (!isSilent) return found;
  const texts = { place: 'paths', expected: `${business.length} business operations`, live: 'none' };
  return [...found, ...findingsOf({ operation: null, role: 'business' }, { kind: 'business-undescribed', ...texts })];
}

function addedOperations({ expected, live }: Aligned, base: string, use: ComparisonRules): readonly ContractFinding[] {
  return [...live].flatMap(([key, operation]) => {
    if (expected.has(key)) return [];
    const context = { operation: labelOf(base, operation), role: use.roleOf(operation) };
    return findingsOf(context, { kind: 'operation-added', place: '', expected: 'not there', live: operation.method });
  });
}

function commonOperations(
  { expected, live }: Aligned,
  base: string,
  isWhole: boolean,
  use: ComparisonRules,
  memory: Memory,
): readonly ContractFinding[] {
  return [...expected].flatMap(([key, operation]) => {
    const other = live.get(key);
    if (other === undefined) return [];
    const context = { operation: labelOf(base, operation), role: use.roleOf(operation) };
    const found = [
      ...compareParameters(operation, other, memory),
      ...compareMedia(operation, other),
      ...compareResponses(operation, other, isWhole, memory),
    ];
    return found.filter((one) => !use.passesOver(operation, one)).flatMap((one) => findingsOf(context, one));
  });
}

/** Defects of the live description that the expected one does not have itself. */
function defectsOf(
  expected: Description,
  live: Description,
  findings: readonly ContractFinding[],
  memory: Memory,
): readonly ContractFinding[] {
  const known = new Set(expected.defects.map(({ place, problem }) => `${place}\n${problem}`));
  const failed = new Set(findings.flatMap(({ kind, live: problem }) => (kind === 'response-unresolved' ? [problem] : [])));
  const cut = { place: 'schemas', problem: 'there are too many pairs of schemas to compare; the rest was not looked at' };
  const defects = live.defects.filter(({ place, problem }) => !known.has(`${place}\n${problem}`));
  return [...defects, ...(memory.left > 0 ? [] : [cut])].flatMap(({ place, problem }) => {
    const [one] = findingsOf({ operation: null, role: null }, { kind: 'defect', place, expected: 'OpenAPI 2.0', live: problem });
    return one === undefined || failed.has(one.live) ? [] : [one];
  });
}

function versionFindings(expected: Description, live: Description, isByContract: boolean): readonly ContractFinding[] {
  if (expected.version === null || expected.version === live.version) return [];
  const texts = { place: 'info.version', expected: expected.version, live: live.version ?? 'not there' };
  return findingsOf({ operation: null, role: isByContract ? 'operational' : null }, { kind: 'version', ...texts });
}

/**
 * What in the live description contradicts the expected one, in the order of the expected one. Empty for a description and itself,
 * whatever its defects.
 */
export function diff(expected: Description, live: Description, use: ComparisonRules = betweenDescriptions): readonly ContractFinding[] {
  const aligned = align(expected, live, use);
  const memory = newMemory();
  const found = [
    ...versionFindings(expected, live, use.isFreeOfBasePath),
    ...missingOperations(aligned, expected.basePath, use),
    ...commonOperations(aligned, expected.basePath, live.isWhole, use, memory),
    ...addedOperations(aligned, live.basePath, use),
  ];
  return [...found, ...defectsOf(expected, live, found, memory)];
}

/** A document that is a description, but not one of OpenAPI 2.0. */
export const formatFindings = ({ problems }: Unusable): readonly ContractFinding[] =>
  findingsOf({ operation: null, role: 'operational' }, { kind: 'format', place: 'swagger', expected: '2.0', live: problems.join('; ') });
