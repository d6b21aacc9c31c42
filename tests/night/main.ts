import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatNight, hashSources, keepStep, readNight, type StepResult } from './record.ts';
import { steps, type Step } from './steps.ts';

/**
 * `npm run night`: everything that `npm test` has no time for. The result of each step goes to `docs/night.json`.
 * `--show` prints the last results. `--only NAME` (may be repeated) runs those steps alone.
 */
const { values } = parseArgs({
  options: { show: { type: 'boolean', default: false }, only: { type: 'string', multiple: true, default: [] } },
});

const root = join(import.meta.dirname, '../..');
const names = steps.map(({ name }) => name);
const writeLine = (line: string): void => void process.stdout.write(`${line}\n`);
const commit = (): string => execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();

/** Runs a step in a process of its own, and passes its output on. */
async function runStep({ name, command: [program = '', ...args] }: Step): Promise<StepResult> {
  writeLine(`\n== ${name}`);
  const start = performance.now();
  const began = { commit: commit(), date: new Date().toISOString(), sources: hashSources(root) };
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    output = (output + chunk.toString()).slice(-4000);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const seconds = Math.round((performance.now() - start) / 1000);
  return { name, good: code === 0, seconds, lastLine: output.trimEnd().split('\n').at(-1) ?? '', ...began };
}

async function run(chosen: readonly Step[]): Promise<boolean> {
  const results: StepResult[] = [];
  for (const step of chosen) {
    const result = await runStep(step);
    keepStep(root, result);
    results.push(result);
  }
  return results.every(({ good }) => good);
}

const unknown = values.only.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`unknown step: ${unknown.join(', ')}; steps are ${names.join(', ')}\n`);
  process.exitCode = 2;
} else {
  const chosen = values.only.length === 0 ? steps : steps.filter(({ name }) => values.only.includes(name));
  if (!values.show && !(await run(chosen))) process.exitCode = 1;
  writeLine(formatNight(names, readNight(root), hashSources(root)));
}
