import type { Config } from '../config/config.ts';
import type { Target } from '../client/client.ts';

/** `stop`: a run cannot start. `look`: a run can start, but something is missing or worth knowing. `untried`: not examined. */
type State = 'ok' | 'look' | 'stop' | 'untried';

/** One line of the doctor. The owner of a `stop` decides the exit code. */
export interface Diagnosis {
  readonly state: State;
  readonly text: string;
  /** What the user should do; null when there is nothing to do. */
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

/** The target permits reads only. */
export interface DoctorContext {
  readonly config: Config;
  readonly target: Target;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The suite can register a callback address with the service, so a run opens its own receiver. */
  readonly canRegisterCallbacks?: boolean;
}

export interface Examination {
  readonly name: string;
  /** Examinations that must not have stopped; otherwise this one is untried. */
  readonly needs: readonly string[];
  readonly examine: (context: DoctorContext) => Promise<Diagnosis>;
}
