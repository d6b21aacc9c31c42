import type { Config } from '../config/config.ts';
import type { Target } from '../client/client.ts';

/** `stop`: a run cannot start. `look`: it can, and something will be missing or is worth knowing. `untried`: said, not looked at. */
type State = 'ok' | 'look' | 'stop' | 'untried';

/** One line of the doctor. A stop is the configuration's or the environment's: that decides how it ends. */
export interface Diagnosis {
  readonly state: State;
  readonly told: string;
  /** What to do; null where there is nothing. */
  readonly advice: string | null;
  readonly owner: 'configuration' | 'environment' | null;
}

export const ok = (told: string): Diagnosis => ({ state: 'ok', told, advice: null, owner: null });
export const look = (told: string, advice: string): Diagnosis => ({ state: 'look', told, advice, owner: null });
export const untried = (told: string, advice: string | null = null): Diagnosis => ({ state: 'untried', told, advice, owner: null });
export const stop = (owner: 'configuration' | 'environment', told: string, advice: string): Diagnosis => ({
  state: 'stop',
  told,
  advice,
  owner,
});

/** What the doctor looks at things with. Its target may read; effects are nobody's business here. */
export interface Visit {
  readonly config: Config;
  readonly target: Target;
  /** Milliseconds. */
  readonly now: () => number;
  /** The service can be told where its callbacks go, so a run listens by itself. */
  readonly registers?: boolean;
}

/** One thing that is looked at, once what it needs is known to be well. */
export interface Examination {
  readonly name: string;
  /** Names of others: after a stop of one of them it is untried. */
  readonly needs: readonly string[];
  readonly examine: (visit: Visit) => Promise<Diagnosis>;
}
