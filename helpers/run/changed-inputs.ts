import type { PlannedCheck } from '../core/records/outcome.ts';
import type { RunHeader } from '../core/records/journal-lines.ts';
import { describeTarget, isSameTarget } from '../core/records/named-target.ts';
import { configurationFingerprint, planFingerprint } from '../report/fingerprint/fingerprints.ts';

interface RunInputs {
  readonly run: Pick<RunHeader, 'suiteVersion' | 'suiteFingerprint' | 'target' | 'hosts' | 'targetFingerprint' | 'targetBuild' | 'shard'>;
  readonly plan: readonly PlannedCheck[];
  readonly configuration: Readonly<Record<string, unknown>>;
}

const formatValue = (value: unknown): string => (value === undefined || value === null ? 'none' : JSON.stringify(value));

const describeChange = (name: string, before: unknown, now: unknown): string =>
  `${name}: expected ${formatValue(before)}, received ${formatValue(now)}`;

const findSuiteChanges = ({ run: before }: RunInputs, { run: now }: RunInputs): readonly string[] =>
  before.suiteFingerprint === now.suiteFingerprint
    ? []
    : [`the suite: expected the sources of ${before.suiteVersion} with which the run began, received other sources (${now.suiteVersion})`];

function findPlanChanges(before: RunInputs, now: RunInputs): readonly string[] {
  if (planFingerprint(before.plan) === planFingerprint(now.plan)) return [];
  const ids = new Set(before.plan.map(({ id }) => id));
  const others = new Set(now.plan.map(({ id }) => id));
  const gone = [...ids].filter((id) => !others.has(id)).length;
  const added = [...others].filter((id) => !ids.has(id)).length;
  return [`the plan: expected the same ${ids.size} checks, received ${others.size} (${added} added, ${gone} left out)`];
}

function findTargetChanges(before: RunInputs, now: RunInputs): readonly string[] {
  if (before.run.targetFingerprint === now.run.targetFingerprint) return [];
  const names = [...new Set([...Object.keys(before.configuration), ...Object.keys(now.configuration)])].filter(
    (name) => name !== 'DMT_TARGET_BUILD',
  );
  const own = (shown: RunInputs['configuration'], name: string): RunInputs['configuration'] => ({
    ...pickVariable(shown, 'DMT_TARGET'),
    ...pickVariable(shown, name),
  });
  const changed = names.filter(
    (name) => configurationFingerprint(own(before.configuration, name)) !== configurationFingerprint(own(now.configuration, name)),
  );
  if (changed.length === 0) return ['the configuration: expected the recorded one, received another'];
  return changed.map((name) => describeChange(name, before.configuration[name], now.configuration[name]));
}

const pickVariable = (configuration: RunInputs['configuration'], name: string): RunInputs['configuration'] =>
  name in configuration ? { [name]: configuration[name] } : {};

const formatShard = ({ run: { shard } }: RunInputs): string | null => (shard === undefined ? null : `${shard.part}/${shard.of}`);

function findShardChanges(before: RunInputs, now: RunInputs): readonly string[] {
  const then = formatShard(before);
  const current = formatShard(now);
  return then === current ? [] : [describeChange('DMT_SHARD', then, current)];
}

/** With another target most settings are others too, and all are right with the settings of the run. */
const findOtherTarget = ({ run: before }: RunInputs, { run: now }: RunInputs): string | null =>
  isSameTarget(before, now)
    ? null
    : `the target: expected ${describeTarget(before)}, received ${describeTarget(now)}: give the settings of that run (.env, or --env NAME)`;

/** Changes since the run began. Sittings form one run only when there are none. */
export function findChangedInputs(before: RunInputs, now: RunInputs): readonly string[] {
  const otherTarget = findOtherTarget(before, now);
  return otherTarget === null ? findOtherChanges(before, now) : [otherTarget];
}

const findOtherChanges = (before: RunInputs, now: RunInputs): readonly string[] => [
  ...findSuiteChanges(before, now),
  ...findShardChanges(before, now),
  ...findPlanChanges(before, now),
  ...findTargetChanges(before, now),
  ...(before.run.targetBuild === now.run.targetBuild
    ? []
    : [describeChange('DMT_TARGET_BUILD', before.run.targetBuild, now.run.targetBuild)]),
];
