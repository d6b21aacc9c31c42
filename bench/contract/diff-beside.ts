import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareDescriptions } from '../../helpers/contract/compare/diff.ts';
import { parseDescription } from '../../helpers/contract/read/read.ts';
import { changes, harmless } from '../../tests/contract/changes.ts';
import { edited, fixture, type Edit } from '../../tests/contract/edits.ts';

/** It reads OpenAPI 2.0. The bench installs it from the registry, because the product does not depend on it. */
const library = { name: 'openapi-diff', version: '0.24.1' } as const;

/** Whether the change breaks a partner, differs harmlessly, is not noticed, or cannot be compared. */
type DifferAnswer = 'breaking' | 'differs' | 'nothing' | 'refused';
type Differ = (before: string, after: string) => DifferAnswer | Promise<DifferAnswer>;

function toDifferAnswer(breaking: boolean, any: boolean): DifferAnswer {
  if (breaking) return 'breaking';
  return any ? 'differs' : 'nothing';
}

const ownDiffer: Differ = (before, after) => {
  const expected = parseDescription(before);
  const live = parseDescription(after);
  if (!expected.ok || !live.ok) return 'refused';
  const findings = compareDescriptions(expected.description, live.description);
  const breaking = findings.some(({ severity }) => severity === 'fail');
  return toDifferAnswer(breaking, findings.length > 0);
};

interface Outcome {
  readonly breakingDifferencesFound: boolean;
  readonly nonBreakingDifferences: readonly unknown[];
  readonly unclassifiedDifferences: readonly unknown[];
}
interface Library {
  readonly diffSpecs: (pair: Readonly<Record<'sourceSpec' | 'destinationSpec', object>>) => Promise<Outcome>;
}

const isLibrary = (value: unknown): value is Library =>
  typeof value === 'object' && value !== null && 'diffSpecs' in value && typeof value.diffSpecs === 'function';

/** Throws when npm cannot install it, as without a network. */
function installLibrary(folder: string): Library {
  const wanted = `${library.name}@${library.version}`;
  execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', wanted], {
    stdio: 'ignore',
  });
  const loaded: unknown = createRequire(join(folder, 'package.json'))(library.name);
  if (!isLibrary(loaded)) throw new Error(`expected ${wanted} to export diffSpecs, received something else`);
  return loaded;
}

const libraryDiffer =
  ({ diffSpecs }: Library): Differ =>
  async (before, after) => {
    const spec = (content: string): object => ({ content, location: 'description', format: 'swagger2' });
    const pair = { sourceSpec: spec(before), destinationSpec: spec(after) };
    const outcome = await diffSpecs(pair).catch(() => null);
    if (outcome === null) return 'refused';
    const { breakingDifferencesFound, nonBreakingDifferences, unclassifiedDifferences } = outcome;
    return toDifferAnswer(
      breakingDifferencesFound,
      breakingDifferencesFound || nonBreakingDifferences.length + unclassifiedDifferences.length > 0,
    );
  };

const partner = fixture('partner');
const before = JSON.stringify(partner);
const editedTexts = (edits: readonly { readonly edits: readonly Edit[] }[]): readonly string[] =>
  edits.map((one) => JSON.stringify(edited(partner, one.edits)));

interface Measured {
  readonly ms: number;
  readonly seeded: readonly DifferAnswer[];
  readonly rewritten: readonly DifferAnswer[];
}

async function askInTurn(differ: Differ, after: readonly string[]): Promise<readonly DifferAnswer[]> {
  const said: DifferAnswer[] = [];
  for (const text of after) said.push(await differ(before, text));
  return said;
}

async function measure(differ: Differ): Promise<Measured> {
  const changed = editedTexts(changes);
  const same = editedTexts(harmless);
  await differ(before, before);
  const started = performance.now();
  const seeded = await askInTurn(differ, changed);
  const rewritten = await askInTurn(differ, same);
  return { ms: performance.now() - started, seeded, rewritten };
}

const isBreakingByIndex = changes.map(({ plain }) => plain === 'fail');

function formatRow(name: string, { ms, seeded, rewritten }: Measured): string {
  const count = (all: readonly DifferAnswer[], ...words: readonly DifferAnswer[]): number =>
    all.filter((said) => words.includes(said)).length;
  const ofBreaking = seeded.filter((_, index) => isBreakingByIndex[index]);
  const cells = [
    count(seeded, 'breaking', 'differs'),
    count(seeded, 'nothing', 'refused'),
    count(ofBreaking, 'breaking'),
    count(rewritten, 'breaking', 'differs'),
    count(rewritten, 'breaking'),
    count([...seeded, ...rewritten], 'refused'),
    (ms / (seeded.length + rewritten.length)).toFixed(2),
  ];
  return [name.padEnd(24), ...cells.map((cell) => String(cell).padStart(9))].join('');
}

/** Runs our comparison and a library's over the table of seeded changes. False when npm cannot install the library. */
export async function diffBeside(tell: (line: string) => void): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'dmt-beside-'));
  try {
    const beside = libraryDiffer(installLibrary(folder));
    tell(
      `${changes.length} seeded changes, ${isBreakingByIndex.filter(Boolean).length} of them breaking; ${harmless.length} harmless rewrites. The table is our own test.`,
    );
    tell(
      ['', 'found', 'missed', 'breaking', 'alarms', 'breaking', 'refused', 'ms a pair']
        .map((word, n) => (n === 0 ? word.padEnd(24) : word.padStart(9)))
        .join(''),
    );
    tell(formatRow('dmt-conformance', await measure(ownDiffer)));
    tell(formatRow(`${library.name} ${library.version}`, await measure(beside)));
    return true;
  } catch (error) {
    tell(
      `expected to install ${library.name}@${library.version} with npm, received: ${error instanceof Error ? error.message : String(error)}`,
    );
    tell('this comparison needs the package registry: run it with a network');
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
