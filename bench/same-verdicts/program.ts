import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { PartEnd } from '../../helpers/core/records/campaign-end.ts';
import { requireVerdictFile } from '../../helpers/report/files/verdict-record.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import { serveInOwnProcess } from '../served-sandbox.ts';
import type { Command } from './commands.ts';
import { sortStatements, outcomeStatement } from './statements.ts';
import type { ServiceRecord, Statement } from './recorded.ts';

const main = join(import.meta.dirname, '../../cli/main.ts');

const clauseStatement = ({ id, verdict, owner, reason, operation, certainty, checks }: VerdictFile['clauses'][number]): Statement => ({
  kind: 'clause',
  id,
  fields: { operation, certainty, verdict, owner, reason, checks: checks.join(' ') },
});

const checkStatement = (check: VerdictFile['checks'][number]): Statement =>
  outcomeStatement(check.id, check, { suite: check.suite, area: check.area, title: check.title, signature: check.signature });

function runStatement({ verdict, exitCode, because, counts, binding, run }: VerdictFile): Statement {
  const judged = `${binding.judged} of ${binding.total}, ${binding.cannotBeTried.length} that cannot be tried`;
  const spent = `${run.otps} codes, ${run.transfers} transfers, ${run.amount}`;
  return { kind: 'run', id: 'run', fields: { verdict, exitCode, because, ...counts, judged, spent, profile: run.profile } };
}

const causeStatement = ({ cause, owner, count, reason }: VerdictFile['causes'][number]): Statement => ({
  kind: 'cause',
  id: cause,
  fields: { owner, count, reason },
});

const factStatement = ({ clause, fact }: VerdictFile['profile'][number]): Statement => ({ kind: 'fact', id: clause, fields: { fact } });

const partStatement = ({ part, ...ended }: PartEnd): Statement => ({ kind: 'part', id: part, fields: { ...ended } });

function readVerdictStatements(folder: string): Statement[] {
  const path = join(folder, 'verdict.json');
  if (!existsSync(path)) return [];
  const file = requireVerdictFile(JSON.parse(readFileSync(path, 'utf8')));
  return [
    runStatement(file),
    ...file.clauses.map(clauseStatement),
    ...sortStatements(file.checks.map(checkStatement)),
    ...sortStatements(file.causes.map(causeStatement)),
    ...sortStatements(file.profile.map(factStatement)),
    ...sortStatements((file.run.campaign?.parts ?? []).map(partStatement)),
  ];
}

/** The clock decides how many progress lines there are. */
const isProgress = (line: string): boolean => line.startsWith('judge  ');

const outputStatements = (output: string): Statement[] =>
  output
    .split('\n')
    .filter((line) => !isProgress(line))
    .map((line, at) => ({ kind: 'line', id: `line ${at + 1}`, fields: { text: line } }));

/** Starts the program in an empty folder, without the configuration of this process. */
async function runInFolder(command: Command, served: Readonly<Record<string, string>>, folder: string): Promise<Statement[]> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DMT_FUZZ_RUNS: '0', ...served, ...command.environment };
  const args = command.args.map((word) => word.replace(/\{(\w+)\}/, (_, name: string) => served[name] ?? ''));
  for (const [name, content] of Object.entries(command.files ?? {})) writeFileSync(join(folder, name), content);
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const run: Statement = { kind: 'run', id: 'exit', fields: { code: child.exitCode } };
  return [run, ...outputStatements(`${out}${err}`), ...readVerdictStatements(join(folder, 'reports'))];
}

export async function runCommand(command: Command): Promise<ServiceRecord> {
  const folder = mkdtempSync(join(tmpdir(), 'same-verdicts-'));
  const served = command.serves === undefined ? null : await serveInOwnProcess(...command.serves);
  try {
    return { service: command.name, said: await runInFolder(command, served?.environment ?? {}, folder) };
  } finally {
    await served?.close();
    rmSync(folder, { recursive: true });
  }
}
