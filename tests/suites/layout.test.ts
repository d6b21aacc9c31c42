import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { suites } from '../../suites/index.ts';

const room = join(import.meta.dirname, '../../suites');
const files = globSync('*/**/*.ts', { cwd: room });
/** What suites share: each room imports from itself and from those before it. */
const shared = ['support', 'rules'];
const roomOf = (file: string): string => file.split('/')[0] ?? '';
const isShared = (file: string): boolean => shared.includes(roomOf(file));
const mayImport = (file: string): readonly string[] => (isShared(file) ? shared.slice(0, shared.indexOf(roomOf(file)) + 1) : shared);
const readSuite = (file: string): string => readFileSync(join(room, file), 'utf8');

/** `Refusals without effect` is found in `refusals-without-effect.ts`. */
const toFileName = (suite: string): string => `${suite.toLowerCase().replaceAll(' ', '-')}.ts`;

const listImports = (file: string): string[] => [...readSuite(file).matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => path);
const isOfSuites = (path: string): boolean => !/(helpers|specs|schemas)\//.test(path);

describe('suites are found by their names', () => {
  test('a file of each family has the name of its suite', () => {
    const named = files.filter((file) => !isShared(file)).map((file) => file.split('/')[1]);
    expect(named.toSorted()).toEqual(suites.map(({ name }) => toFileName(name)).toSorted());
  });

  test('no suite imports another: what several need is in support/, and the rules over all answers are in rules/', () => {
    const others = files.flatMap((file) =>
      listImports(file)
        .filter(isOfSuites)
        .filter((path) => !mayImport(file).includes(roomOf(join(dirname(file), path))))
        .map((path) => `${file} imports ${path}`),
    );
    expect(others).toEqual([]);
  });
});
