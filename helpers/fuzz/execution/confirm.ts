import { isCapped, Stop } from '../../judge/stop.ts';
import { formatPlace } from '../../judge/reply.ts';
import type { Session } from '../../session/session.ts';
import type { Chapter } from '../cases/chapter.ts';
import type { Case } from '../cases/case.ts';
import type { Candidate } from '../findings/findings.ts';
import type { Campaign } from '../budget/campaign.ts';
import { buildScript } from '../cases/script.ts';
import { measureCase, listSmallerCases } from '../cases/shrink.ts';
import { noAnswerClause, type Executed, type Execute } from '../calls/execute.ts';

interface ConfirmParts {
  readonly session: Session;
  readonly fuzz: Campaign;
  readonly execute: Execute;
  readonly chapter: Chapter;
}

type AccusedResult = Extract<Executed, { kind: 'accused' }>;

/** How often a failing case is repeated, to separate firm from flaky findings. */
const timesAgain = 3;

/** The most calls for shrinking one case. */
const mostSmallerTries = 24;

/** Null where a cap lets no more calls leave: the finding stays, less certain and larger than it might be. */
const executeWithinCap = (execute: Execute, each: Case): Promise<Executed | null> =>
  execute(each).catch((error: unknown) => {
    if (error instanceof Stop && isCapped(error.why)) return null;
    throw error;
  });

/** The smallest case that shows the same breach. */
async function findSmallest(
  { execute }: ConfirmParts,
  each: Case,
  first: AccusedResult,
): Promise<{ readonly each: Case; readonly result: AccusedResult }> {
  let best = { each, result: first };
  let left = mostSmallerTries;
  for (let open = listSmallerCases(each); open.length > 0 && left > 0;) {
    const [next, ...rest] = open;
    if (next === undefined) break;
    left -= 1;
    const result = await executeWithinCap(execute, next);
    if (result === null) break;
    const same = result.kind === 'accused' && result.accused.clause === first.accused.clause && result.reply.status === first.reply.status;
    if (same) best = { each: next, result };
    open = same ? listSmallerCases(next) : rest;
  }
  return best;
}

/** The exchanges that show it, the decisive one last: the one at the accused place, which may be what was read after the case. */
function keepDecisiveLast({ session }: ConfirmParts, { accused, reply, shows }: AccusedResult): readonly string[] {
  const kept = [reply, ...shows].map((one) => session.unrecorded.record(one));
  const [place] = accused.place.split(' › ');
  const decisive = kept.find((one) => formatPlace(one) === place) ?? kept[0];
  return [...kept.filter((one) => one !== decisive), ...(decisive === undefined ? [] : [decisive])].map(({ exchange }) => exchange.id);
}

/** Shrinks a failing case, repeats it and records the exchanges that show it. */
export async function confirm(parts: ConfirmParts, each: Case, first: AccusedResult): Promise<Candidate> {
  const { fuzz, execute, chapter } = parts;
  // It was tried several times in a row already, and each try waits in vain for an answer.
  const isSilent = first.accused.clause === noAnswerClause;
  const best = isSilent ? { each, result: first } : await findSmallest(parts, each, first);
  let same = isSilent ? timesAgain : 0;
  for (let n = same; n < timesAgain; n += 1) {
    const result = await executeWithinCap(execute, best.each);
    if (result?.kind === 'accused' && result.accused.clause === first.accused.clause) same += 1;
  }
  const { accused, reply, values } = best.result;
  const { operation, dimension } = chapter;
  return {
    // The signature of the first case: later cases with the same signature count with it.
    signature: first.signature,
    size: measureCase(best.each),
    clause: accused.clause,
    kind: 'case',
    seed: fuzz.budget.seed,
    place: accused.place,
    mutation: best.each.mutation,
    expected: accused.expected,
    received: accused.received,
    deviation: accused.deviation ?? 'other',
    firmness: same === timesAgain ? 'firm' : 'flaky',
    recipe: {
      kind: 'case',
      operation: operation.id,
      dimension,
      edits: best.each.edits,
      expects: best.each.expects,
      script: buildScript(reply, values),
    },
    exchanges: keepDecisiveLast(parts, best.result),
  };
}
