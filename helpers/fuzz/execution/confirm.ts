import { isCapped, Stop } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import type { Chapter } from '../cases/chapter.ts';
import type { Case } from '../cases/case.ts';
import type { Candidate } from '../findings/findings.ts';
import type { Campaign } from '../budget/campaign.ts';
import { scriptOf } from '../cases/script.ts';
import { sizeOf, smallerOf } from '../cases/shrink.ts';
import { noAnswer, type Executed, type Execute } from '../calls/execute.ts';

export type Confirmed = Candidate;

interface Parts {
  readonly session: Session;
  readonly fuzz: Campaign;
  readonly attempt: Execute;
  readonly chapter: Chapter;
}

type Accused = Extract<Executed, { kind: 'accused' }>;

/** A failing case is tried again this often, to tell firm from flaky. */
const again = 3;

/** Calls that making a case smaller may cost. */
const mostSmaller = 24;

/** Null where a cap lets nothing more leave: what was seen stands, less sure and larger than it might be. */
const tryWithin = (attempt: Execute, each: Case): Promise<Executed | null> =>
  attempt(each).catch((error: unknown) => {
    if (error instanceof Stop && isCapped(error.why)) return null;
    throw error;
  });

/** The smallest case that still shows the same. */
async function smallest({ attempt }: Parts, each: Case, first: Accused): Promise<{ readonly each: Case; readonly result: Accused }> {
  let best = { each, result: first };
  let left = mostSmaller;
  for (let open = smallerOf(each); open.length > 0 && left > 0;) {
    const [next, ...rest] = open;
    if (next === undefined) break;
    left -= 1;
    const result = await tryWithin(attempt, next);
    if (result === null) break;
    const same = result.kind === 'accused' && result.accused.clause === first.accused.clause && result.reply.status === first.reply.status;
    if (same) best = { each: next, result };
    open = same ? smallerOf(next) : rest;
  }
  return best;
}

/** Makes a failing case as small as it gets, tries it again and keeps the exchanges that show it. */
export async function confirm(parts: Parts, each: Case, first: Accused): Promise<Confirmed> {
  const { session, fuzz, attempt, chapter } = parts;
  // It was tried several times in a row already, and each try waits for an answer in vain.
  const isSilent = first.accused.clause === noAnswer;
  const best = isSilent ? { each, result: first } : await smallest(parts, each, first);
  let same = isSilent ? again : 0;
  for (let n = same; n < again; n += 1) {
    const result = await tryWithin(attempt, best.each);
    if (result?.kind === 'accused' && result.accused.clause === first.accused.clause) same += 1;
  }
  const { accused, reply, shows, values } = best.result;
  const kept = [reply, ...shows].map((one) => session.quiet.keep(one).exchange.id);
  const { operation, dimension } = chapter;
  return {
    // By the case it was first seen in: later ones that are alike are counted with it.
    signature: first.signature,
    size: sizeOf(best.each),
    clause: accused.clause,
    kind: 'case',
    seed: fuzz.budget.seed,
    place: accused.place,
    mutation: best.each.mutation,
    expected: accused.expected,
    received: accused.received,
    deviation: accused.deviation ?? 'other',
    firmness: same === again ? 'firm' : 'flaky',
    recipe: {
      kind: 'case',
      operation: operation.id,
      dimension,
      edits: best.each.edits,
      expects: best.each.expects,
      script: scriptOf(reply, values),
    },
    exchanges: shows.length === 0 ? kept : [...kept.slice(1), ...kept.slice(0, 1)],
  };
}
