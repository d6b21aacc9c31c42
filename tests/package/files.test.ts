import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { settleBillOfMaterials } from '../../pack/bill-of-materials.ts';
import { placeBeside, sayInstalled } from '../../pack/compiled.ts';
import { keepRunTimePackages } from '../../pack/locked.ts';
import { isOfPackage } from './expected.ts';

const root = join(import.meta.dirname, '../..');

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

test('npm packs nothing of a checkout but what a package is made of', () => {
  const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  const [packed] = JSON.parse(said) as readonly Packed[];
  const paths = (packed?.files ?? []).map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['package.json', 'README.md', 'CHANGELOG.md', 'cli/bin.js']));
  expect(paths.filter((path) => !isOfPackage(path))).toEqual([]);
});

test('the search sees what does not belong', () => {
  expect(['tests/a.ts', 'dist/tests/a.js', 'dist/cli/main.ts', '.env', 'reports/verdict.json'].filter(isOfPackage)).toEqual([]);
});

test('the changelog has the version of the package', () => {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const [latest] = [...changelog.matchAll(/^## \[(\d[^\]]*)\]/gm)].map(([, version]) => version);
  expect(latest).toBe(manifest.version);
});

test.each([
  ['npm run conformance', 'npx dmt-conformance'],
  ['npm run conformance -- report', 'npx dmt-conformance report'],
  ['npm run --silent conformance -- diff a b', 'npx dmt-conformance diff a b'],
  ['npm run --silent sandbox -- --port 1', 'npx dmt-conformance sandbox --port 1'],
  ['npm run --silent sandbox\\n', 'npx dmt-conformance sandbox\\n'],
  ['npm run proof', 'npm run proof'],
])('who has the package reads %s as a call of the program', (written, read) => {
  expect(sayInstalled(written)).toBe(read);
});

test('a place in compiled code has the name of its source', () => {
  const map = placeBeside('{"version":3,"sources":["../../../suites/balance/money.ts"],"mappings":"AAAA"}');
  expect(JSON.parse(map)).toEqual({ version: 3, sources: ['money.ts'], mappings: 'AAAA' });
});

test('of what is locked, the list of materials sees what runs, and what the archive carries', () => {
  const lock = {
    lockfileVersion: 3,
    packages: {
      '': { name: 'a', dependencies: { b: '1.0.0' }, devDependencies: { c: '1.0.0', d: '2.0.0' } },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/c': { dev: true },
      'node_modules/d': { version: '2.0.0', dev: true, dependencies: { e: '1.0.0' } },
    },
  };
  expect(JSON.parse(JSON.stringify(keepRunTimePackages(lock, 'd')))).toEqual({
    lockfileVersion: 3,
    packages: {
      '': { name: 'a', dependencies: { b: '1.0.0', d: '2.0.0' } },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/d': { version: '2.0.0' },
    },
  });
  expect(() => keepRunTimePackages({}, 'd')).toThrow('expected packages in package-lock.json');
});

test('the list of materials does not depend on folder and minute', () => {
  const made = { serialNumber: 'urn:a', metadata: { timestamp: 'now', component: { name: 'folder', type: 'library' } }, components: [] };
  expect(JSON.parse(JSON.stringify(settleBillOfMaterials(made, 'dmt-conformance')))).toEqual({
    metadata: { component: { name: 'dmt-conformance', type: 'application' } },
    components: [],
  });
  expect(() => settleBillOfMaterials('npm: unknown command', 'a')).toThrow('expected a CycloneDX list');
});
