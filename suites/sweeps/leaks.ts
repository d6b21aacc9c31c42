import { describe } from '../../helpers/core/describe.ts';
import type { ObservedClause } from '../../helpers/judge/observed-behavior.ts';
import type { Sighting } from '../../helpers/core/records/journal-lines.ts';
import { placeOf, type Reply } from '../../helpers/judge/reply.ts';
import { stackTraceIn } from '../../helpers/judge/stack-trace.ts';
import { violation } from '../../helpers/judge/stop.ts';
import { always, check, type ActiveCheck, type Stage, type Suite, wayOf } from '../../helpers/runner/check.ts';
import type { Judgement } from '../../helpers/core/records/judgement.ts';
import type { Step } from '../../helpers/session/session.ts';
import { operations } from '../../specs/operations.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import { tokenEndpoint } from '../../specs/token.ts';
import { exercise } from '../exercise.ts';
import { stepOf } from './step-of.ts';

/** Asks for the steps; in a later sitting waits for those that somebody else has asked for. */
async function ended({ after, behind, world }: Stage, steps: readonly Step<unknown>[]): Promise<void> {
  if (world.goesOn) await behind(steps);
  else for (const step of steps) await after(step);
}

/** At the end, when every answer has come: at least one that carries a code and one that was read plainly. */
async function everything(stage: Stage): Promise<void> {
  await stage.use(stage.world.access.open);
  await ended(stage, [stage.world.customer.onboarding.tag]);
}

/** Reading 22; a code is known only once its answer has been seen, so all is judged together. */
function leaks(way: string, title: string, seen: (stage: Stage) => readonly Sighting[]): ActiveCheck {
  return check({ id: `NO-LEAK~${way}`, clause: 'NO-LEAK', title, needs: 'alone', overall: everything }, async (stage) => {
    await everything(stage);
    const sightings = seen(stage);
    for (const { exchange } of sightings) stage.trail.evidence.add(exchange);
    const [first] = sightings;
    if (first === undefined) return;
    const count = new Set(sightings.map(({ exchange }) => exchange)).size;
    throw violation('NO-LEAK', 'no secret', `${first.what}, in ${count} of the answers`, first.place, first.exchange);
  });
}

function judgeTrace(reply: Reply): Judgement | null {
  if (reply.status === null) return null;
  const shown = stackTraceIn(reply.exchange.response?.body.text ?? '');
  if (shown === null) return { held: true };
  return { held: false, expected: 'nothing of the inside of the service', received: describe(shown), place: placeOf(reply) };
}

const habits: readonly (readonly [ObservedClause, string])[] = [
  ['ENVELOPE-EXTRA-FIELDS', 'fields the document does not know are recorded'],
  ['ENVELOPE-RESULT-ON-REFUSAL', 'the result beside a refusal is recorded'],
  ['HTTP-BODY-NOT-SHOWN', 'the body beside another HTTP status is recorded'],
  ['CODE-MAPPING-NOT-SHOWN', 'the codes of each operation are recorded'],
];

const recorded = ([clause, title]: (typeof habits)[number]): ActiveCheck =>
  check<ClauseId>({ id: `${clause}~seen`, clause, title, needs: 'alone', overall: everything }, async (stage) => {
    await everything(stage);
    for (const fact of stage.world.witness.facts(clause)) stage.observe(fact);
  });

/** The last suite: it speaks of every answer of the run. */
export const answers: Suite = {
  name: 'All answers',
  area: 'Contract',
  checks: [
    leaks('passwords-and-tokens', 'no answer holds a password or a token of somebody else', ({ world }) => world.witness.leaks.secrets()),
    leaks('codes', 'no answer holds an OTP or an MPIN', ({ world }) => world.witness.leaks.codes()),
    ...operations.map((operation) =>
      always(
        {
          id: `NO-STACK-TRACE~${wayOf('every-answer', operation.id)}`,
          clause: 'NO-STACK-TRACE',
          operation: operation.id,
          title: `${operation.id} shows no stack trace and no class name`,
          needs: 'sender',
        },
        async (stage) => [await stage.use(stepOf(stage.world.withoutToken, operation)), await exercise[operation.id](stage)],
        judgeTrace,
      ),
    ),
    check(
      {
        id: 'NO-STACK-TRACE~token',
        clause: 'NO-STACK-TRACE',
        operation: 'TOKEN',
        title: 'the token endpoint shows no stack trace and no class name',
        needs: 'alone',
        overall: ({ use, world }) => use(world.access.open),
      },
      async (stage) => {
        await stage.use(stage.world.access.open);
        await ended(stage, Object.values(stage.world.tokenRequests));
        const trace = stage.world.witness.tokenTrace();
        if (trace === null) return;
        stage.trail.evidence.add(trace.exchange);
        const place = `${tokenEndpoint.method} ${tokenEndpoint.path}`;
        throw violation('NO-STACK-TRACE', 'nothing of the inside of the service', describe(trace.shown), place, trace.exchange);
      },
    ),
    ...habits.map(recorded),
  ],
};
