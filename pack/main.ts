import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { computeFingerprints, packedFingerprintsFile } from '../helpers/report/fingerprint/fingerprints.ts';
import { settleBillOfMaterials } from './bill-of-materials.ts';
import { placeBeside, sayInstalled } from './compiled.ts';
import { keepRunTimePackages } from './locked.ts';

/** `npm pack` runs this before, and `--clean` afterwards: what it makes is in nobody's way in a checkout. */
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const shrinkwrap = join(root, 'npm-shrinkwrap.json');

/** Read at run time, beside what is compiled. */
const data = ['schemas/*.json', 'specs/contract.swagger.json', 'docs/decisions/readings/[0-9]*.md'];

const readJson = (text: string): unknown => JSON.parse(text);
const formatJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

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
}

/** npm itself lists what is installed, with licenses. On Windows npm is a script, which needs a shell. */
function listMaterials(): unknown {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'];
  const made = execFileSync('npm', args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 2 ** 26 });
  return settleBillOfMaterials(readJson(made), manifest.name);
}

function clean(): void {
  rmSync(dist, { recursive: true, force: true });
  rmSync(shrinkwrap, { force: true });
}

function build(): void {
  clean();
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'pack')], { stdio: 'inherit' });
  rewrite('**/*.js', sayInstalled);
  rewrite('**/*.map', placeBeside);
  copyData();
  writeFileSync(join(dist, packedFingerprintsFile), formatJson(computeFingerprints(root)));
  writeFileSync(join(dist, 'bom.cdx.json'), formatJson(listMaterials()));
  writeFileSync(shrinkwrap, formatJson(keepRunTimePackages(readJson(readFileSync(join(root, 'package-lock.json'), 'utf8')))));
}

if (process.argv.includes('--clean')) clean();
else build();
