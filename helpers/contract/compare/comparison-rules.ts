import { actuatorOperations, errorOperations, serviceDefinition } from '../../../specs/operational.ts';
import type { Role } from '../../core/records/contract-finding.ts';
import type { Difference } from './difference.ts';
import type { DescribedOperation, Parameter } from '../read/model.ts';
import { parseTemplate } from '../read/path.ts';

/** What two descriptions are compared for. */
export interface ComparisonRules {
  /** Null where the specification does not matter. */
  readonly findRole: (operation: DescribedOperation) => Role | null;
  /** Parameters that are left out on both sides. */
  readonly isIgnoredParameter: (parameter: Parameter) => boolean;
  /** What is not judged, whatever it says. */
  readonly isIgnoredDifference: (expected: DescribedOperation, found: Difference) => boolean;
  /** Whether the second description speaks of one service under an address of its own, so that base paths mean nothing. */
  readonly isFreeOfBasePath: boolean;
}

/** Any two descriptions: does the second break a partner of the first? */
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

/** Tokens and times come with every call; the description need not tell of them. */
const everyCall: ReadonlySet<string> = new Set(['authorization', 'request-time']);

/** Results without a JSON type in the specification: octets, and null. */
const untypedResults: Readonly<Record<string, RegExp>> = {
  'GET /actuator/heapdump': /^200/,
  'POST /uiObjects/endpoint/v3/sender/{}/beneficary/{}': /^200 › result\b/,
};

/** Sent in the sample request of OP-10, and not described: one more parameter that the specification knows. */
const sampledParameter = { operation: 'GET /wallet/endpoint/v3/status/{}', kind: 'parameter-added', name: /\bstatusCheckType$/ } as const;

/** What is passed over of an operation. */
function isLeftOpen(operation: string, { kind, place }: Difference): boolean {
  if (operation === sampledParameter.operation && kind === sampledParameter.kind && sampledParameter.name.test(place)) return true;
  return kind !== 'response-unresolved' && !kind.startsWith('code-') && untypedResults[operation]?.test(place) === true;
}

/** A live description by the expected contract, as reading 25 settles it. */
export const bySpecification: ComparisonRules = {
  findRole: ({ shape }) => (operationalShapes.has(shape) ? 'operational' : besideShapes.has(shape) ? 'beside' : 'business'),
  isIgnoredParameter: ({ location, name }) => location === 'header' && everyCall.has(name.toLowerCase()),
  isIgnoredDifference: ({ method, shape }, found) => isLeftOpen(`${method} ${shape}`, found),
  isFreeOfBasePath: true,
};
