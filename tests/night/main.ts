import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keepNight, readLastNight, formatNight, hashSources, type StepResult } from './record.ts';
import { steps, type Step } from './steps.ts';

/**
 * `npm run night`: everything that `npm test` has no time for; its result goes to `docs/night.json`.
 * With `--show` the last one is told. With `--only NAME` (as often as wanted) those steps alone are run, and nothing is written.
 */
const { values } = parseArgs({
  options: { show: { type: 'boolean', default: false }, only: { type: 'string', multiple: true, default: [] } },
});

const root = join(import.meta.dirname, '../..');
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const secondsSince = (start: number): number => Math.round((performance.now() - start) / 1000);

/** Runs a step in a process of its own, and hands on what it says. */
async function runStep({ name, command: [program = '', ...args] }: Step): Promise<StepResult> {
  say(`\n== ${name}`);
  const start = performance.now();
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    said = (said + chunk.toString()).slice(-4000);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { name, good: code === 0, seconds: secondsSince(start), told: said.trimEnd().split('\n').at(-1) ?? '' };
}

async function run(chosen: readonly Step[], keep: boolean): Promise<number> {
  const [start, sources] = [performance.now(), hashSources(root)];
  const results: StepResult[] = [];
  for (const step of chosen) results.push(await runStep(step));
  const commit = execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=40'], { cwd: root, encoding: 'utf8' }).trim();
  const minutes = Math.ceil(secondsSince(start) / 60);
  const night = { commit, date: new Date().toISOString(), sources, minutes, steps: results };
  if (keep) keepNight(root, night);
  say(`\n${formatNight(night, hashSources(root))}`);
  return results.length > 0 && results.every(({ good }) => good) ? 0 : 1;
}

if (values.show) say(formatNight(readLastNight(root), hashSources(root)));
else if (values.only.length === 0) process.exitCode = await run(steps, true);
else
  process.exitCode = await run(
    steps.filter(({ name }) => values.only.includes(name)),
    false,
  );
