import type { SandboxOptions } from './start.ts';

/** What makes a sandbox different; spread it into the options of `startSandbox`. */
export type Difference = Pick<SandboxOptions, 'policy' | 'twist' | 'callbackTwist' | 'latencyMs'>;

/** One named way of being wrong. */
export interface Fault extends Difference {
  id: string;
  /** What the service then does, in one sentence. */
  does: string;
  /** The clauses that are found broken, and no others. */
  breaks: string[];
  /** The clauses that are found at `warn`. */
  warns?: string[];
  /** What each accusation says it received, in part: the reason given is the fault's own. */
  shows?: string;
  /** The checks it takes, where all of them would only stumble over each other. */
  checks?: string[];
  /** It takes a campaign: no single call shows it. */
  campaign?: true;
  /** Only a campaign finds it: these are the checks that can. */
  fuzz?: { chapters: string[] };
}

/** One named way of being different that the document allows. */
export interface Variant extends Difference {
  id: string;
  /** What the service then does, in one sentence. */
  does: string;
  /** The checks that can notice it; all of them without. */
  checks?: string[];
  /** What ought to become of a run: judged like any other, or stopped by something that is not the service's fault. */
  ends?: 'blocked';
  /** Of a run that is stopped: what is named as the cause, and whose move it is. */
  cause?: { name: string; owner: string };
}

/** Entries by id. An id that comes twice would hide a service from the proof. */
export function mapById<T extends { id: string }>(entries: T[]): ReadonlyMap<string, T> {
  const twice = entries.find(({ id }, at) => entries.findIndex((other) => other.id === id) !== at);
  if (twice !== undefined) throw new Error(`expected every id once, received ${twice.id} again: give it another`);
  return new Map(entries.map((entry) => [entry.id, entry]));
}
