import { outcomeOf, type Reply } from '../judge/reply.ts';
import { capped, isCapped, untried, type Stop, type Violation, type Why } from '../judge/stop.ts';
import type { Session } from '../run/session.ts';
import { mayBeElsewhere, type Case, type Expectation } from './case.ts';
import type { Finding } from './finding.ts';

const mostServed = 200;
/** Answers that are kept of calls that accuse nobody: a pass has to show what it rests on. */
const mostShown = 4;

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
  endedBy: string | null;
  /** Everything that is written down was tried. */
  writtenTried: boolean;
  /** A cap ended it before that. */
  cut: boolean;
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
  endedBy: null,
  writtenTried: false,
  cut: false,
});

/** Cases between two controls. */
export const stretch = 60;

/** A documented call comes next: behind a stretch of cases, and behind each wrong code, since several in a row may lock a sender. */
export const isPause = ({ guess }: Case, { tried }: Progress): boolean => tried % stretch === 0 || guess === true;

/** Something other than its size ended it. */
export function stopped(progress: Progress, why: Exclude<Why, Violation>): void {
  progress.endedBy ??= `when ${why.reason}`;
  progress.cut = isCapped(why) && !progress.writtenTried;
}

/** Why a chapter of no calls says nothing. */
export function nothingTried({ endedBy, cut, skipped: [notPermitted] }: Progress): Stop {
  if (notPermitted !== undefined) return untried(notPermitted, 'configuration');
  const reason = `no odd call could be made: it ended ${endedBy ?? 'at once'}`;
  return cut ? capped(reason) : untried(reason, 'test-data');
}

/** Counts an answer by its outcome, which it tells. */
export function note({ outcomes, served }: Progress, each: Case, reply: Reply): string {
  const outcome = outcomeOf(reply);
  if (outcomes.size < 50) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  if (reply.code === 2000 && each.same === undefined && served.size < mostServed) served.add(each.mutation);
  return outcome;
}

const lengthOf = ({ exchange: { request } }: Reply): number => request.url.length + (request.body?.text.length ?? 0);

/** An answer that shows a common outcome, to the shortest call that came to it. */
export function exemplify({ outcomes, examples }: Progress, outcome: string, reply: Reply): void {
  const known = examples.get(outcome);
  if (outcomes.has(outcome) && (known === undefined || lengthOf(reply) < lengthOf(known))) examples.set(outcome, reply);
}

/** What came of an address that another operation may have is nothing to judge this one by. */
export const isTelling = ({ expects }: Case, { status }: Reply): boolean => !mayBeElsewhere(expects) && status !== null;

/** Keeps an answer for each of the commonest ends. */
export function exemplary({ quiet }: Session, { outcomes, examples }: Progress): readonly string[] {
  const common = [...examples].sort(([one], [other]) => (outcomes.get(other) ?? 0) - (outcomes.get(one) ?? 0));
  return common.slice(0, mostShown).map(([, reply]) => quiet.keep(reply).exchange.id);
}
