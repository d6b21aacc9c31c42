import { actuatorOperations, errorOperations, serviceDefinition } from '../../../specs/operational.ts';
import type { Role } from '../../core/records/contract-finding.ts';
import type { Difference } from './difference.ts';
import type { DescribedOperation, Parameter } from '../read/model.ts';
import { parseTemplate } from '../read/path.ts';

export interface ComparisonRules {
  /** Null when the specification plays no role. */
  readonly findRole: (operation: DescribedOperation) => Role | null;
  readonly isIgnoredParameter: (parameter: Parameter) => boolean;
  readonly isIgnoredDifference: (expected: DescribedOperation, found: Difference) => boolean;
  /** The second description may have its own address, so base paths mean nothing. */
  readonly isFreeOfBasePath: boolean;
}

/** For any two descriptions: does the second break partners of the first? */
export const betweenDescriptions: ComparisonRules = {
  findRole: () => null,
  isIgnoredParameter: () => false,
  isIgnoredDifference: () => false,
  isFreeOfBasePath: false,
};

const collectShapes = (rows: readonly { readonly path: string }[]): ReadonlySet<string> =>
  new Set(rows.map(({ path }) => parseTemplate(path).shape));
const operationalShapes = collectShapes(actuatorOperations);
const besideShapes = collectShapes([...errorOperations, serviceDefinition]);

/** Every call carries a token and a time, so a description may omit them. */
const everyCall: ReadonlySet<string> = new Set(['authorization', 'request-time']);

/** Results that have no JSON type in the specification: octets, and null. */
const untypedResults: Readonly<Record<string, RegExp>> = {
  'GET /actuator/heapdump': /^200/,
  'POST /uiObjects/endpoint/v3/sender/{}/beneficary/{}': /^200 › result\b/,
};

/** The sample request of OP-10 sends this parameter without a description, so the specification knows it. */
const sampledParameter = { operation: 'GET /wallet/endpoint/v3/status/{}', kind: 'parameter-added', name: /\bstatusCheckType$/ } as const;

function isLeftOpen(operation: string, { kind, place }: Difference): boolean {
  if (operation === sampledParameter.operation && kind === sampledParameter.kind && sampledParameter.name.test(place)) return true;
  return kind !== 'response-unresolved' && !kind.startsWith('code-') && untypedResults[operation]?.test(place) === true;
}

/** Compares a live description with the expected contract (reading 25). */
export const bySpecification: ComparisonRules = {
  findRole: ({ shape }) => (operationalShapes.has(shape) ? 'operational' : besideShapes.has(shape) ? 'beside' : 'business'),
  isIgnoredParameter: ({ location, name }) => location === 'header' && everyCall.has(name.toLowerCase()),
  isIgnoredDifference: ({ method, shape }, found) => isLeftOpen(`${method} ${shape}`, found),
  isFreeOfBasePath: true,
};
