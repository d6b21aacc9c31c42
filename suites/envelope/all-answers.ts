import { describeValue } from '../../helpers/core/describe.ts';
import type { ObservedClause } from '../../helpers/judge/observed-behavior.ts';
import type { Sighting } from '../../helpers/core/records/journal-lines.ts';
import { formatPlace, type Reply } from '../../helpers/judge/reply.ts';
import { findStackTrace } from '../../helpers/judge/stack-trace.ts';
import { check, rule, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { type Judgement } from '../../helpers/core/records/judgement.ts';
import type { Step } from '../../helpers/session/session.ts';
import { operations } from '../../specs/operations.ts';
import { tokenEndpoint } from '../../specs/token.ts';
import { exercise } from '../support/exercise.ts';
import { preparedRefusal } from '../support/refusal.ts';

/** Runs the steps. In a resumed run it only waits for the steps that other checks requested. */
async function awaitSteps({ after, afterRequested, journey }: CheckContext, steps: readonly Step<unknown>[]): Promise<void> {
  if (journey.isResumed) await afterRequested(steps);
  else for (const step of steps) await after(step);
}

/** Makes sure that some answer carries a code and some answer was read plainly. Judged at the end, when every answer has come. */
async function exerciseAll(context: CheckContext): Promise<void> {
  await context.use(context.journey.access.open);
  await awaitSteps(context, [context.journey.customer.onboarding.tag]);
}

/** Reading 22. A code is known only after its answer, so all answers are judged together at the end. */
function leakCheck(way: string, title: string, seen: (context: CheckContext) => readonly Sighting[]): ActiveCheck {
  return check('NO-LEAK', way, title, { needs: 'alone', overall: exerciseAll }, async (context) => {
    await exerciseAll(context);
    const sightings = seen(context);
    context.addEvidence(sightings.map(({ exchange }) => exchange));
    const [first] = sightings;
    if (first === undefined) return;
    const count = new Set(sightings.map(({ exchange }) => exchange)).size;
    throw context.must.violation({
      expected: 'no secret',
      received: `${first.what}, in ${count} of the answers`,
      place: first.place,
      exchange: first.exchange,
    });
  });
}

function judgeTrace(reply: Reply): Judgement | null {
  if (reply.status === null) return null;
  const shown = findStackTrace(reply.exchange.response?.body.text ?? '');
  if (shown === null) return { held: true };
  return { held: false, expected: 'no stack trace and no class name', received: describeValue(shown), place: formatPlace(reply) };
}

const observedClauses: readonly (readonly [ObservedClause, string])[] = [
  ['ENVELOPE-EXTRA-FIELDS', 'fields the document does not know are recorded'],
  ['ENVELOPE-RESULT-ON-REFUSAL', 'the result in a refusal is recorded'],
  ['HTTP-BODY-NOT-SHOWN', 'the body of another HTTP status is recorded'],
  ['CODE-MAPPING-NOT-SHOWN', 'the codes of each operation are recorded'],
];

const observationCheck = ([clause, title]: (typeof observedClauses)[number]): ActiveCheck =>
  check(clause, 'seen', title, { needs: 'alone', overall: exerciseAll }, async (context) => {
    await exerciseAll(context);
    for (const fact of context.journey.answerObserver.facts(clause)) context.observe(fact);
  });

/** Judges every answer of the run. */
export const allAnswers: Suite = {
  name: 'All answers',
  area: 'Contract',
  checks: [
    leakCheck('passwords-and-tokens', 'no answer holds a password or a token of someone else', ({ journey }) =>
      journey.answerObserver.leaks.secrets(),
    ),
    leakCheck('codes', 'no answer holds an OTP or an MPIN', ({ journey }) => journey.answerObserver.leaks.codes()),
    ...operations.map((operation) =>
      rule('NO-STACK-TRACE', `every-answer-${operation.id}`, `${operation.id} shows no stack trace and no class name`, {
        operation: operation.id,
        exercise: async (context) => [
          await context.use(preparedRefusal(context.journey.withoutToken, operation)),
          await exercise[operation.id](context),
        ],
        judge: judgeTrace,
      }),
    ),
    check(
      'NO-STACK-TRACE',
      'token',
      'the token endpoint shows no stack trace and no class name',
      { operation: 'TOKEN', needs: 'alone', overall: ({ use, journey }) => use(journey.access.open) },
      async (context) => {
        await context.use(context.journey.access.open);
        await awaitSteps(context, [...context.journey.tokenRequests.values()]);
        const trace = context.journey.answerObserver.tokenTrace();
        if (trace === null) return;
        context.addEvidence([trace.exchange]);
        const place = `${tokenEndpoint.method} ${tokenEndpoint.path}`;
        throw context.must.violation({
          expected: 'no stack trace and no class name',
          received: describeValue(trace.shown),
          place,
          exchange: trace.exchange,
        });
      },
    ),
    ...observedClauses.map(observationCheck),
  ],
};
