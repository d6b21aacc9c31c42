import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, sources, type Source } from './sources.ts';

type Read = Pick<Source, 'file' | 'text'>;

const named = /\bimport\s+\{([^}]*)\}\s*from\s*'(\.[^']+)'/g;
const whole = /\bimport\s+\*\s+as\s+\w+\s+from\s*'(\.[^']+)'|\bimport\(\s*['"`](\.[^'"`]+)/g;
const exported = /^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm;

const fromRoot = (file: string, path: string): string => relative(root, join(root, dirname(file), path));

/** `file name` for each name that a file imports, `file` where it imports all of it. */
const listUsed = ({ file, text }: Read): string[] => [
  ...[...text.matchAll(named)].flatMap(([, names = '', path = '']) =>
    names.split(',').map((name) => `${fromRoot(file, path)} ${name.trim().split(/\s+as\s+/)[0] ?? ''}`),
  ),
  ...[...text.matchAll(whole)].map(([, all, dynamic]) => fromRoot(file, all ?? dynamic ?? '')),
];

/** Values alone: a type may be exported because a signature names it. */
function listUnused(all: readonly Read[]): string[] {
  const used = new Set(all.flatMap(listUsed));
  return all
    .filter(({ file }) => !used.has(file))
    .flatMap(({ file, text }) => [...text.matchAll(exported)].map(([, name = '']) => `${file} ${name}`))
    .filter((one) => !used.has(one));
}

describe('what a file exports', () => {
  test('the search sees it', () => {
    const file = 'cli/a.ts';
    const text = 'export const a = 1;\nexport async function b() {}\nexport const c = 2;\nexport type D = 1;';
    const users = ["import { a, type D } from './a.ts';", "import {\n  b as other,\n} from './a.ts';"].join('\n');
    expect(
      listUnused([
        { file, text },
        { file: 'cli/b.ts', text: users },
      ]),
    ).toEqual(['cli/a.ts c']);
    expect(
      listUnused([
        { file, text },
        { file: 'cli/b.ts', text: "await import('./a.ts');" },
      ]),
    ).toEqual([]);
  });

  test('is used by another file', () => {
    // It stands in for modules of the program, and has their names.
    expect(listUnused(sources).filter((one) => !one.startsWith('tests/program/replaced.ts '))).toEqual([]);
  });
});
