import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How a step ended when it was last run. */
export interface StepResult {
  readonly name: string;
  readonly good: boolean;
  readonly seconds: number;
  readonly lastLine: string;
  readonly commit: string;
  readonly date: string;
  /** Hash of the files that the step judged. */
  readonly sources: string;
}

const rooms = ['specs', 'schemas', 'helpers', 'suites', 'sandbox', 'cli'];

/** Covers every file of the rooms, names included. */
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

export const readNight = (root: string): readonly StepResult[] =>
  existsSync(recordPath(root)) ? (JSON.parse(readFileSync(recordPath(root), 'utf8')) as readonly StepResult[]) : [];

/** Each step is kept as it ends, so that a night that is broken off loses nothing. */
export function keepStep(root: string, result: StepResult): void {
  const others = readNight(root).filter(({ name }) => name !== result.name);
  writeFileSync(recordPath(root), `${JSON.stringify([...others, result], null, 2)}\n`);
}

/** One line: which steps are good, which are not, and which results no longer speak of these sources. */
export function formatNight(names: readonly string[], results: readonly StepResult[], sources: string): string {
  const last = new Map(results.map((result) => [result.name, result]));
  const list = (words: string, isMeant: (result: StepResult | undefined) => boolean): readonly string[] => {
    const found = names.filter((name) => isMeant(last.get(name)));
    return found.length === 0 ? [] : [`${words}: ${found.join(', ')}`];
  };
  const good = names.filter((name) => last.get(name)?.good === true).length;
  return [
    `night: ${good} of ${names.length} steps good`,
    ...list('NOT GOOD', (result) => result?.good === false),
    ...list('STALE, the sources have changed since', (result) => result !== undefined && result.sources !== sources),
    ...list('never run', (result) => result === undefined),
  ].join(' · ');
}
