import type { ClauseId } from '../../specs/clauses.ts';
import { check, type ActiveCheck } from '../../helpers/runner/check.ts';
import type { Exercise } from './exercise.ts';

/** Judged at the end. A call that was served to one check may have been refused to another check, which is only blocked by the refusal. */
export const neverRefusedCheck = (clause: ClauseId, title: string, run: Exercise): ActiveCheck =>
  check(clause, 'throughout', title, { needs: 'alone', overall: run }, async (context) => {
    await run(context);
    const refused = context.journey.memory.refusedDocumentedCalls.get(clause);
    if (refused === undefined) return;
    if (refused.exchange !== null) context.addEvidence([refused.exchange]);
    const { expected, received, place, exchange, deviation, atMost } = refused;
    throw context.must.violation({ expected, received, place, exchange, deviation, atMost });
  });
