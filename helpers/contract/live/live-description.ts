import { entriesAt, recordMember } from '../../core/json.ts';
import { operationKey, type Description, type DescribedOperation } from '../read/model.ts';
import { parseTemplate, withoutSlashes } from '../read/path.ts';
import { readDescription } from '../read/read.ts';
import { isOperationalShape, specifiedDescription } from '../expected/specified.ts';
import type { Announced } from '../behavior/disagreements.ts';
import type { LiveDocument } from './find.ts';

export interface LiveDescription {
  readonly description: Description;
  readonly announced: (method: string, path: string) => Announced | undefined;
  /** Documents that are not OpenAPI 2.0 next to those that are, in words. */
  readonly skipped: readonly string[];
}

interface OtherFormat {
  readonly description: null;
  readonly problem: string;
}

interface DescriptionPart {
  readonly version: string | null;
  readonly description: Description;
  readonly announced: readonly Announced[];
}

const specifiedKeys: ReadonlySet<string> = new Set(specifiedDescription.operations.map(({ method, shape }) => operationKey(method, shape)));
const buildOperationKey = ({ method, shape }: DescribedOperation): string => operationKey(method, shape);

function hasDefault(document: unknown, { method, path }: DescribedOperation): boolean {
  const raw = recordMember(recordMember(recordMember(document, 'paths'), path), method.toLowerCase());
  return entriesAt(raw, 'responses').some(([status]) => status === 'default');
}

const prefixOperation = (base: string, operation: DescribedOperation): DescribedOperation => ({
  ...operation,
  path: base + operation.path,
  shape: withoutSlashes(base + operation.shape) || '/',
});

/** The operation below `{base_url}`; unchanged where its path does not start with that of `{base_url}`. */
function cutOperation(root: string, operation: DescribedOperation): DescribedOperation {
  const cut = (path: string): string => (`${path}/`.startsWith(`${root}/`) ? path.slice(root.length) || '/' : path);
  return { ...operation, path: cut(operation.path), shape: cut(operation.shape) };
}

type Rewrite = (operation: DescribedOperation) => DescribedOperation;

/** `{base_url}` may or may not hold the base path, and the paths may hold that of `{base_url}`: most known operations decide. */
function readPart(document: unknown, description: Description, root: string): DescriptionPart {
  const { basePath, operations, version } = description;
  const join: Rewrite = (operation) => prefixOperation(basePath, operation);
  const bare: Rewrite = (operation) => prefixOperation('', operation);
  const rewrites: readonly Rewrite[] = [join, bare, (operation) => cutOperation(root, bare(operation))];
  const count = (rewrite: Rewrite): number =>
    operations.filter((operation) => specifiedKeys.has(buildOperationKey(rewrite(operation)))).length;
  const best = rewrites.reduce((one, other) => (count(other) > count(one) ? other : one));
  const announced = operations.map((operation) => ({ operation: best(operation), anyStatus: hasDefault(document, operation) }));
  return { version, description, announced };
}

const describesOperational = ({ announced }: DescriptionPart): boolean =>
  announced.some(({ operation }) => isOperationalShape(operation.shape));

/** Version 1.0 is stated for the description of the operational endpoints, so that document's version counts. */
function joinParts(parts: readonly [DescriptionPart, ...DescriptionPart[]], announced: ReadonlyMap<string, Announced>): Description {
  return {
    version: (parts.find(describesOperational) ?? parts[0]).version,
    basePath: '',
    operations: [...announced.values()].map(({ operation }) => operation),
    defects: parts.flatMap(({ description }) => description.defects),
    isWhole: parts.every(({ description }) => description.isWhole),
  };
}

/** `root` is the path of `{base_url}`. */
export function readLiveDescription(documents: readonly LiveDocument[], root: string): LiveDescription | OtherFormat {
  const readings = documents.map(({ source, document }) => ({ source, document, reading: readDescription(document) }));
  const [first, ...others] = readings.flatMap(({ document, reading }) =>
    reading.ok ? [readPart(document, reading.description, root)] : [],
  );
  const skipped = readings.flatMap(({ source, reading }) => (reading.ok ? [] : [`${source}: ${reading.problems.join('; ')}`]));
  if (first === undefined) return { description: null, problem: skipped.join('; ') };
  const parts = [first, ...others] as const;
  const byKey = new Map(parts.flatMap(({ announced }) => announced.map((one) => [buildOperationKey(one.operation), one] as const)));
  return {
    description: joinParts(parts, byKey),
    announced: (method, path) => byKey.get(operationKey(method, parseTemplate(path).shape)),
    skipped,
  };
}
