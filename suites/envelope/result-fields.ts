import { collectDeclaredPlaces, type DeclaredPlace } from '../../helpers/judge/schema/annotations.ts';
import { formatPlace, type Reply } from '../../helpers/judge/reply.ts';
import { schemaByName } from '../../helpers/judge/schema/schemas.ts';
import { expectationByWay } from '../../helpers/judge/schema/expectation-text.ts';
import { rule, type PassiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { type Judgement } from '../../helpers/core/records/judgement.ts';
import { isClauseId, type ClauseId } from '../../specs/clauses.ts';
import type { Operation } from '../../specs/operation.ts';
import { operations } from '../../specs/operations.ts';
import { exercise } from '../support/exercise.ts';

/** A field is judged where the code is 2000 and the answer holds its parent (reading 8). */
function judgeField(clause: ClauseId): (reply: Reply) => Judgement | null {
  return (reply) => {
    const { payload } = reply;
    const finding = payload.findings.find((each) => each.clause === clause);
    if (finding !== undefined) return { held: false, ...finding, place: formatPlace(reply, finding.place) };
    return payload.judged.has(clause) ? { held: true } : null;
  };
}

/** A sender may have an empty list before a beneficiary is added. */
const exerciseList = ({ use, journey }: CheckContext): Promise<unknown> => use(journey.customer.beneficiaries.listed);

function fieldCheck(operation: Operation, { clause, way, place }: DeclaredPlace): PassiveCheck {
  if (!isClauseId(clause))
    throw new Error(`expected a catalogue clause at ${place}, received ${clause}: correct schemas/${operation.result}`);
  const listed = place.startsWith('result.beneficiaries[]');
  return rule(clause, way, `${operation.id} answers ${place} as ${expectationByWay[way] ?? way.replaceAll('-', ' ')}`, {
    operation: operation.id,
    exercise: listed ? exerciseList : exercise[operation.id],
    judge: judgeField(clause),
  });
}

function listDeclaredFields(operation: Operation): DeclaredPlace[] {
  const schema = schemaByName(operation.result);
  const all = collectDeclaredPlaces(schema, 'result', String(schema.$id));
  return all.filter(({ clause }, index) => all.findIndex((each) => each.clause === clause) === index);
}

export const resultFields: Suite = {
  name: 'Result fields',
  area: 'Business operations',
  checks: operations.flatMap((operation) => listDeclaredFields(operation).map((field) => fieldCheck(operation, field))),
};
