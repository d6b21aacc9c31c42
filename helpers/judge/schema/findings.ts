import { member } from '../../core/json.ts';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { isClauseId, type ClauseId } from '../../../specs/clauses.ts';
import { annotateValue, extendPointer, type Annotation } from './annotations.ts';
import { describeValue } from '../../core/describe.ts';
import { classifySchemaError, type Deviation } from '../../core/records/deviation.ts';
import { splitIntoParts, type Part } from './parts.ts';
import { collectSchemaErrors, schemaByName } from './schemas.ts';
import { describeExpectation } from './expectation-text.ts';

export interface SchemaFinding {
  readonly clause: ClauseId;
  readonly way: string;
  /** `result.beneficiaries[0].status` */
  readonly place: string;
  readonly expected: string;
  readonly received: string;
  readonly deviation: Deviation;
}

export interface SchemaJudgement {
  /** Clauses that had something to judge. Computed on demand: most answers of a campaign never need them. */
  readonly judged: ReadonlySet<string>;
  readonly findings: readonly SchemaFinding[];
}

export const emptyJudgement: SchemaJudgement = { judged: new Set(), findings: [] };

/** `/beneficiaries/0/status` under `result` → `result.beneficiaries[0].status`; in a part of a list, with the index in the whole list. */
function pointerToPlace(root: string, pointer: string, begins: Part['firstIndexByList']): string {
  let place = root;
  let list = '';
  for (const step of pointer.split('/').slice(1)) {
    const part = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const begin = begins.get(list) ?? 0;
    if (/^\d+$/.test(part)) place += `[${begin === 0 ? part : begin + Number(part)}]`;
    else place = place === '' ? part : `${place}.${part}`;
    list += `/${step}`;
  }
  return place;
}

function valueAtPointer(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, part) => member(inner, part.replaceAll('~1', '/').replaceAll('~0', '~')), value);
}

function readMissingProperty(error: ErrorObject): string | null {
  const missing: unknown = error.params['missingProperty'];
  return error.keyword === 'required' && typeof missing === 'string' ? missing : null;
}

const buildErrorPointer = (error: ErrorObject): string => {
  const missing = readMissingProperty(error);
  return missing === null ? error.instancePath : extendPointer(error.instancePath, missing);
};

type AnnotationsByPointer = ReadonlyMap<string, readonly Annotation[]>;

/** The annotation next to the broken keyword, else the nearest one around the place. */
function findAnnotation(error: ErrorObject, pointer: string, annotations: AnnotationsByPointer): Annotation | undefined {
  const beside: unknown = error.parentSchema?.['clause'];
  const annotationAt = (where: string): Annotation | undefined =>
    annotations.get(where)?.find((each) => readMissingProperty(error) !== null || beside === undefined || each.clause === beside);
  for (let where = pointer; ; where = where.slice(0, where.lastIndexOf('/'))) {
    const found = annotationAt(where);
    if (found !== undefined || where === '') return found;
  }
}

interface LocatedError {
  readonly error: ErrorObject;
  readonly pointer: string;
  readonly clause: ClauseId;
  readonly way: string;
}

function locateError(error: ErrorObject, annotations: AnnotationsByPointer): LocatedError {
  const pointer = buildErrorPointer(error);
  const annotation = findAnnotation(error, pointer, annotations);
  if (annotation === undefined || !isClauseId(annotation.clause)) {
    throw new Error(
      `expected a catalogue clause around ${error.schemaPath}, received ${annotation?.clause ?? 'none'}: annotate the schema`,
    );
  }
  return { error, pointer, clause: annotation.clause, way: annotation.way };
}

function buildFinding(
  { error, pointer, clause, way }: LocatedError,
  { value, firstIndexByList }: Part,
  root: string,
  describeReceived: typeof describeValue,
): SchemaFinding {
  const allowed: unknown = error.params['allowedValues'];
  const found = valueAtPointer(value, pointer);
  return {
    clause,
    way,
    place: pointerToPlace(root, pointer, firstIndexByList),
    expected: describeExpectation(way, allowed),
    received: describeReceived(found),
    deviation: classifySchemaError(error.keyword, found, allowed),
  };
}

/** Keywords whose errors only repeat the errors inside them. */
const wrapperKeywords = new Set(['if', 'anyOf', 'oneOf', 'allOf', 'not']);

function locateErrors(schema: string, value: unknown, annotations: () => readonly Annotation[]): readonly LocatedError[] {
  const errors = collectSchemaErrors(schema, value);
  if (errors.length === 0) return [];
  const telling = errors.filter((error) => !wrapperKeywords.has(error.keyword));
  const byPointer = Map.groupBy(annotations(), ({ pointer }) => pointer);
  return (telling.length > 0 ? telling : errors).map((error) => locateError(error, byPointer));
}

/** A hostile answer may break one clause in any number of places. */
const mostPerClause = 1000;

/** Keeps one finding per clause and place, however many keywords the place breaks. */
function createFindings(): {
  readonly isFull: (clause: ClauseId) => boolean;
  readonly add: (one: SchemaFinding) => void;
  readonly all: () => SchemaFinding[];
} {
  const first = new Map<string, SchemaFinding>();
  const counts = new Map<ClauseId, number>();
  return {
    isFull: (clause) => (counts.get(clause) ?? 0) >= mostPerClause,
    add(finding) {
      const key = `${finding.clause} ${finding.place}`;
      if (first.has(key)) return;
      first.set(key, finding);
      counts.set(finding.clause, (counts.get(finding.clause) ?? 0) + 1);
    },
    all: () => [...first.values()],
  };
}

function collectClauses(parts: Iterable<Part>, annotationsIn: (part: Part) => readonly Annotation[]): ReadonlySet<string> {
  const clauses = new Set<string>();
  for (const part of parts) for (const { clause } of annotationsIn(part)) clauses.add(clause);
  return clauses;
}

function createJudgement(clauses: () => ReadonlySet<string>, findings: readonly SchemaFinding[]): SchemaJudgement {
  let known: ReadonlySet<string> | null = null;
  return {
    get judged() {
      known ??= clauses();
      return known;
    },
    findings,
  };
}

/** Judges a value by a schema of `schemas/`. `root` names its place, for example `result`; `describeReceived` words a wrong value. */
export function judgeValue(schema: string, value: unknown, root: string, describeReceived = describeValue): SchemaJudgement {
  const document = schemaByName(schema);
  const annotationsIn = (part: Part): Annotation[] =>
    annotateValue({ schema: document, value: part.value, pointer: '', base: String(document.$id) });
  const findings = createFindings();
  for (const part of splitIntoParts(value, document))
    for (const located of locateErrors(schema, part.value, () => annotationsIn(part)))
      if (!findings.isFull(located.clause)) findings.add(buildFinding(located, part, root, describeReceived));
  return createJudgement(() => collectClauses(splitIntoParts(value, document), annotationsIn), findings.all());
}
