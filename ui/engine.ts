import type { Bill } from '../helpers/bill/bill.ts';
import type { Config } from '../helpers/config/config.ts';
import type { Environment } from '../helpers/config/settings.ts';
import type { VariableName } from '../helpers/config/variables.ts';
import type { Examined } from '../helpers/doctor/examine.ts';
import type { WaiversFile } from '../helpers/report/model/acceptances.ts';
import type { UserInterface } from '../helpers/run/user-interface.ts';

export interface RunRequest {
  readonly resume: boolean;
  /** Path of an approved bill; a repeated check has none, as its own cost was shown. */
  readonly bill?: string;
  readonly check?: readonly string[];
}

export interface Refused {
  readonly ok: false;
  readonly problems: readonly string[];
}

export type Planned = { readonly ok: true; readonly bill: Bill; readonly config: Config } | Refused;

/** What the commands do, for the page. The room of the commands provides it, since they own the sandbox. */
export interface Engine {
  /** What the configuration is without the page. */
  readonly readEnvironment: () => Environment;
  /** NAME of `--env NAME`, in use or saved here; null for `.env`. */
  readonly environmentName: () => string | null;
  /** The doctor's examinations that concern this variable, or all of them. Secrets are replaced. */
  readonly examine: (environment: Environment, name: VariableName | null) => Promise<readonly Examined[]>;
  readonly plan: (environment: Environment) => Promise<Planned>;
  /** The exit code of the command. */
  readonly run: (environment: Environment, request: RunRequest, ui: UserInterface) => Promise<number>;
  /** Writes the reports again with these acceptances. */
  readonly accept: (environment: Environment, file: WaiversFile) => Promise<void>;
  /** Writes `.env`, or `.env.NAME`; the problem, or null. */
  readonly save: (values: Environment, name: string, replace: boolean) => string | null;
}
