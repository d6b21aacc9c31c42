import type { PlannedCheck } from '../core/records/outcome.ts';
import type { RunHeader } from '../core/records/journal-lines.ts';
import { configurationFingerprint, planFingerprint } from '../report/fingerprint/fingerprints.ts';

/** What a run is about, as it was recorded or as it would be now. */
interface RunInputs {
  readonly run: Pick<RunHeader, 'suiteVersion' | 'suiteFingerprint' | 'targetFingerprint' | 'targetBuild'>;
  readonly plan: readonly PlannedCheck[];
  /** The configuration as it may be shown. */
  readonly shown: Readonly<Record<string, unknown>>;
}

const valueWords = (value: unknown): string => (value === undefined || value === null ? 'none' : JSON.stringify(value));

const expected = (name: string, before: unknown, now: unknown): string =>
  `${name}: expected ${valueWords(before)}, received ${valueWords(now)}`;

const suiteChanges = ({ run: before }: RunInputs, { run: now }: RunInputs): readonly string[] =>
  before.suiteFingerprint === now.suiteFingerprint
    ? []
    : [`the suite: expected the sources of ${before.suiteVersion} that the run began with, received others (${now.suiteVersion})`];

function planChanges(before: RunInputs, now: RunInputs): readonly string[] {
  if (planFingerprint(before.plan) === planFingerprint(now.plan)) return [];
  const [ids, others] = [new Set(before.plan.map(({ id }) => id)), new Set(now.plan.map(({ id }) => id))];
  const gone = [...ids].filter((id) => !others.has(id)).length;
  const added = [...others].filter((id) => !ids.has(id)).length;
  return [`the plan: expected the same ${ids.size} checks, received ${others.size} (${added} added, ${gone} left out)`];
}

function targetChanges(before: RunInputs, now: RunInputs): readonly string[] {
  if (before.run.targetFingerprint === now.run.targetFingerprint) return [];
  const names = [...new Set([...Object.keys(before.shown), ...Object.keys(now.shown)])].filter((name) => name !== 'DMT_TARGET_BUILD');
  const own = (shown: RunInputs['shown'], name: string): RunInputs['shown'] => ({ ...pick(shown, 'DMT_TARGET'), ...pick(shown, name) });
  const changed = names.filter(
    (name) => configurationFingerprint(own(before.shown, name)) !== configurationFingerprint(own(now.shown, name)),
  );
  if (changed.length === 0) return ['the configuration: expected the recorded one, received another'];
  return changed.map((name) => expected(name, before.shown[name], now.shown[name]));
}

const pick = (shown: RunInputs['shown'], name: string): RunInputs['shown'] => (name in shown ? { [name]: shown[name] } : {});

/** What is not as it was when the run began: several sittings make one run only while nothing is. */
export const changedInputs = (before: RunInputs, now: RunInputs): readonly string[] => [
  ...suiteChanges(before, now),
  ...planChanges(before, now),
  ...targetChanges(before, now),
  ...(before.run.targetBuild === now.run.targetBuild ? [] : [expected('DMT_TARGET_BUILD', before.run.targetBuild, now.run.targetBuild)]),
];
