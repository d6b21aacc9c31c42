import { apiCodes } from '../../../specs/codes.ts';
import { describeAnswer, type Reply } from '../../judge/reply.ts';
import { capped, isCapped, untried, type Stop, type Violation, type StopReason } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import { mayBeElsewhere, type Case, type Expectation } from '../cases/case.ts';
import type { Chapter } from '../cases/chapter.ts';
import type { Share } from '../budget/budget.ts';
import { isWritten, countWritten } from '../cases/cases.ts';
import type { PartEndReason, PartEnd } from '../../core/records/campaign-end.ts';
import { partName } from '../budget/part.ts';
import type { Finding } from '../findings/finding.ts';

const mostServed = 200;

/** Answers that are kept of calls that accuse nobody: a pass has to show what it rests on. */
const mostShown = 4;

/** What ended a batch, and in words. */
interface ProgressEnd {
  readonly ended: PartEndReason;
  readonly by: string;
}

/** What a batch has come to so far. */
export interface Progress {
  readonly found: Map<string, Finding>;
  readonly outcomes: Map<string, number>;
  readonly served: Set<string>;
  readonly examples: Map<string, Reply>;
  /** What was asked of answers that came. */
  readonly asked: Set<Expectation>;
  /** Why calls were not sent, once for each. */
  readonly skipped: string[];
  tried: number;
  troubles: number;
  /** Looks behind calls that seemed to have had an effect, and were not seen to have it again. */
  inVain: number;
  /** Controls that were recorded. */
  controlsKept: number;
  /** Cases that are written down, tried or left out. */
  written: number;
  leftOut: number;
  end: ProgressEnd | null;
}

export const newProgress = (): Progress => ({
  found: new Map(),
  outcomes: new Map(),
  served: new Set(),
  examples: new Map(),
  asked: new Set(),
  skipped: [],
  tried: 0,
  troubles: 0,
  inVain: 0,
  controlsKept: 0,
  written: 0,
  leftOut: 0,
  end: null,
});

/** The first end is the one that counts. */
export function endWith(progress: Progress, ended: PartEndReason, by: string): void {
  progress.end ??= { ended, by };
}

const endWords = {
  clock: 'by the clock (DMT_FUZZ_SECONDS)',
  cap: 'by a cap: it has taken what the bill allows it (DMT_FUZZ_RUNS)',
} as const;

/** Its clock is over, or what its row of the bill leaves it. */
export function endWhenOver(progress: Progress, { over }: Pick<Share, 'over'>): void {
  const by = over();
  if (by !== null) endWith(progress, by, endWords[by]);
}

/** What a call was kept from, or met. */
export function endByStop(progress: Progress, why: Exclude<StopReason, Violation>): void {
  endWith(progress, isCapped(why) ? 'cap' : 'trouble', isCapped(why) ? `by a cap: ${why.reason}` : `when ${why.reason}`);
}

export function noteWritten(progress: Progress, each: Case): void {
  if (isWritten(each)) progress.written += 1;
}

/** It asks for more money than the campaign may still ask for. */
export function leaveOut(progress: Progress, each: Case): void {
  noteWritten(progress, each);
  progress.leftOut += 1;
}

export function buildPartEnd(chapter: Chapter, { end, tried, written, leftOut }: Progress): PartEnd {
  const left = Math.max(0, countWritten(chapter.dimension, chapter.operation) - written);
  return { part: partName(chapter), ended: end?.ended ?? (left === 0 ? 'complete' : 'size'), tried, left, leftOut };
}

/** A cap ended it before everything that is written down was tried (DESIGN: verdicts). */
export const isCut = ({ ended, left }: PartEnd): boolean => ended === 'cap' && left > 0;

/** Why a chapter of no calls says nothing. */
export function explainNothingTried({ end, skipped: [notPermitted] }: Progress, ended: PartEnd): Stop {
  if (notPermitted !== undefined) return untried(notPermitted, 'configuration');
  const reason = `no odd call could be made: it ended ${end?.by ?? 'at once'}`;
  return isCut(ended) ? capped(reason) : untried(reason, 'test-data');
}

/** Counts an answer by its outcome, which it tells. */
export function noteOutcome({ outcomes, served }: Progress, each: Case, reply: Reply): string {
  const outcome = describeAnswer(reply);
  if (outcomes.size < 50) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  if (reply.code === apiCodes.success && each.same === undefined && served.size < mostServed) served.add(each.mutation);
  return outcome;
}

const measureRequest = ({ exchange: { request } }: Reply): number => request.url.length + (request.body?.text.length ?? 0);

/** An answer that shows a common outcome, to the shortest call that came to it. */
export function noteExample({ outcomes, examples }: Progress, outcome: string, reply: Reply): void {
  const known = examples.get(outcome);
  if (outcomes.has(outcome) && (known === undefined || measureRequest(reply) < measureRequest(known))) examples.set(outcome, reply);
}

/** What came of an address that another operation may have is nothing to judge this one by. */
export const isConclusive = ({ expects }: Case, { status }: Reply): boolean => !mayBeElsewhere(expects) && status !== null;

/** Keeps an answer for each of the commonest ends. */
export function keepExamples({ unrecorded }: Session, { outcomes, examples }: Progress): readonly string[] {
  const common = [...examples].sort(([one], [other]) => (outcomes.get(other) ?? 0) - (outcomes.get(one) ?? 0));
  return common.slice(0, mostShown).map(([, reply]) => unrecorded.record(reply).exchange.id);
}
