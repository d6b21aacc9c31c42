import { apiCodes } from '../../../specs/codes.ts';
import { describeAnswer, type Reply } from '../../judge/reply.ts';
import { capped, isCapped, untried, type Stop, type Violation, type StopReason } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import { mayBeElsewhere, type Case, type Expectation } from '../cases/case.ts';
import type { Chapter } from '../cases/chapter.ts';
import type { Share } from '../budget/chapter-clock.ts';
import { isWritten, countWritten } from '../cases/cases.ts';
import type { PartEndReason, PartEnd } from '../../core/records/campaign-end.ts';
import { chapterName } from '../budget/part.ts';
import { countInSlice, type Slice } from '../../core/records/shard.ts';
import type { Finding } from '../findings/finding.ts';

const mostServed = 200;

/** Recorded answers without an accusation: they are the evidence of a pass. */
const mostShown = 1;

interface ProgressEnd {
  readonly ended: PartEndReason;
  readonly by: string;
}

export interface Progress {
  readonly found: Map<string, Finding>;
  readonly outcomes: Map<string, number>;
  readonly served: Set<string>;
  readonly examples: Map<string, Reply>;
  readonly asked: Set<Expectation>;
  readonly skipped: string[];
  tried: number;
  troubles: number;
  /** Effect checks after a suspected effect that did not show again. */
  inVain: number;
  controlsKept: number;
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

/** Only the first end counts. */
export function endWith(progress: Progress, ended: PartEndReason, by: string): void {
  progress.end ??= { ended, by };
}

const endWords = {
  clock: 'by the clock (DMT_FUZZ_SECONDS)',
  cap: 'by a cap: this part has used its share of the bill (DMT_FUZZ_RUNS)',
} as const;

/** Ends the chapter when its clock or its row of the bill is used up. */
export function endWhenOver(progress: Progress, { over }: Pick<Share, 'over'>): void {
  const by = over();
  if (by !== null) endWith(progress, by, endWords[by]);
}

/** Ends the chapter with the stop of a call. */
export function endByStop(progress: Progress, why: Exclude<StopReason, Violation>): void {
  endWith(progress, isCapped(why) ? 'cap' : 'trouble', isCapped(why) ? `by a cap: ${why.reason}` : `when ${why.reason}`);
}

export function noteWritten(progress: Progress, each: Case): void {
  if (isWritten(each)) progress.written += 1;
}

/** The case asks for more money than the campaign may still request. */
export function leaveOut(progress: Progress, each: Case): void {
  noteWritten(progress, each);
  progress.leftOut += 1;
}

export function buildPartEnd(chapter: Chapter, { end, tried, written, leftOut }: Progress, slice: Slice): PartEnd {
  const left = Math.max(0, countInSlice(countWritten(chapter.dimension, chapter.operation), slice) - written);
  return { part: chapterName(chapter), ended: end?.ended ?? (left === 0 ? 'complete' : 'size'), tried, left, leftOut };
}

/** A cap ended it before all written cases were tried (decision 30). */
export const isCut = ({ ended, left }: PartEnd): boolean => ended === 'cap' && left > 0;

export function explainNothingTried({ end, skipped: [notPermitted] }: Progress, ended: PartEnd): Stop {
  if (notPermitted !== undefined) return untried(notPermitted, 'configuration');
  const reason = `no odd call was made: this part ended ${end?.by ?? 'at once'}`;
  return isCut(ended) ? capped(reason) : untried(reason, 'test-data');
}

/** Counts an answer by its outcome; returns the outcome. */
export function noteOutcome({ outcomes, served }: Progress, each: Case, reply: Reply): string {
  const outcome = describeAnswer(reply);
  if (outcomes.size < 50) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  if (reply.code === apiCodes.success && each.same === undefined && served.size < mostServed) served.add(each.mutation);
  return outcome;
}

const measureRequest = ({ exchange: { request } }: Reply): number => request.url.length + (request.body?.text.length ?? 0);

/** Keeps the answer to the shortest request for each outcome. */
export function noteExample({ outcomes, examples }: Progress, outcome: string, reply: Reply): void {
  const shortest = examples.get(outcome);
  if (outcomes.has(outcome) && (shortest === undefined || measureRequest(reply) < measureRequest(shortest))) examples.set(outcome, reply);
}

/** Another operation may have the address of such a case, so its answer proves nothing of this one. */
export const isConclusive = ({ expects }: Case, { status }: Reply): boolean => !mayBeElsewhere(expects) && status !== null;

export function keepExamples({ unrecorded }: Session, { outcomes, examples }: Progress): readonly string[] {
  const common = [...examples].sort(([one], [other]) => (outcomes.get(other) ?? 0) - (outcomes.get(one) ?? 0));
  return common.slice(0, mostShown).map(([, reply]) => unrecorded.record(reply).exchange.id);
}
