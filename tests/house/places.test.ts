import { describe, expect, test } from 'vitest';
import { listImports, inFolders, sources } from './sources.ts';

const reads = (pattern: RegExp): string[] =>
  inFolders('specs', 'helpers', 'suites', 'ui', 'cli', 'sandbox').flatMap(({ file, text }) => (pattern.test(text) ? [file] : []));

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

  test('nothing is read from beside the project', () => {
    const outside = sources
      .filter(({ file, text }) => file !== 'tests/house/places.test.ts' && /\.\.\/shared\b|\/work\//.test(text))
      .map(({ file }) => file);
    expect(outside).toEqual([]);
    const escaping = sources.flatMap((source) =>
      listImports(source)
        .filter((path) => path.startsWith('..'))
        .map((path) => `${source.file} imports ${path}`),
    );
    expect(escaping).toEqual([]);
  });
});
