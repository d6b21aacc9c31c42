import type { Bill } from '../helpers/bill/bill.ts';
import type { Config } from '../helpers/config/config.ts';
import type { Environment } from '../helpers/config/settings.ts';
import type { OtpSource } from '../helpers/consent/otp-question.ts';
import type { Outcome } from '../helpers/core/records/outcome.ts';
import type { Target } from '../helpers/client/client.ts';
import type { WaiversFile } from '../helpers/report/model/acceptances.ts';
import type { VariableName } from '../helpers/config/variables.ts';
import type { Tried } from './api.ts';

/** Hears how a run goes, and answers for it. */
export interface RunObserver {
  readonly line: (text: string) => void;
  /** The line that replaces the one before it. */
  readonly live: (text: string) => void;
  /** Null where nobody types codes. */
  readonly onCodesExpected: (count: number | null) => void;
  readonly onStart: (config: Config, tries: readonly string[]) => void;
  readonly onOutcome: (outcome: Outcome, target: Target) => void;
  /** Resolves when the run should stop. */
  readonly interrupted: Promise<void>;
  /** Reports are being written; nothing can be stopped any more. */
  readonly onEnd: () => void;
  readonly askPerson: OtpSource;
}

export interface RunRequest {
  readonly resume: boolean;
  /** Path of an approved bill; null for a repeated check, which is approved by its own cost. */
  readonly bill: string | null;
  readonly check: readonly string[] | null;
}

export type Planned =
  { readonly ok: true; readonly bill: Bill; readonly config: Config } | { readonly ok: false; readonly problems: readonly string[] };

/** What the commands do, for the page. The room of the commands provides it, since they own the sandbox. */
export interface Engine {
  /** What the configuration is without the page. */
  readonly readEnvironment: () => Environment;
  /** NAME of `--env NAME`, in use or saved here; null for `.env`. */
  readonly environmentName: () => string | null;
  /** The doctor's examinations that concern this variable, or all of them. */
  readonly examine: (environment: Environment, name: VariableName | null) => Promise<readonly Tried[]>;
  readonly plan: (environment: Environment) => Promise<Planned>;
  /** The exit code of the command. */
  readonly run: (environment: Environment, request: RunRequest, observer: RunObserver) => Promise<number>;
  /** Writes the reports again with these acceptances. */
  readonly accept: (environment: Environment, file: WaiversFile) => Promise<void>;
  /** Writes `.env`, or `.env.NAME`; the problem, or null. */
  readonly save: (values: Environment, name: string, replace: boolean) => string | null;
}
