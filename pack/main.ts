import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { computeFingerprints, packedFingerprintsFile } from '../helpers/report/fingerprint/fingerprints.ts';
import { settleBillOfMaterials } from './bill-of-materials.ts';
import { placeBeside, sayInstalled } from './compiled.ts';
import { addCarried, keepRunTimePackages } from './locked.ts';

/** `npm pack` runs this before, and `--clean` afterwards: a checkout keeps none of what it makes. */
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

/** Read at run time, beside what is compiled. */
const data = ['schemas/*.json', 'specs/contract.swagger.json', 'docs/decisions/readings/[0-9]*.md', 'ui/page/*.{html,css,js}'];

/** The page's renderer, whose whole package is a hundred times what a browser loads of it. */
const carried = 'lit-html';
const carriedFiles = ['LICENSE', 'lit-html.js', 'directive.js', 'directive-helpers.js', 'directives/repeat.js'];

const readJson = (text: string): unknown => JSON.parse(text);
const formatJson = (value: unknown): string => `${JSON.stringify(value)}\n`;

function rewrite(pattern: string, change: (text: string) => string): void {
  for (const name of globSync(pattern, { cwd: dist })) {
    const file = join(dist, name);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
}

function copyData(): void {
  for (const name of globSync(data, { cwd: root })) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    cpSync(join(root, name), join(dist, name));
  }
  // What only programs read needs no indentation.
  rewrite('specs/*.json', (text) => formatJson(readJson(text)));
  for (const name of carriedFiles) cpSync(join(root, 'node_modules', carried, name), join(dist, 'ui/page/lib', name));
}

/**
 * npm itself lists what is locked, with licenses. It looks at a folder without what is for development: with `--omit dev`, it leaves out
 * whatever development needs too. On Windows npm is a script, which needs a shell.
 */
function listMaterials(locked: object): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'dmt-materials-'));
  writeFileSync(
    join(folder, 'package.json'),
    formatJson(addCarried({ ...manifest, devDependencies: {} }, carried, manifest.devDependencies[carried])),
  );
  writeFileSync(join(folder, 'package-lock.json'), formatJson(locked));
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  try {
    const made = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 2 ** 26 });
    return settleBillOfMaterials(readJson(made), manifest.name);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function clean(): void {
  rmSync(dist, { recursive: true, force: true });
}

function build(): void {
  clean();
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'pack')], { stdio: 'inherit' });
  copyData();
  rewrite('**/*.js', sayInstalled);
  rewrite('**/*.map', placeBeside);
  const locked = keepRunTimePackages(readJson(readFileSync(join(root, 'package-lock.json'), 'utf8')), carried);
  writeFileSync(join(dist, packedFingerprintsFile), formatJson(computeFingerprints(root)));
  writeFileSync(join(dist, 'bom.cdx.json'), formatJson(listMaterials(locked)));
}

if (process.argv.includes('--clean')) clean();
else build();
