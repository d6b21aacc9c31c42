/** A command of the night; the last line it prints tells its counts. */
export interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

/** By a word of `npm run bench --`: each sweeps what `npm test` tries a few of. */
const benches = ['repeat', 'fuzz', 'walks', 'secrets', 'chaos', 'kill', 'broken', 'hostile', 'addresses', 'mixtures'] as const;

/** The oldest Node that runs the TypeScript of a checkout, and the newest. A package also runs on Node 20. */
const versions = ['22.19.0', 'latest'] as const;

const bench = (word: string): Step => ({ name: word, command: ['node', 'bench/main.ts', word] });

const onNode = (version: string): Step => ({
  name: `node ${version}`,
  command: ['npx', '--yes', `--package=node@${version}`, '--', 'node', 'cli/main.ts', '--report-dir', 'reports/night'],
});

/** What only a night has the time for. */
export const steps: readonly Step[] = [
  { name: 'proof', command: ['node', 'tests/proof/main.ts', '--full', '--report-dir', 'reports/night'] },
  { name: 'tests', command: ['npm', 'run', '--silent', 'test:all'] },
  ...benches.map(bench),
  ...versions.map(onNode),
  { name: 'a11y', command: ['node', 'tests/a11y/main.ts'] },
  { name: 'page', command: ['node', 'tests/ui/main.ts'] },
  { name: 'package', command: ['node', 'tests/package/main.ts'] },
];
