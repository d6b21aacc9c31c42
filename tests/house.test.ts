import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const rooms = ['schemas', 'specs', 'helpers', 'suites', 'cli', 'sandbox', 'tests', 'bench'] as const;

interface Source {
  readonly file: string;
  readonly room: string;
  readonly text: string;
}

const sources: readonly Source[] = globSync(`{${rooms.join(',')}}/**/*.{ts,js,mjs}`, { cwd: root }).map((file) => ({
  file,
  room: file.split('/')[0] ?? '',
  text: readFileSync(join(root, file), 'utf8'),
}));

const inRooms = (...names: readonly string[]): Source[] => sources.filter(({ room }) => names.includes(room));

/** What a file imports, types included: a path from the root, or the name of a package. */
function importsOf({ file, text }: Source): string[] {
  const named = [
    ...text.matchAll(
      /^\s*(?:import|export)\b[^'"]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
    ),
  ];
  return named
    .map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')
    .map((name) => (name.startsWith('.') ? relative(root, join(root, dirname(file), name)) : name));
}

const roomOf = (path: string): string => path.split('/')[0] ?? '';
const isOurs = (path: string): boolean => rooms.some((room) => path.startsWith(`${room}/`));

/** Imports of a room that it may not have. */
function strangers(room: string, allowed: readonly string[]): string[] {
  return inRooms(room).flatMap((source) =>
    importsOf(source)
      .filter((path) => isOurs(path) && roomOf(path) !== room && !allowed.includes(roomOf(path)))
      .map((path) => `${source.file} imports ${path}`),
  );
}

describe('imports go one way', () => {
  test('the search sees them', () => {
    expect(
      importsOf({
        file: 'cli/a.ts',
        room: 'cli',
        text: "import { a } from '../sandbox/start.ts';\nimport type {\n  B,\n} from 'undici';\nexport * from './c.ts';\nawait import('../d.ts');",
      }),
    ).toEqual(['sandbox/start.ts', 'undici', 'cli/c.ts', 'd.ts']);
    expect(sources.length).toBeGreaterThan(100);
  });

  test.each([
    ['specs', ['schemas']],
    ['helpers', ['specs', 'schemas']],
    ['suites', ['helpers', 'specs', 'schemas']],
    ['cli', ['suites', 'helpers', 'specs', 'schemas', 'sandbox']],
    ['sandbox', []],
  ] as const)('%s imports from %j of ours alone', (room, allowed) => {
    expect(strangers(room, allowed)).toEqual([]);
  });

  test('the sandbox needs nothing but Node', () => {
    const packages = inRooms('sandbox').flatMap((source) => importsOf(source).filter((path) => !isOurs(path)));
    expect(packages.filter((name) => !name.startsWith('node:'))).toEqual([]);
  });

  test('every package imported at run time is a dependency', () => {
    const declared = new Set(Object.keys(manifest.dependencies));
    const imported = inRooms('schemas', 'specs', 'helpers', 'suites', 'cli', 'sandbox')
      .flatMap((source) => importsOf({ ...source, text: source.text.replaceAll(/^import type [^;]+;/gm, '') }))
      .filter((path) => !path.startsWith('node:') && !path.startsWith('.') && !isOurs(path) && path !== 'package.json')
      .map((path) =>
        path
          .split('/')
          .slice(0, path.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    expect(imported).toContain('vitest');
    expect(imported.filter((name) => !declared.has(name))).toEqual([]);
  });

  test('the specification needs no package', () => {
    const packages = inRooms('specs').flatMap((source) => importsOf(source).filter((path) => !isOurs(path)));
    expect(packages).toEqual([]);
  });

  test('only commands, tests and measurements start the sandbox', () => {
    const starters = sources.filter(({ room, text }) => room !== 'sandbox' && text.includes('startSandbox')).map(({ room }) => room);
    expect([...new Set(starters)].filter((room) => !['cli', 'tests', 'bench'].includes(room))).toEqual([]);
  });
});

describe('one place each', () => {
  const reads = (pattern: RegExp): string[] =>
    inRooms('specs', 'helpers', 'suites', 'cli', 'sandbox').flatMap(({ file, text }) => (pattern.test(text) ? [file] : []));

  test('the surroundings are read in one place', () => {
    const others = reads(/process\.env(?!\['NO_COLOR'\])|process\.loadEnvFile|from 'dotenv'/);
    expect(others).toEqual(['helpers/target/environment.ts']);
  });

  test('requests leave through one room', () => {
    const senders = reads(/from 'undici'|\bfetch\(/).filter((file) => !file.startsWith('sandbox/'));
    expect(senders.filter((file) => !file.startsWith('helpers/target/'))).toEqual([]);
  });

  test('nothing is read from beside the project', () => {
    const outside = sources
      .filter(({ file, text }) => file !== 'tests/house.test.ts' && /\.\.\/shared\b|\/work\//.test(text))
      .map(({ file }) => file);
    expect(outside).toEqual([]);
    const escaping = sources.flatMap((source) =>
      importsOf(source)
        .filter((path) => path.startsWith('..'))
        .map((path) => `${source.file} imports ${path}`),
    );
    expect(escaping).toEqual([]);
  });
});

describe('files stay small', () => {
  const longest = 200;
  /** Data told row by row, which no reader reads from the top. */
  const tables = [
    /^specs\/operations\.ts$/,
    /^specs\/clauses\//,
    /^helpers\/target\/variables\.ts$/,
    /^helpers\/contract\/rules\.ts$/,
    /^sandbox\/service\/policy\.ts$/,
    /^sandbox\/faults\/[a-z-]+\/[a-z-]+\.ts$/,
    /^tests\/schemas\/instances\.ts$/,
  ];

  test('no file of logic is longer than 200 lines', () => {
    const long = inRooms('specs', 'helpers', 'suites', 'cli', 'sandbox', 'bench').filter(
      ({ text }) => text.trimEnd().split('\n').length > longest,
    );
    expect(long.map(({ file }) => file).filter((file) => !tables.some((table) => table.test(file)))).toEqual([]);
  });

  test('every table is still there', () => {
    expect(tables.filter((table) => !sources.some(({ file }) => table.test(file))).map(String)).toEqual([]);
  });
});
