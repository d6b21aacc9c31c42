import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../helpers/config/read-config.ts';
import { describeClauses } from '../../helpers/report/verdict/counted-clauses.ts';
import { clauses } from '../../specs/clauses.ts';
import { planFor } from '../../suites/plan-for.ts';
import { assembleFile } from '../report/assembled.ts';
import { buildSample, outcomeFor, removeFolders } from '../report/sample.ts';
import { root } from '../program/starting.ts';

afterAll(removeFolders);

const main = readFileSync(join(root, 'cli/program.ts'), 'utf8');
const commands = [...main.matchAll(/^ {2}(\w+): define\w+Command,$/gm)].map(([, name]) => name);
const sources = globSync('cli/**/*.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
const options = [...sources.join('\n').matchAll(/'(--[\w-]+)[ ']/g)].map(([, name]) => name);

test('guides and workflows name only commands and options that exist', () => {
  const files = ['README.md', ...globSync('docs/**/*.{md,yml}', { cwd: root })];
  const lines = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/npm run (?:--silent )?conformance -- ([^\n`#|]+)/g)].map(([, rest]) => ({
      file,
      words: (rest ?? '').split(/\s+/),
    }));
  });
  expect(lines.length).toBeGreaterThan(20);
  const wrong = lines.flatMap(({ file, words }) => {
    const [first = ''] = words;
    const unknown = words.filter((word) => word.startsWith('--') && !options.includes(word));
    return [...(first.startsWith('--') || first.startsWith('…') || commands.includes(first) ? [] : [first]), ...unknown].map(
      (word) => `${file}: ${word}`,
    );
  });
  expect(wrong).toEqual([]);
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
  const outcomes = plan.map((check) => outcomeFor(check, 'pass'));
  const file = assembleFile({ ...buildSample([]), clauses, plan, outcomes });
  const cases = plan.filter(({ area }) => area === 'Fuzzing').length;
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const line of [`clauses  ${describeClauses(file)}\n`, `checks   ${plan.length - cases}: `, `campaign ${cases}: `])
    expect(readme).toContain(line);
});
