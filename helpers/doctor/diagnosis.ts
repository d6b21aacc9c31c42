import type { Config } from '../config/config.ts';
import type { Target } from '../client/client.ts';

/** `stop`: a run cannot start. `look`: it can, and something will be missing or is worth knowing. `untried`: said, not looked at. */
type State = 'ok' | 'look' | 'stop' | 'untried';

/** One line of the doctor. A stop is the configuration's or the environment's: that decides how it ends. */
export interface Diagnosis {
  readonly state: State;
  readonly text: string;
  /** What to do; null where there is nothing. */
  readonly advice: string | null;
  readonly owner: 'configuration' | 'environment' | null;
}

export const ok = (text: string): Diagnosis => ({ state: 'ok', text, advice: null, owner: null });
export const warning = (text: string, advice: string): Diagnosis => ({ state: 'look', text, advice, owner: null });
export const untried = (text: string, advice: string | null = null): Diagnosis => ({ state: 'untried', text, advice, owner: null });
export const stop = (owner: 'configuration' | 'environment', text: string, advice: string): Diagnosis => ({
  state: 'stop',
  text,
  advice,
  owner,
});

/** What the doctor looks at things with. Its target may read; effects are nobody's business here. */
export interface DoctorContext {
  readonly config: Config;
  readonly target: Target;
  /** Milliseconds. */
  readonly now: () => number;
  /** The service can be told where its callbacks go, so a run listens by itself. */
  readonly canRegisterCallbacks?: boolean;
}

/** One thing that is looked at, once what it needs is known to be well. */
export interface Examination {
  readonly name: string;
  /** Names of others: after a stop of one of them it is untried. */
  readonly needs: readonly string[];
  readonly examine: (context: DoctorContext) => Promise<Diagnosis>;
}
