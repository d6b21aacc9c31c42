import type { Difference, Fault } from '../../sandbox/catalog.ts';
import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import type { PlanEntry } from '../../helpers/runner/plan.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { combineDifferences } from '../../sandbox/twists/combine.ts';
import { reportFiredCallback, reportFiredTwist } from '../../sandbox/twists/fired.ts';
import { judgeSandbox, type EndedCheck } from '../run/judged.ts';
import type { SandboxOptions } from '../../sandbox/start.ts';
import type { Check } from '../../helpers/runner/check.ts';
import { everyThirteenthSuite, isNeededFor, isNeededForSome, isNeededOn, ownSuites, someSuitesFor, suitesFor } from './select.ts';
import { shuffled } from './shuffled.ts';

/**
 * `seen`: only the checks that saw a fault in the last whole proof. `own`: the suites of what it breaks. `usual`: also those that could accuse
 * something else for it. `part`: a seventeenth of those. A number: every thirteenth suite, from that one on. `full`: all of them. A fault that names
 * its checks keeps them: with all checks, one disturbs another.
 */
export type Extent = 'seen' | 'own' | 'part' | number | 'usual' | 'full';

export interface Trial {
  readonly kind: 'fault' | 'variant';
  readonly id: string;
  /** `usual` without. */
  readonly extent?: Extent;
  /** The checks that are to see the fault, where a check of each clause is not enough. */
  readonly seenBy?: readonly string[];
  /** A seed for the order of the checks; as planned without. */
  readonly order?: number;
  /** Plants the fault on top of the first of these variants that it does not contradict. */
  readonly on?: readonly string[];
  /** Other variants that are tried in the same run. */
  readonly beside?: readonly string[];
}

export type Sighting = Pick<EndedCheck, 'check' | 'clause' | 'expected' | 'received'>;

export interface Row extends Trial {
  readonly failed: readonly Sighting[];
  readonly warned: readonly Sighting[];
  readonly blocked: readonly Pick<EndedCheck, 'check' | 'cause' | 'owner' | 'reason'>[];
  /** Checks that ended in an error or lacked the means. Neither may happen on a sandbox. */
  readonly unjudged: readonly Pick<EndedCheck, 'check' | 'verdict' | 'reason'>[];
  /** The difference changed a request, an answer or a decision of the service. */
  readonly fired: boolean;
}

interface Chosen {
  readonly difference: Difference;
  readonly selection: readonly string[] | null;
  readonly environment: Environment;
  readonly isNeeded: (check: Check) => boolean;
}

const all = (): boolean => true;

/** The default campaign with one seed. */
export const campaign: Environment = { DMT_FUZZ_RUNS: '100', DMT_FUZZ_SECONDS: '600', DMT_SEED: '1' };

const suitesOnVariant = (extent: Extent): readonly string[] | null => (typeof extent === 'number' ? everyThirteenthSuite(extent) : null);

function suitesOnFault(fault: Fault, { extent, seenBy = [] }: Trial): readonly string[] {
  if (extent === 'seen') return seenBy;
  if (extent === 'part') return someSuitesFor(fault, seenBy);
  return extent === 'own' ? ownSuites(fault) : suitesFor(fault);
}

function chosen(trial: Trial): Chosen {
  const { kind, id, extent = 'usual' } = trial;
  const found = kind === 'fault' ? faults.get(id) : variants.get(id);
  if (found === undefined) throw new Error(`expected the id of a ${kind}, received ${id}`);
  const { checks, ...difference } = found;
  if ('fuzz' in found) return { difference, selection: found.fuzz.chapters, environment: campaign, isNeeded: all };
  const environment = 'campaign' in found ? campaign : {};
  if (checks !== undefined) return { difference, selection: checks, environment, isNeeded: all };
  if (extent === 'full') return { difference, selection: null, environment, isNeeded: all };
  if (!('breaks' in found))
    return { difference, selection: suitesOnVariant(extent), environment, isNeeded: isNeededOn(found, trial.beside) };
  const isNeeded = extent === 'part' ? isNeededForSome(found, trial.seenBy ?? []) : isNeededFor(found);
  return { difference, selection: suitesOnFault(found, trial), environment, isNeeded };
}

