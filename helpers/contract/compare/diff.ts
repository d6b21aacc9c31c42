import { shorten } from '../../core/text.ts';
import { alignOperations, type Aligned, type OperationsByKey } from './align.ts';
import { compareMedia } from './media.ts';
import { compareParameters } from './parameters.ts';
import { compareResponses } from './responses.ts';
import { createComparisonMemory, type ComparisonMemory } from './schema.ts';
import type { ContractFinding } from '../../core/records/contract-finding.ts';
import { buildFindings } from './build-findings.ts';
import type { DescribedOperation, Description } from '../read/model.ts';
import { betweenDescriptions, type ComparisonRules } from './comparison-rules.ts';
import { longestPath } from '../read/walk.ts';

const formatOperationLabel = (base: string, { method, path }: DescribedOperation): string =>
  shorten(`${method} ${base}${path}`, longestPath);

const groupByShape = (operations: OperationsByKey): ReadonlyMap<string, readonly DescribedOperation[]> =>
  Map.groupBy(operations.values(), ({ shape }) => shape);

function findMissingOperations({ expected, live }: Aligned, base: string, comparison: ComparisonRules): readonly ContractFinding[] {
  const described = groupByShape(live);
  const isBusiness = (operation: DescribedOperation): boolean => comparison.findRole(operation) === 'business';
  const business = [...expected.values()].filter(isBusiness);
  const isSilent = business.length > 0 && business.every(({ shape }) => !described.has(shape));
  const found = [...expected].flatMap(([key, operation]) => {
    if (live.has(key) || (isSilent && isBusiness(operation))) return [];
    const context = { operation: formatOperationLabel(base, operation), role: comparison.findRole(operation) };
    const others = described.get(operation.shape)?.map(({ method }) => method);
    const kind = others === undefined ? 'operation-missing' : 'method-missing';
    return buildFindings(context, { kind, place: '', expected: operation.method, live: others?.join(', ') ?? 'not there' });
  });
  if (!isSilent) return found;
  const texts = { place: 'paths', expected: `${business.length} business operations`, live: 'none' };
  return [...found, ...buildFindings({ operation: null, role: 'business' }, { kind: 'business-undescribed', ...texts })];
}

function findAddedOperations({ expected, live }: Aligned, base: string, comparison: ComparisonRules): readonly ContractFinding[] {
  return [...live].flatMap(([key, operation]) => {
    if (expected.has(key)) return [];
    const context = { operation: formatOperationLabel(base, operation), role: comparison.findRole(operation) };
    return buildFindings(context, { kind: 'operation-added', place: '', expected: 'not there', live: operation.method });
  });
}

function compareCommonOperations(
  { expected, live }: Aligned,
  base: string,
  isWhole: boolean,
  comparison: ComparisonRules,
  memory: ComparisonMemory,
): readonly ContractFinding[] {
  return [...expected].flatMap(([key, operation]) => {
    const other = live.get(key);
    if (other === undefined) return [];
    const context = { operation: formatOperationLabel(base, operation), role: comparison.findRole(operation) };
    const found = [
      ...compareParameters(operation, other, memory),
      ...compareMedia(operation, other),
      ...compareResponses(operation, other, isWhole, memory),
    ];
    return found.filter((one) => !comparison.isIgnoredDifference(operation, one)).flatMap((one) => buildFindings(context, one));
  });
}

function findNewDefects(
  expected: Description,
  live: Description,
  findings: readonly ContractFinding[],
  memory: ComparisonMemory,
): readonly ContractFinding[] {
  const known = new Set(expected.defects.map(({ place, problem }) => `${place}\n${problem}`));
  const failed = new Set(findings.flatMap(({ kind, live: problem }) => (kind === 'response-unresolved' ? [problem] : [])));
  const cut = { place: 'schemas', problem: 'there are too many pairs of schemas to compare; the rest was not compared' };
  const defects = live.defects.filter(({ place, problem }) => !known.has(`${place}\n${problem}`));
  return [...defects, ...(memory.left > 0 ? [] : [cut])].flatMap(({ place, problem }) => {
    const [one] = buildFindings({ operation: null, role: null }, { kind: 'defect', place, expected: 'OpenAPI 2.0', live: problem });
    return one === undefined || failed.has(one.live) ? [] : [one];
  });
}

function compareVersions(expected: Description, live: Description, isByContract: boolean): readonly ContractFinding[] {
  if (expected.version === null || expected.version === live.version) return [];
  const texts = { place: 'info.version', expected: expected.version, live: live.version ?? 'not there' };
  return buildFindings({ operation: null, role: isByContract ? 'operational' : null }, { kind: 'version', ...texts });
}

/**
 * Contradictions of the live description, in the order of the expected one. A description never contradicts itself, whatever its defects.
 */
export function compareDescriptions(
  expected: Description,
  live: Description,
  comparison: ComparisonRules = betweenDescriptions,
): readonly ContractFinding[] {
  const aligned = alignOperations(expected, live, comparison);
  const memory = createComparisonMemory();
  const found = [
    ...compareVersions(expected, live, comparison.isFreeOfBasePath),
    ...findMissingOperations(aligned, expected.basePath, comparison),
    ...compareCommonOperations(aligned, expected.basePath, live.isWhole, comparison, memory),
    ...findAddedOperations(aligned, live.basePath, comparison),
  ];
  return [...found, ...findNewDefects(expected, live, found, memory)];
}
