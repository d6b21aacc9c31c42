import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface StepResult {
  readonly name: string;
  readonly good: boolean;
  readonly seconds: number;
  /** The last line it printed. */
  readonly told: string;
}

/** `docs/night.json`: the last night. */
export interface Night {
  readonly commit: string;
  readonly date: string;
  /** Of what was judged and what judged: another one is not what the night speaks of. */
  readonly sources: string;
  readonly minutes: number;
  readonly steps: readonly StepResult[];
}

const rooms = ['specs', 'schemas', 'helpers', 'suites', 'sandbox', 'cli'];

/** Of every file of the rooms, names included. */
export function hashSources(root: string): string {
  const hash = createHash('sha256');
  const files = rooms.flatMap((room) => globSync(`${room}/**/*.{ts,js,json}`, { cwd: root })).sort();
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

const recordPath = (root: string): string => join(root, 'docs/night.json');

export const readLastNight = (root: string): Night | null =>
  existsSync(recordPath(root)) ? (JSON.parse(readFileSync(recordPath(root), 'utf8')) as Night) : null;

export function keepNight(root: string, night: Night): void {
  writeFileSync(recordPath(root), `${JSON.stringify(night, null, 2)}\n`);
}

/** One line: how the last night ended, and whether it speaks of these sources. */
export function formatNight(night: Night | null, sources: string): string {
  if (night === null) return 'night: never run (npm run night)';
  const bad = night.steps.filter(({ good }) => !good).map(({ name }) => name);
  const ended = bad.length === 0 ? `all ${night.steps.length} steps good` : `not good: ${bad.join(', ')}`;
  const age = night.sources === sources ? 'of these sources' : 'STALE: the sources have changed since';
  return `night: ${ended}, ${night.date.slice(0, 10)}, commit ${night.commit.slice(0, 12)}, ${night.minutes} min; ${age}`;
}
