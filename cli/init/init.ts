import { existsSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { hostWithPort } from '../../helpers/config/addresses.ts';
import { headings } from '../../helpers/config/example/env-example.ts';
import { environmentFile, formatCommand, formatEnvLine, formatProgram } from '../../helpers/config/environment.ts';
import { findProblemsOf } from '../../helpers/config/read-config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { usualCap } from '../../helpers/config/usual-cap.ts';
import { variableByName, variableNames, type VariableName } from '../../helpers/config/variables.ts';
import { errorMessage, pluralize } from '../../helpers/core/text.ts';
import { exitInconclusive } from '../exit-codes.ts';
import { isEnvironmentName } from '../options.ts';
import { refuseOnStderr } from '../output.ts';
import { openAsker, type Asker } from './asker.ts';
import { isAsked, steps, type Step } from './steps.ts';
import { tryValues, withExamples } from './try.ts';

class Closed extends Error {}

async function askOrStop({ ask }: Asker, question: string, secret = false): Promise<string> {
  const answer = await ask(question, secret);
  if (answer === null) throw new Closed();
  return answer;
}

/** The hosts of the addresses that were entered are the only ones that make sense. */
function chooseExample(name: VariableName, { DMT_BASE_URL: base, DMT_AUTH_URL: auth }: Environment): string {
  if (name !== 'DMT_EFFECTS_ON' || base === undefined || auth === undefined) return variableByName(name).example;
  return [...new Set([base, auth].map(hostWithPort))].join(',');
}

/** What Enter alone enters; null where it leaves the variable out. Without these caps, permitted effects are still left out. */
function findOffered(name: VariableName, { DMT_EFFECTS_ON: effectsOn, DMT_TRANSFER_AMOUNT: amount = '' }: Environment): string | null {
  return variableByName(name).neededFor === 'effects' && effectsOn !== undefined ? usualCap(name, amount) || null : null;
}

function describe(name: VariableName, { optional }: Step, entered: Environment): string {
  const { about, choices } = variableByName(name);
  const known = entered[name];
  const options = choices === undefined ? `for example ${chooseExample(name, entered)}` : choices.join(', ');
  const offered = findOffered(name, entered);
  const unknown = offered !== null ? `; Enter takes ${offered}` : optional === true ? '; Enter leaves it out' : '';
  const enter = known !== undefined ? '; Enter keeps it' : unknown;
  return `${name}: ${about} (${options}${enter})`;
}

/** Null for a usable value. */
function findProblem(name: VariableName, text: string, entered: Environment): string | null {
  const [problem] = findProblemsOf(name, withExamples({ ...entered, [name]: text }));
  if (problem !== undefined) return problem;
  return formatEnvLine(name, text) === null
    ? `${name}: expected a value without a mixture of all quotation marks, received one with`
    : null;
}

/** Asks until the value can be used; null when it is kept or left out. */
async function askValue(asker: Asker, name: VariableName, step: Step, entered: Environment): Promise<string | null> {
  const secret = variableByName(name).secret === true;
  const offered = findOffered(name, entered);
  asker.tell('');
  asker.tell(describe(name, step, entered));
  for (;;) {
    const text = await askOrStop(asker, '> ', secret);
    const isEntered = entered[name] !== undefined;
    if (text === '' && !isEntered && offered !== null) return offered;
    if (text === '' && (step.optional === true || isEntered)) return null;
    const problem =
      text === '' ? `expected a value, received nothing; for example ${variableByName(name).example}` : findProblem(name, text, entered);
    if (problem === null) {
      if (secret) asker.tell(`(${pluralize(text.length, 'character')}, not shown)`);
      return text;
    }
    asker.tell(problem);
  }
}

/** A token request may show that an address of an earlier step is wrong: it is asked for again, alone where the failure names nothing else. */
function chooseNamesToCorrect({ names }: Step, lines: readonly string[], values: Environment): readonly VariableName[] {
  const blamed = new Set(lines.flatMap((line) => line.match(/DMT_\w+/g) ?? []));
  const earlier = variableNames.filter((name) => blamed.has(name) && values[name] !== undefined && !names.includes(name));
  return earlier.length > 0 && !names.some((name) => blamed.has(name)) ? earlier : [...earlier, ...names];
}

/** Asks until the values work, or a person keeps them although they do not: an address may only be out of reach today. */
async function answerStep(asker: Asker, step: Step, entered: Environment): Promise<Environment> {
  let values = entered;
  let { names } = step;
  for (;;) {
    let isNew = false;
    for (const name of names.filter((one) => isAsked(one, entered))) {
      const value = await askValue(asker, name, step, values);
      if (value === null) continue;
      values = { ...values, [name]: value };
      isNew = true;
    }
    if (!isNew || step.tries.length === 0) return values;
    const { ok, lines } = await tryValues(step.tries, values);
    for (const line of lines) asker.tell(line);
    if (ok) return values;
    names = chooseNamesToCorrect(step, lines, values);
  }
}

/** The NAME of a new `.env.NAME`, null for `.env`. A file that exists is never replaced. */
async function chooseName(asker: Asker): Promise<string | null> {
  let name: string | null = null;
  while (existsSync(environmentFile(name))) {
    const answer = await askOrStop(asker, `${environmentFile(name)} exists and stays as it is. Which name, such as uat for .env.uat? `);
    if (isEnvironmentName(answer)) name = answer;
    else asker.tell(`expected a name of letters, digits, - and _, received ${answer === '' ? 'nothing' : JSON.stringify(answer)}`);
  }
  return name;
}

export function formatFile(entered: Environment, writtenBy = 'init for a first run on UAT'): string {
  const names = variableNames.filter((name) => entered[name] !== undefined);
  const groups = Map.groupBy(names, (name) => variableByName(name).group);
  const parts = [...groups].map(([group, own]) =>
    [`## ${headings[group]}`, ...own.map((name) => formatEnvLine(name, entered[name] ?? '') ?? '')].join('\n'),
  );
  return `# Written by ${writtenBy}. .env.example explains every name.\n\n${parts.join('\n\n')}\n`;
}

/** Written at once and last of all, so that an interruption leaves nothing. */
async function askAll(asker: Asker): Promise<number> {
  asker.tell('Questions for a first run on UAT. Each value is tried as you enter it; nothing has an effect. Ctrl-C writes nothing.');
  const name = await chooseName(asker);
  const file = environmentFile(name);
  let entered: Environment = { DMT_TARGET: 'uat' };
  for (const step of steps) entered = await answerStep(asker, step, entered);
  try {
    writeFileSync(file, formatFile(entered), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    return refuseOnStderr([`${file}: expected a new file that can be written, received an error (${errorMessage(error)})`]);
  }
  asker.tell('');
  asker.tell(`wrote ${file}, which only you can read`);
  for (const word of ['doctor', 'plan', 'run']) asker.tell(`next: ${formatCommand(word, formatProgram(name))}`);
  asker.tell('for a run to sign, add DMT_PROFILE=certification: doctor then lists under signature what else it needs');
  return 0;
}

async function init(): Promise<number> {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    return refuseOnStderr([
      'expected a terminal for the questions of init, received none: run it at a terminal, or copy .env.example to .env',
    ]);
  const stop = (): never => {
    asker.close();
    process.stdout.write('\nnothing was written\n');
    process.exit(exitInconclusive);
  };
  const asker = openAsker(process.stdin, process.stdout, stop);
  try {
    return await askAll(asker);
  } catch (error) {
    if (!(error instanceof Closed)) throw error;
    return stop();
  } finally {
    asker.close();
  }
}

export const defineInitCommand = (command: Command): Command =>
  command
    .description('ask for the values of a first run on UAT, try each one, and write .env; needs a terminal')
    .addHelpText(
      'after',
      '\nRequests go to the addresses you enter, and none has an effect. An existing file is never replaced. Secrets are not shown.\n\nExample:\n  npm run conformance -- init',
    )
    .action(async () => {
      process.exitCode = await init();
    });
