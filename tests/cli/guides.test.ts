import type { Verdict } from '../../helpers/core/records/verdicts.ts';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { buildProgram } from '../../cli/program.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import { describeClauses } from '../../helpers/report/verdict/counted-clauses.ts';
import { clauses } from '../../specs/clauses.ts';
import { planFor } from '../../suites/plan-for.ts';
import { assembleFile } from '../report/assembled.ts';
import { buildSample, outcomeFor, removeFolders } from '../report/sample.ts';
import { root } from '../program/starting.ts';
import manifest from '../../package.json' with { type: 'json' };

afterAll(removeFolders);

const program = await buildProgram(['--help']);

const guides = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.{md,yml}', { cwd: root })];

/** What the guides show behind `npm run`, one command each. */
const listShown = (pattern: RegExp) =>
  guides.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, script = '', words = '']) => ({ file, script, words })),
  );

/** The command that the words name, and the words behind it. */
function resolve(words: readonly string[], within: Command): { readonly command: Command; readonly rest: readonly string[] } {
  const named = within.commands.find((one) => one.name() === words[0]);
  return named === undefined ? { command: within, rest: words } : resolve(words.slice(1), named);
}

/** Words that are no command, or no option of theirs. Without a command they are options of `run`. */
function findUnknown(words: readonly string[]): readonly string[] {
  const named = resolve(words, program);
  const [first = ''] = named.rest;
  if (named.command === program && /^\w/.test(first)) return [first];
  const { command, rest } = named.command === program ? resolve(['run', ...words], program) : named;
  const known = [...program.options, ...command.options].map(({ long }) => long);
  return rest.filter((word) => word.startsWith('--') && !known.includes(word));
}

test('guides and workflows name only commands that exist, with options of theirs', () => {
  expect(findUnknown(['run', '--resume', '--env', 'uat'])).toEqual([]);
  expect([['runs'], ['doctor', '--resume'], ['waivers', 'draft', '--format'], ['--list']].map(findUnknown)).toEqual([
    ['runs'],
    ['--resume'],
    ['--format'],
    ['--list'],
  ]);
  const shown = listShown(/npm run (?:--silent )?(conformance|sandbox|clauses)\b(?: -- ([^\n`#|]+))?/g);
  expect(shown.length).toBeGreaterThan(60);
  const wrong = shown.flatMap(({ file, script, words }) =>
    findUnknown([...(script === 'conformance' ? [] : [script]), ...words.split(/\s+/).filter((word) => word !== '')]).map(
      (word) => `${file}: ${word}`,
    ),
  );
  expect(wrong).toEqual([]);
});

test('guides and workflows name only scripts that exist', () => {
  const shown = listShown(/npm run (?:--silent )?([a-z][\w:]*)/g);
  expect(shown.filter(({ script }) => !Object.hasOwn(manifest.scripts, script))).toEqual([]);
});

test('each script of Node names a file that exists', () => {
  const files = Object.values(manifest.scripts).flatMap((script) => /^node (?:--\S+ )*(\S+)/.exec(script)?.[1] ?? []);
  expect(files.length).toBeGreaterThan(8);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('no workflow runs for a build before its deployment', () => {
  const files = globSync('docs/workflows/*.yml', { cwd: root });
  expect(files.length).toBe(5);
  for (const file of files) expect(readFileSync(join(root, file), 'utf8')).not.toMatch(/pull_request|merge_request/);
});

test('the sample of a first run in the README counts as this program does', () => {
  const read = readConfig({ DMT_TARGET: 'sandbox' }, 'started');
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const plan = planFor(read.config).entries.map(({ planned }) => planned);
  const ended: Readonly<Record<string, Verdict>> = { 'CONSENT-NONE-FORM': 'not-applicable', 'OP11-DELAYED-SETTLEMENT': 'observed' };
  const outcomes = plan.map((check) => outcomeFor(check, ended[check.clause] ?? 'pass'));
  const file = assembleFile({ ...buildSample([]), clauses, plan, outcomes });
  const cases = plan.filter(({ area }) => area === 'Fuzzing').length;
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  // What a real run skips leaves three questions; here every other check passes.
  for (const line of [
    `clauses  ${describeClauses(file)} · 3 questions about clauses that do not bind\n`,
    `checks   ${plan.length - cases}: `,
    `campaign ${cases}: `,
  ])
    expect(readme).toContain(line);
});
