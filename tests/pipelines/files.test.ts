import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../program/starting.ts';

const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const unique = (text: string, pattern: RegExp): string[] => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();

const action = read('action/action.yml');
const gitlab = read('action/gitlab.yml');
const scripts = globSync('action/*.sh', { cwd: root });

/** Variables of a script that a forge must give: used, and neither of the suite nor of the runner nor with a default. */
const neededBy = (script: string): string[] =>
  unique(read(script), /\$\{?((?:STORE|COMMENT|FIRST|PROGRAM)[A-Z_]*)/g).filter((name) => name !== 'STORE');

describe('the two forges', () => {
  test.each(scripts)('%s gets every variable that it reads', (script) => {
    const needed = neededBy(script);
    expect(needed.length).toBeGreaterThan(0);
    for (const name of needed) {
      expect(action).toMatch(new RegExp(`^ {8}${name}: .`, 'm'));
      expect(gitlab).toMatch(new RegExp(`^ {4}${name}: .`, 'm'));
    }
  });

  test('name only scripts that exist, and all of them', () => {
    const names = scripts.map((script) => script.replace('action/', '')).sort();
    for (const text of [action, gitlab]) expect(unique(text, /\/(\w+\.sh)"/g)).toEqual(names);
  });

  test('every shell of the action stops in a pipe', () => {
    expect(action.match(/^ {6}run: /gm)?.length).toBe(action.match(/^ {6}shell: bash$/gm)?.length);
    for (const script of scripts) expect(read(script)).toMatch(/^set -euo pipefail$/m);
  });
});

test('the action reads the inputs it declares, and a workflow gives only those', () => {
  const declared = unique(action.slice(action.indexOf('inputs:'), action.indexOf('outputs:')), /^ {2}([a-z-]+):$/gm);
  expect(declared).toContain('first-run');
  expect(unique(action, /inputs\.([a-z-]+)/g)).toEqual(declared);
  const workflow = read('docs/workflows/github-actions.yml');
  const given = unique(workflow.slice(workflow.indexOf('with:')), /^ {10}([a-z-]+):/gm);
  expect(given).toContain('package');
  expect(given.filter((name) => !declared.includes(name))).toEqual([]);
});

test('no expression stands in a shell, where its text would be a command', () => {
  const shells = action.split(/^ {4}- /m).map((step) => step.slice(step.indexOf(' run: ')));
  expect(shells.filter((shell) => shell.startsWith(' run: ') && shell.split(/^ {4}#/m)[0]?.includes('${{'))).toEqual([]);
});
