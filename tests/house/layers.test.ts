import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { circlesIn } from './circles.ts';
import { listImports, inFolders, isOurs, sources, type Source } from './sources.ts';

/** The rooms of helpers, lowest first: a room imports from itself and from those above it in this list. */
const layers = [
  'core',
  'core/files',
  'core/records',
  'config',
  'config/example',
  'redaction',
  'client/http',
  'client/auth',
  'client/limits',
  'client/journal',
  'client',
  'consent',
  'callback',
  'judge/schema',
  'judge',
  'judge/facts',
  'contract/read',
  'contract/expected',
  'contract/compare',
  'contract/behavior',
  'contract/live',
  'session',
  'journey/setup',
  'journey/access',
  'journey/consent',
  'journey/onboarding',
  'journey/sender',
  'journey/beneficiary',
  'journey/transfer',
  'journey/calls',
  'journey/customer',
  'journey/operational',
  'journey/mpin',
  'journey/refusals',
  'journey/second-agent',
  'journey/circumstances',
  'journey',
  'fuzz/values',
  'fuzz/cases',
  'fuzz/findings',
  'fuzz/budget',
  'fuzz/model',
  'fuzz/calls',
  'fuzz/effects',
  'fuzz/execution',
  'fuzz/stateful/rules',
  'fuzz/stateful',
  'fuzz/races',
  'runner',
  'report/pages',
  'report/journal',
  'report/fingerprint',
  'report/model',
  'report/waivers',
  'report/compare',
  'report/verdict',
  'report/files',
  'report/evidence',
  'report/contract',
  'report/allure/page',
  'report/allure',
  'report/cards',
  'report/decision',
  'report/specification',
  'report/terminal',
  'report',
  'shards',
  'run',
  'bundle',
  'merge',
  'bill',
  'doctor',
];

/** What each top folder may import of ours besides itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  schemas: [],
  specs: ['schemas'],
  helpers: ['specs', 'schemas'],
  suites: ['helpers', 'specs', 'schemas'],
  ui: ['suites', 'helpers', 'specs', 'schemas'],
  cli: ['ui', 'suites', 'helpers', 'specs', 'schemas', 'sandbox'],
  sandbox: [],
};

const roomByFile = (file: string): string => dirname(file).replace(/^helpers\//, '');

const ours = (source: Source): string[] => listImports(source).filter(isOurs);

/** Imports of a helper from a room that comes later in the list. */
const upward = (source: Source): string[] =>
  ours(source)
    .filter((path) => path.startsWith('helpers/') && layers.indexOf(roomByFile(path)) > layers.indexOf(roomByFile(source.file)))
    .map((path) => `${source.file} imports ${path}`);

describe('imports go one way', () => {
  test('the search sees them', () => {
    const text =
      "import { a } from '../sandbox/start.ts';\nimport type {\n  B,\n} from 'undici';\nexport * from './c.ts';\nawait import('../d.ts');";
    expect(listImports({ file: 'cli/a.ts', text })).toEqual(['sandbox/start.ts', 'undici', 'cli/c.ts', 'd.ts']);
    expect(sources.length).toBeGreaterThan(100);
    expect(upward({ file: 'helpers/core/a.ts', top: 'helpers', text: "import type { B } from '../run/b.ts';" })).toHaveLength(1);
  });

  test.each(Object.entries(mayImport))('%s imports from %j of ours alone', (top, allowed) => {
    const found = inFolders(top).flatMap((source) =>
      ours(source)
        .filter((path) => ![top, ...allowed].includes(path.split('/')[0] ?? ''))
        .map((path) => `${source.file} imports ${path}`),
    );
    expect(found).toEqual([]);
  });

  test('every room of helpers has its place in the list, and every place is a room', () => {
    const rooms = new Set(inFolders('helpers').map(({ file }) => roomByFile(file)));
    expect([...rooms].filter((room) => !layers.includes(room))).toEqual([]);
    expect(layers.filter((room) => !rooms.has(room))).toEqual([]);
  });

  test('a room of helpers imports only from rooms before it, types included', () => {
    expect(inFolders('helpers').flatMap(upward)).toEqual([]);
  });
});

describe('no file imports in a circle', () => {
  test('the search finds one', () => {
    const imports = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a']],
      ['d', ['a']],
    ]);
    expect(circlesIn(imports).map((circle) => [...circle].sort())).toEqual([['a', 'b', 'c']]);
  });

  test('there is none, types included', () => {
    expect(circlesIn(new Map(sources.map((source) => [source.file, ours(source)])))).toEqual([]);
  });
});

describe('packages', () => {
  const listPackages = (source: Source): string[] => listImports(source).filter((path) => !isOurs(path) && !path.startsWith('.'));

  test('the sandbox needs nothing but Node', () => {
    expect(
      inFolders('sandbox')
        .flatMap(listPackages)
        .filter((name) => !name.startsWith('node:')),
    ).toEqual([]);
  });

  test('the specification needs no package', () => {
    expect(inFolders('specs').flatMap(listPackages)).toEqual([]);
  });

  test('every package imported at run time is a dependency', () => {
    const declared = new Set(Object.keys(manifest.dependencies));
    // A file of declarations alone imports nothing at run time.
    const imported = inFolders('schemas', 'specs', 'helpers', 'suites', 'ui', 'cli', 'sandbox')
      .filter(({ file }) => !file.endsWith('.d.ts'))
      .flatMap((source) => listPackages({ ...source, text: source.text.replaceAll(/^import type [^;]+;/gm, '') }))
      .filter((path) => !path.startsWith('node:') && path !== 'package.json')
      .map((path) =>
        path
          .split('/')
          .slice(0, path.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    expect(imported).toContain('vitest');
    expect(imported.filter((name) => !declared.has(name))).toEqual([]);
  });
});
