import type { ContractFinding } from '../../helpers/core/records/contract-finding.ts';
import type { Announced } from '../../helpers/contract/behavior/disagreements.ts';
import { specifiedDescription } from '../../helpers/contract/expected/specified.ts';
import { agreementTexts, findThreeWayDifferences, type ThreeWayDifference } from '../../helpers/contract/behavior/three-way.ts';
import { parseTemplate } from '../../helpers/contract/read/path.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import type { Subject } from '../../specs/clause.ts';
import { operations } from '../../specs/operations.ts';
import { exercise, type Exercise } from '../support/exercise.ts';
import { describeOtherPlaces } from '../support/description-findings.ts';

const agreementClause = 'SWAGGER-AGREES-WITH-BEHAVIOR';

const specifiedByPath: ReadonlyMap<string, Announced> = new Map(
  specifiedDescription.operations.map((operation) => [`${operation.method} ${operation.shape}`, { operation, anyStatus: false }]),
);

function findSpecified({ method, path }: { readonly method: string; readonly path: string }): Announced {
  const found = specifiedByPath.get(`${method} ${parseTemplate(path).shape}`);
  if (found === undefined) throw new Error(`expected ${method} ${path} in the contract, received nothing: run npm run contract`);
  return found;
}

const describeDifference = ({ place, described, answered, odd }: ThreeWayDifference): string =>
  `${agreementTexts[odd]}: ${place} is ${answered}, ${odd === 'specification' ? 'specified' : 'described'} ${described}`;

const mostFacts = 5;

/** The comparison with the specification already accuses the description at this place. */
const isAccusedElsewhere = ({ place }: ThreeWayDifference, findings: readonly ContractFinding[]): boolean =>
  findings.some((finding) => finding.severity === 'fail' && (finding.place === place || isMediaFinding(finding, place)));

const isMediaFinding = ({ kind, operation }: ContractFinding, place: string): boolean =>
  kind === 'media-none' && operation !== null && place.startsWith(`${operation} › `) && place.endsWith('Content-Type');

/**
 * Compares every answer of the run with the service's own description. Other clauses accuse behavior or a description that contradicts the
 * specification; such a difference is only a fact here. A description that contradicts both the behavior and the specification is a remark,
 * unless a finding has it already.
 */
async function mustAgreeWithDescription(context: CheckContext, subject: Subject, exercised: Exercise): Promise<void> {
  const { use, journey, observe, addEvidence } = context;
  const { announced } = await use(journey.description.live);
  const { findings } = await use(journey.description.compared);
  // Other checks accuse what keeps the operation from being exercised. Any answer is enough here.
  const exerciseError = await exercised(context).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  const seen = journey.description.seenAnswers.listBySubject(subject);
  const described = seen.filter(({ method, path }) => announced(method, path) !== undefined);
  if (seen.length === 0) throw exerciseError ?? notApplicable(`no answer of ${subject} was seen`);
  if (described.length === 0) throw notApplicable(`the description does not have ${subject}`);
  const differences = findThreeWayDifferences(described, findSpecified, ({ method, path }) => announced(method, path));
  addEvidence(described.slice(0, 5).map(({ exchange }) => exchange));
  const isRemark = (each: ThreeWayDifference): boolean => each.odd === 'description' && !isAccusedElsewhere(each, findings);
  for (const each of differences.filter((one) => !isRemark(one)).slice(0, mostFacts)) observe(describeDifference(each));
  const alone = differences.filter(isRemark);
  const [first] = alone;
  if (first === undefined) return;
  addEvidence([first.exchange]);
  const expected = `as described: ${first.described}`;
  throw context.must.violation({
    expected,
    received: `${first.answered}${describeOtherPlaces(alone)}`,
    place: first.place,
    exchange: first.exchange,
    effect: `${agreementTexts.description}.`,
  });
}

function agreementCheck(subject: Subject, exercised: Exercise): ActiveCheck {
  // Judged after everything else, because the whole run is judged.
  const overall: Exercise = async (context) => [await context.after(context.journey.description.live), await exercised(context)];
  return check(
    agreementClause,
    subject,
    `the answers of ${subject} match the service's own description`,
    { operation: subject, needs: 'alone', overall },
    (context) => mustAgreeWithDescription(context, subject, exercised),
  );
}

export const descriptionAndBehavior: Suite = {
  name: 'Description and behavior',
  area: 'Contract',
  checks: [
    ...operations.map(({ id }) => agreementCheck(id, exercise[id])),
    ...(['ACTUATOR', 'ERROR', 'SERVICE'] as const).map((subject) =>
      agreementCheck(subject, ({ use, journey }) => use(journey.description.beside)),
    ),
  ],
};
