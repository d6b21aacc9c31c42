import type { SandboxOptions } from './start.ts';

/** The options of `startSandbox` that make a sandbox different. */
export type Difference = Pick<SandboxOptions, 'policy' | 'twist' | 'callbackTwist' | 'latencyMs'>;

export interface Fault extends Difference {
  id: string;
  does: string;
  /** The clauses that checks find broken, and no others. */
  breaks: string[];
  /** The clauses that checks find at `warn`. */
  warns?: string[];
  /** A part of the received value in every accusation. It shows that the accusation is for this fault. */
  shows?: string;
  /** The checks to run, where other checks would only obstruct them. */
  checks?: string[];
  /** Shows only in a further form or circumstance, which may be of any clause: no check is left out of its trial. */
  everywhere?: true;
  /** The cause of checks that it may block, from one run to the next. */
  mayBlock?: string;
  /** Needs a campaign: no single call shows the fault. */
  campaign?: true;
  /** Only a campaign finds it, with these checks. */
  fuzz?: { chapters: string[] };
}

export interface Variant extends Difference {
  id: string;
  does: string;
  /** The checks that can notice it; all checks without. */
  checks?: string[];
  /** Tried in all forms and circumstances, since the difference may show in any of them. */
  everywhere?: true;
  /** Needs a campaign: no single call shows the difference. */
  campaign?: true;
  /** `blocked`: something that is not the service's fault stops the run. Without it the run is judged like any other. */
  ends?: 'blocked';
  /** The cause that a stopped run names, and its owner. */
  cause?: { name: string; owner: string };
  /** The cause of checks that a slow run of it may block. */
  mayBlock?: string;
}

/** Throws when an id occurs twice, because the proof would miss one of the two. */
export function mapById<T extends { id: string }>(entries: T[]): ReadonlyMap<string, T> {
  const twice = entries.find(({ id }, at) => entries.findIndex((other) => other.id === id) !== at);
  if (twice !== undefined) throw new Error(`expected every id once, received ${twice.id} again: give it another`);
  return new Map(entries.map((entry) => [entry.id, entry]));
}
