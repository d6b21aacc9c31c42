import { isRecord } from '../../core/json.ts';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

/**
 * How our files name one another, types too: after `from` and `import`, and for data after `import.meta.dirname` or in a `new URL`. A test
 * compares this with what Node's loader opens.
 */
const importPattern = /\b(?:from|import(?:\s*\()?|import\.meta\.dirname,|new URL\()\s*'(\.{1,2}\/[^']*)'/g;

/**
 * The root only says where files are, and `reports/` holds the output of runs. `node_modules/` holds packages, whose locked versions count,
 * and Node's cache, which grows. Of `package.json`, the locked versions count too.
 */
const ignoredPaths = /^(?:\.\/?|(?:reports|node_modules)(?:\/.*)?|package\.json)$/;

function listFiles(root: string, path: string): readonly string[] {
  const found = ignoredPaths.test(path) ? undefined : statSync(join(root, path), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(path, name.replaceAll(sep, '/')))
    .filter((name) => statSync(join(root, name)).isFile());
}

const findImports = (path: string, text: string): readonly string[] =>
  [...text.matchAll(importPattern)].map(([, name = '']) => posix.join(posix.dirname(path), name));

export type Sources = ReadonlyMap<string, string>;

/** These files and everything they import, without `excluded`. */
export function collectSources(root: string, names: readonly string[], excluded: Sources = new Map()): Sources {
  const found = new Map<string, string>();
  const named = new Set(names);
  for (const name of named) {
    for (const path of listFiles(root, name)) {
      if (excluded.has(path) || found.has(path)) continue;
      const text = readFileSync(join(root, path), 'utf8');
      found.set(path, text);
      if (path.endsWith('.ts')) for (const each of findImports(path, text)) named.add(each);
    }
  }
  return found;
}

export function readLockedPackages(root: string): readonly string[] {
  const lock: unknown = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const packages = isRecord(lock) && isRecord(lock['packages']) ? Object.entries(lock['packages']) : [];
  return packages.flatMap(([path, about]) =>
    path === '' || !isRecord(about) || about['dev'] === true ? [] : [`${path} ${String(about['version'])}`],
  );
}
