import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { suites } from '../../suites/index.ts';

const room = join(import.meta.dirname, '../../suites');
const files = globSync('*/**/*.ts', { cwd: room });
const inSupport = (file: string): boolean => file.startsWith('support/');
const readSuite = (file: string): string => readFileSync(join(room, file), 'utf8');

/** `Refusals without effect` is found in `refusals-without-effect.ts`. */
const toFileName = (suite: string): string => `${suite.toLowerCase().replaceAll(' ', '-')}.ts`;

const listImports = (file: string): string[] => [...readSuite(file).matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => path);
const isOfSuites = (path: string): boolean => !/(helpers|specs|schemas)\//.test(path);

describe('suites are found by their names', () => {
  test('a file of each family has the name of its suite', () => {
    const named = files.filter((file) => !inSupport(file)).map((file) => file.split('/')[1]);
    expect(named.toSorted()).toEqual(suites.map(({ name }) => toFileName(name)).toSorted());
  });

  test('no suite imports another: what several need is in support/', () => {
    const others = files.flatMap((file) =>
      listImports(file)
        .filter(isOfSuites)
        .filter((path) => !path.startsWith(inSupport(file) ? './' : '../support/'))
        .map((path) => `${file} imports ${path}`),
    );
    expect(others).toEqual([]);
  });
});
