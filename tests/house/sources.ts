import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export const root = join(import.meta.dirname, '../..');

const topFolders = ['schemas', 'specs', 'helpers', 'suites', 'ui', 'cli', 'sandbox', 'tests', 'bench', 'pack'] as const;

export interface Source {
  /** From the root. */
  readonly file: string;
  readonly top: string;
  readonly text: string;
}

export const sources: readonly Source[] = globSync(`{${topFolders.join(',')}}/**/*.{ts,js,mjs}`, { cwd: root }).map((file) => ({
  file,
  top: file.split('/')[0] ?? '',
  text: readFileSync(join(root, file), 'utf8'),
}));

export const inFolders = (...names: readonly string[]): Source[] => sources.filter(({ top }) => names.includes(top));

const importing = /^\s*(?:import|export)\b[^'"]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

/** What a file imports, types included: a path from the root, or the name of a package. */
export const listImports = ({ file, text }: Pick<Source, 'file' | 'text'>): string[] =>
  [...text.matchAll(importing)]
    .map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')
    .map((name) => (name.startsWith('.') ? relative(root, join(root, dirname(file), name)) : name));

export const isOurs = (path: string): boolean => topFolders.some((top) => path.startsWith(`${top}/`));
