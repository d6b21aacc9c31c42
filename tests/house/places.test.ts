import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listImports, inFolders, root, sources, type Source } from './sources.ts';

const reads = (pattern: RegExp): string[] =>
  inFolders('specs', 'helpers', 'suites', 'ui', 'cli', 'sandbox').flatMap(({ file, text }) => (pattern.test(text) ? [file] : []));

const relativeUrl = /\bimport\.meta\.dirname,\s*['"`]([^'"`]*)|\bnew URL\(\s*['"`]([^'"`]*)['"`],\s*import\.meta\.url/g;

/** The files and folders that a file finds from where it lies. */
const listUrls = ({ file, text }: Pick<Source, 'file' | 'text'>): string[] =>
  [...text.matchAll(relativeUrl)].map(([, path, url]) => relative(root, join(root, dirname(file), path ?? url ?? '')));

const climbs = (path: string): boolean => path.startsWith('..');

describe('one place each', () => {
  test('the surroundings are read in one place', () => {
    const others = reads(/process\.env(?!\['NO_COLOR'\])|process\.loadEnvFile|from 'dotenv'/);
    expect(others).toEqual(['helpers/config/environment.ts']);
  });

  test('requests leave through one room', () => {
    // The page asks the server that it came from, in a browser.
    const senders = reads(/from 'undici'|\bfetch\(/).filter((file) => !/^(?:sandbox|ui\/page)\//.test(file));
    expect(senders.filter((file) => !file.startsWith('helpers/client/http/'))).toEqual([]);
  });

  test('only commands, tests and measurements start the sandbox', () => {
    const starters = sources.filter(({ top, text }) => top !== 'sandbox' && text.includes('startSandbox')).map(({ top }) => top);
    expect([...new Set(starters)].filter((top) => !['cli', 'tests', 'bench'].includes(top))).toEqual([]);
  });

  test('calls of business operations are built in one place', () => {
    // A wrong call is a documented one with something changed: its path begins with that of the other.
    const byHand = /\bpath: \{(?!\s*(?:\.\.\.|\}))/;
    expect(byHand.test('send(invoice, { path: { invoiceId } })')).toBe(true);
    expect(byHand.test('{ ...call, path: { ...call.path, invoiceId } }')).toBe(false);
    const found = inFolders('helpers', 'suites').filter(({ text }) => byHand.test(text));
    // `/service` is no business operation, so it has no forms.
    expect(found.map(({ file }) => file)).toEqual(['helpers/journey/operational/operational.ts']);
  });

  test('no source names a folder of one machine', () => {
    const machinePath = /(?<![\w.])\/(?:home|Users|root)\/|[A-Z]:[\\/]+Users\b/;
    expect([['', 'home', 'somebody'].join('/'), ['C:', 'Users', 'somebody'].join('\\')].every((path) => machinePath.test(path))).toBe(true);
    expect(sources.flatMap(({ file, text }) => (machinePath.test(text) ? [file] : []))).toEqual([]);
  });

  test('nothing is read from beside the project', () => {
    const far = '../'.repeat(3);
    const beside = { file: 'tests/house/a.ts', text: `import '../../b.ts';\nimport '${far}c.ts';\njoin(import.meta.dirname, '${far}d');` };
    expect([...listImports(beside), ...listUrls(beside)].filter(climbs)).toEqual(['../c.ts', '../d']);
    const outside = sources.flatMap((source) =>
      [...listImports(source), ...listUrls(source)].filter(climbs).map((path) => `${source.file} reads ${path}`),
    );
    expect(outside).toEqual([]);
  });
});
