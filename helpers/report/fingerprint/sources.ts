import { isRecord } from '../../core/json.ts';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * How files of this house name one another, types included, since they are read as they are written: behind `from` and `import`,
 * and, for data, behind `import.meta.dirname` or in a `new URL`. Whatever Node's loader opens is found by one of these, which a test holds against a run.
 */
const importPattern = /\b(?:from|import(?:\s*\()?|import\.meta\.dirname,|new URL\()\s*'(\.{1,2}\/[^']*)'/g;

/** The root only says where files are, `reports/` is what runs leave, and of `package.json` the versions count, as they are locked. */
const ignoredPaths = /^(?:\.\/?|reports(?:\/.*)?|package\.json)$/;

/** The file of that name, or all files of a folder. */
function listFiles(root: string, path: string): readonly string[] {
  const found = ignoredPaths.test(path) ? undefined : statSync(join(root, path), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(path, name))
    .filter((name) => statSync(join(root, name)).isFile());
}

const findImports = (path: string, text: string): readonly string[] =>
  [...text.matchAll(importPattern)].map(([, name = '']) => posix.join(posix.dirname(path), name));

/** Files by name, as they are written. */
export type Sources = ReadonlyMap<string, string>;

/** The files of these names, and all that they name in turn, without those of `known`. */
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

/** What `npm ci` installs for running, each with its version. */
export function readLockedPackages(root: string): readonly string[] {
  const lock: unknown = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const packages = isRecord(lock) && isRecord(lock['packages']) ? Object.entries(lock['packages']) : [];
  return packages.flatMap(([path, about]) =>
    path === '' || !isRecord(about) || about['dev'] === true ? [] : [`${path} ${String(about['version'])}`],
  );
}
