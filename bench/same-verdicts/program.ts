import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { PartEnd } from '../../helpers/core/records/campaign-end.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import { serveApart } from '../served-sandbox.ts';
import type { Command } from './commands.ts';
import { inOrder, outcomeOf } from './outcome.ts';
import type { Recorded, Said } from './recorded.ts';

const main = join(import.meta.dirname, '../../cli/main.ts');

const clauseOf = ({ id, verdict, owner, reason, operation, certainty, checks }: VerdictFile['clauses'][number]): Said => ({
  kind: 'clause',
  id,
  fields: { operation, certainty, verdict, owner, reason, checks: checks.join(' ') },
});

const checkOf = (check: VerdictFile['checks'][number]): Said =>
  outcomeOf(check.id, check, { suite: check.suite, area: check.area, title: check.title, signature: check.signature });

function runOf({ verdict, exitCode, because, counts, binding, run }: VerdictFile): Said {
  const judged = `${binding.judged} of ${binding.total}, ${binding.cannotBeTried.length} that cannot be tried`;
  const spent = `${run.otps} codes, ${run.transfers} transfers, ${run.amount}`;
  return { kind: 'run', id: 'run', fields: { verdict, exitCode, because, ...counts, judged, spent, profile: run.profile } };
}

const causeOf = ({ cause, owner, count, reason }: VerdictFile['causes'][number]): Said => ({
  kind: 'cause',
  id: cause,
  fields: { owner, count, reason },
});

const factOf = ({ clause, fact }: VerdictFile['profile'][number]): Said => ({ kind: 'fact', id: clause, fields: { fact } });

/** How a part of a campaign ended, and how far it came. */
const partOf = ({ part, ...ended }: PartEnd): Said => ({ kind: 'part', id: part, fields: { ...ended } });

function verdictIn(folder: string): Said[] {
  const path = join(folder, 'verdict.json');
  if (!existsSync(path)) return [];
  const file = JSON.parse(readFileSync(path, 'utf8')) as VerdictFile;
  return [
    runOf(file),
    ...file.clauses.map(clauseOf),
    ...inOrder(file.checks.map(checkOf)),
    ...inOrder(file.causes.map(causeOf)),
    ...inOrder(file.profile.map(factOf)),
    ...inOrder((file.run.campaign?.parts ?? []).map(partOf)),
  ];
}

/** How far a run has come is told by the clock: a line more or less on a slower machine. */
const isProgress = (line: string): boolean => line.startsWith('judge  ');

const linesOf = (output: string): Said[] =>
  output
    .split('\n')
    .filter((line) => !isProgress(line))
    .map((line, at) => ({ kind: 'line', id: `line ${at + 1}`, fields: { text: line } }));

/** Starts it in a folder of its own, which is empty, and with nothing of this process's own configuration. */
async function start(command: Command, served: Readonly<Record<string, string>>, folder: string): Promise<Said[]> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DMT_FUZZ_RUNS: '0', ...served, ...command.environment };
  const args = command.args.map((word) => word.replace(/\{(\w+)\}/, (_, name: string) => served[name] ?? ''));
  for (const [name, content] of Object.entries(command.files ?? {})) writeFileSync(join(folder, name), content);
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const run: Said = { kind: 'run', id: 'exit', fields: { code: child.exitCode } };
  return [run, ...linesOf(`${out}${err}`), ...verdictIn(join(folder, 'reports'))];
}

export async function runCommand(command: Command): Promise<Recorded> {
  const folder = mkdtempSync(join(tmpdir(), 'same-verdicts-'));
  const served = command.serves === undefined ? null : await serveApart(...command.serves);
  try {
    return { service: command.name, said: await start(command, served?.environment ?? {}, folder) };
  } finally {
    await served?.close();
    rmSync(folder, { recursive: true });
  }
}
