import type { ClauseId } from '../../specs/clauses.ts';
import { operationById } from '../../specs/operations.ts';
import { describeAnswer } from '../judge/reply.ts';
import { mustServe } from '../judge/served.ts';
import { Stop } from '../judge/stop.ts';
import type { Session } from '../session/session.ts';
import type { Campaigns } from './campaigns.ts';
import { sendControl } from '../fuzz/execution/control.ts';
import type { CaseRecipe, Finding } from '../fuzz/findings/finding.ts';
import type { ValidCalls } from '../fuzz/calls/valid-calls.ts';
import { createExecutor } from '../fuzz/calls/execute.ts';
import { openSideEffects, withEffectCheck } from '../fuzz/effects/side-effects-by-operation.ts';
import type { RuleResult } from '../fuzz/stateful/rules/rule.ts';

export type ReplayResult =
  | { readonly kind: 'reproduced'; readonly expected: string; readonly received: string; readonly times: string }
  | { readonly kind: 'fixed'; readonly received: string }
  | { readonly kind: 'not-run'; readonly reason: string };

/** A flaky finding may not show at the first try. */
const mostTries = 3;

async function replayCase(session: Session, calls: ValidCalls, recipe: CaseRecipe, clause: ClauseId): Promise<ReplayResult> {
  const { dimension, edits, expects } = recipe;
  const operation = operationById(recipe.operation);
  mustServe(await sendControl(session, calls, operation));
  const chapter = { dimension, operation };
  const sideEffects = openSideEffects(session, calls, chapter);
  const plain = createExecutor({ session, calls, chapter, ready: sideEffects?.ready });
  const execute = sideEffects?.clauses.includes(clause) === true ? withEffectCheck(sideEffects, chapter, plain) : plain;
  let last = '';
  for (let n = 1; n <= mostTries; n += 1) {
    const result = await execute({ edits, expects, mutation: 'replayed' });
    const { why = null, lack = null } = sideEffects?.summary() ?? {};
    const wanting = why ?? lack;
    if (wanting !== null) return { kind: 'not-run', reason: wanting.message };
    if (result.kind === 'skipped') return { kind: 'not-run', reason: result.reason };
    if (result.kind === 'trouble') return { kind: 'not-run', reason: `no answer that could be judged: ${describeAnswer(result.reply)}` };
    if (result.kind === 'accused' && result.accused.clause === clause)
      return {
        kind: 'reproduced',
        expected: result.accused.expected,
        received: result.accused.received,
        times: `at try ${n} of ${mostTries}`,
      };
    last = describeAnswer(result.reply);
  }
  return { kind: 'fixed', received: last };
}

/** Replays a sequence or a race, each time on other senders: an earlier race may have spent their money. */
async function replaySeveral(again: (nth: number) => Promise<RuleResult | Stop | null>): Promise<ReplayResult> {
  let stop: Stop | null = null;
  let ran = 0;
  for (let n = 1; n <= mostTries; n += 1) {
    const result = await again(n);
    if (result instanceof Stop) stop = result;
    else if (result === null) ran += 1;
    else return { kind: 'reproduced', expected: result.expected, received: result.received, times: `at try ${n} of ${mostTries}` };
  }
  if (stop !== null && ran === 0) return { kind: 'not-run', reason: stop.message };
  return { kind: 'fixed', received: 'what was expected' };
}

function replayRecipe({ chapters, sequences, races }: Campaigns, session: Session, { recipe, clause }: Finding): Promise<ReplayResult> {
  switch (recipe.kind) {
    case 'case':
      return replayCase(session, chapters.calls, recipe, clause);
    case 'sequence':
      return replaySeveral((nth) => sequences.replay(session, recipe, clause, nth));
    case 'race':
      return replaySeveral((nth) => races.replay(session, recipe, nth));
  }
}

/** Replays a finding on a new journey: a case after a documented call, a sequence from its start, a race from its preparation. */
export async function replay(session: Session, campaigns: Campaigns, finding: Finding): Promise<ReplayResult> {
  try {
    return await replayRecipe(campaigns, session, finding);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { kind: 'not-run', reason: error.message };
  }
}