const sightings = (ended: readonly EndedCheck[], verdict: EndedCheck['verdict']): Sighting[] =>
  ended.filter((one) => one.verdict === verdict).map(({ check, clause, expected, received }) => ({ check, clause, expected, received }));

export interface Trialled {
  readonly ended: readonly EndedCheck[];
  readonly fired: boolean;
}

/** Reports what this difference alone changes, not the service beneath it. */
function watched({ policy, twist, callbackTwist, ...rest }: Difference, fired: () => void): Difference {
  if (policy !== undefined) fired();
  return {
    ...rest,
    ...(policy === undefined ? {} : { policy }),
    ...(twist === undefined ? {} : { twist: reportFiredTwist(twist, fired) }),
    ...(callbackTwist === undefined ? {} : { callbackTwist: reportFiredCallback(callbackTwist, fired) }),
  };
}

interface PlantedService {
  readonly service: SandboxOptions;
  /** Whether each difference has changed something. */
  readonly hasFired: () => boolean;
}

/** A fault on top of a variant, several variants in one service, or one difference alone. */
function plant(difference: Difference, { on: [beneath] = [], beside = [] }: Trial): PlantedService {
  const fired = new Set<Difference>();
  const note = (one: Difference) => () => void fired.add(one);
  if (beside.length > 0) {
    const all = [difference, ...beside.flatMap((id) => variants.get(id) ?? [])];
    return { service: combineDifferences(all.map((one) => watched(one, note(one)))), hasFired: () => fired.size === all.length };
  }
  const hasFired = (): boolean => fired.has(difference);
  return beneath === undefined
    ? { service: { ...difference, fired: note(difference) }, hasFired }
    : { service: combineDifferences([variants.get(beneath) ?? {}, watched(difference, note(difference))]), hasFired };
}

export async function tryTrial(trial: Trial): Promise<Trialled> {
  const { difference, selection, environment, isNeeded } = chosen(trial);
  const { order } = trial;
  const { service, hasFired } = plant(difference, trial);
  const shuffle =
    order === undefined ? (entries: readonly PlanEntry[]) => entries : shuffled(order, ({ planned }: PlanEntry) => planned.id);
  const arrange = (entries: readonly PlanEntry[]): readonly PlanEntry[] => shuffle(entries.filter(({ check }) => isNeeded(check)));
  const ended = await judgeSandbox(service, environment, selection, arrange);
  return { ended, fired: hasFired() };
}

const isSeen = (found: readonly Sighting[], clauses: readonly string[]): boolean =>
  clauses.every((clause) => found.some((one) => one.clause === clause));

/** Whether there is nothing more to find: a fault in all clauses that it breaks and by all checks that are to see it, a variant where it changed something. */
function isShown({ kind, id, on, seenBy = [], fired, failed, warned }: Row): boolean {
  if (kind === 'variant' || on !== undefined) return fired || failed.length > 0;
  const { breaks = [], warns = [] } = faults.get(id) ?? {};
  const seeing = new Set([...failed, ...warned].map(({ check }) => check));
  return isSeen(failed, breaks) && isSeen(warned, warns) && seenBy.every((check) => seeing.has(check));
}

/** A fault that never shows on a variant contradicts it; what a few checks or suites do not show, others may. */
function tryNext({ on: [, ...others] = [], ...trial }: Trial): Trial | null {
  if (others.length > 0) return { ...trial, on: others };
  if (trial.extent === 'seen') return { ...trial, extent: 'own' };
  const { extent = 'usual' } = trial;
  return extent === 'usual' || extent === 'full' ? null : { ...trial, extent: 'usual' };
}

export async function prove(trial: Trial): Promise<Row> {
  const row = await proveOnce(trial);
  const next = isShown(row) ? null : tryNext(trial);
  return next === null ? row : prove(next);
}

async function proveOnce(trial: Trial): Promise<Row> {
  const { ended, fired } = await tryTrial(trial);
  return {
    ...trial,
    failed: sightings(ended, 'fail'),
    warned: sightings(ended, 'warn'),
    blocked: ended
      .filter(({ verdict }) => verdict === 'blocked')
      .map(({ check, cause, owner, reason }) => ({ check, cause, owner, reason })),
    unjudged: ended
      .filter(({ verdict }) => verdict === 'error' || verdict === 'untried')
      .map(({ check, verdict, reason }) => ({ check, verdict, reason })),
    fired,
  };
}
