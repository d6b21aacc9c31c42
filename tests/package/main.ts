import { readFileSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { computeFingerprints } from '../../helpers/report/fingerprint/fingerprints.ts';
import { requireVerdictFile } from '../../helpers/report/files/verdict-record.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import { sayInstalled } from '../../pack/compiled.ts';
import { askPage, askSandbox, mustRun } from './commands.ts';
import { isOfPackage } from './expected.ts';

/**
 * `npm run package:test`: packs this checkout, installs the archive in an empty folder, and uses it on every Node it is for.
 * `--node 22` (may be repeated) tries those alone.
 */
const { values } = parseArgs({ options: { node: { type: 'string', multiple: true, default: ['20.19', '22', '24'] } } });

const root = join(import.meta.dirname, '../..');
const own = dirname(process.execPath);
const MB = 1_000_000;
const bounds = { packed: 2 * MB, installed: 120 * 2 ** 20, seconds: 60 };

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function must(holds: boolean, expected: string, received: unknown): void {
  if (!holds) throw new Error(`expected ${expected}, received ${String(received)}`);
}

const readVerdict = (folder: string): VerdictFile => requireVerdictFile(JSON.parse(readFileSync(join(folder, 'verdict.json'), 'utf8')));

/** On disk, as `du` counts it. */
const sizeOnDisk = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => sum + lstatSync(join(folder, name)).blocks * 512, 0);

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

async function pack(scratch: string): Promise<{ readonly archive: string; readonly size: number }> {
  const said = await mustRun(root, own, 'npm', ['pack', '--json', '--loglevel=error', '--pack-destination', scratch]);
  const [packed] = JSON.parse(said.slice(said.indexOf('[\n'))) as readonly Packed[];
  if (packed === undefined) throw new Error(`expected an archive, received ${said}`);
  const paths = packed.files.map(({ path }) => path);
  const foreign = paths.filter((path) => !isOfPackage(path));
  must(foreign.length === 0, 'only files of the package', foreign.join(', '));
  for (const path of ['dist/cli/main.js', 'dist/suites/index.d.ts', 'dist/cli/main.js.map', 'dist/bom.cdx.json'])
    must(paths.includes(path), `${path} in the package`, 'none');
  must(packed.size < bounds.packed, 'a package under 2 MB', packed.size);
  return { archive: join(scratch, packed.filename), size: packed.size };
}

/** Every package that is installed has its place in the list, with a license. npm may choose a later patch of what dependencies need. */
function mustListAll(home: string): void {
  const list = JSON.parse(readFileSync(join(home, 'node_modules/dmt-conformance/dist/bom.cdx.json'), 'utf8')) as {
    readonly components: readonly { readonly name: string; readonly version: string; readonly licenses?: readonly unknown[] }[];
  };
  const lock = JSON.parse(readFileSync(join(home, 'node_modules/.package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string }>>;
  };
  const listed = new Set(list.components.map(({ name }) => name));
  const installed = Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1) ?? '');
  const unlisted = installed.filter((name) => !listed.has(name) && name !== manifest.name);
  must(installed.length > 100 && unlisted.length === 0, 'every installed package in the CycloneDX list', unlisted.join(', '));
  const pinned = Object.entries(manifest.dependencies).filter(
    ([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version,
  );
  must(pinned.length === 0, 'the pinned version of each dependency', pinned.join(', '));
  const unlicensed = list.components.filter(({ licenses = [] }) => licenses.length === 0).map(({ name }) => name);
  must(unlicensed.length === 0, 'a license of every package', unlicensed.join(', '));
}

async function installNode(scratch: string, version: string): Promise<string> {
  const folder = join(scratch, `node-${version}`);
  mkdirSync(folder);
  await mustRun(folder, own, 'npm', ['install', '--no-save', '--prefix', folder, `node@${version}`]);
  return join(folder, 'node_modules/node/bin');
}

/** What a run of both tells about the suite: the checks, their places and the commands that repeat them. */
const tell = ({ run, checks }: VerdictFile): string =>
  JSON.stringify([
    run.suiteVersion,
    run.suiteFingerprint,
    run.planFingerprint,
    checks.map(({ id, verdict, where, reproduce }) => [id, verdict, where, sayInstalled(reproduce)]),
  ]);

async function tryOn(home: string, path: string, made: Bundled, report: string): Promise<void> {
  const call = (...args: readonly string[]): Promise<string> =>
    mustRun(home, path, 'npx', ['dmt-conformance', ...args], { DMT_FUZZ_RUNS: '0' });
  must((await call('--version')).trim().endsWith(manifest.version), manifest.version, 'another version');
  await call('--report-dir', report);
  const file = readVerdict(join(home, report));
  must(file.verdict === 'conformant', 'the sandbox to be conformant', file.verdict);
  must(tell(file) === tell(made.file), 'version, fingerprints, checks, places and commands of the checkout', 'others');
  const again = await call('verify', made.bundle);
  must(again.includes('judged again by the same release'), 'the bundle of the checkout judged by the same release', again);
  await call('doctor');
  const status = await askSandbox(home, path);
  must(status === 401, 'HTTP 401 of the sandbox without a token', status);
  const page = await askPage(home, path);
  must(new Set(page).size === 1 && page[0] === 200, 'HTTP 200 of the certification page and its files', page.join(', '));
  await call('bundle', '--report-dir', report);
  await mustRun(root, own, 'node', ['cli/main.ts', 'verify', findBundle(join(home, report))]);
}

interface Bundled {
  readonly bundle: string;
  readonly file: VerdictFile;
}

function findBundle(folder: string): string {
  const [name] = readdirSync(folder).filter((each) => each.endsWith('.zip'));
  if (name === undefined) throw new Error(`expected a bundle in ${folder}, received none`);
  return join(folder, name);
}

async function bundleOfCheckout(scratch: string): Promise<Bundled> {
  const folder = join(scratch, 'checkout');
  await mustRun(root, own, 'node', ['cli/main.ts', '--report-dir', folder], { DMT_FUZZ_RUNS: '0' });
  await mustRun(root, own, 'node', ['cli/main.ts', 'bundle', '--report-dir', folder]);
  const file = readVerdict(folder);
  must(file.run.suiteFingerprint === computeFingerprints(root).judging, 'the fingerprint of these sources', file.run.suiteFingerprint);
  return { bundle: findBundle(folder), file };
}

const scratch = mkdtempSync(join(tmpdir(), 'dmt-package-'));
try {
  const { archive, size } = await pack(scratch);
  say(`${basename(archive)}: ${(size / MB).toFixed(2)} MB`);
  const home = join(scratch, 'empty');
  mkdirSync(home);
  const start = performance.now();
  await mustRun(home, own, 'npm', ['install', '--prefer-offline', '--no-fund', '--no-audit', archive]);
  // A run adds Node's cache of compiled code.
  const installed = sizeOnDisk(join(home, 'node_modules'));
  await mustRun(home, own, 'npx', ['dmt-conformance']);
  const seconds = Math.round((performance.now() - start) / 1000);
  must(installed <= bounds.installed, 'at most 120 MB installed', `${(installed / 2 ** 20).toFixed(2)} MB`);
  say(`installed: ${(installed / 2 ** 20).toFixed(2)} MB · from an empty folder to the verdict: ${seconds} s`);
  mustListAll(home);
  const made = await bundleOfCheckout(scratch);
  for (const version of values.node) {
    await tryOn(home, await installNode(scratch, version), made, `report-${version}`);
    say(`Node ${version}: run, doctor, sandbox, page, bundle and verify agree with the checkout`);
  }
  // Last, since a busy machine says nothing about the rest.
  must(seconds < bounds.seconds, 'a verdict within 60 s', `${seconds} s`);
  say(
    `package good on Node ${values.node.join(', ')} · ${(size / MB).toFixed(2)} MB · installed ${Math.round(installed / 2 ** 20)} MB · verdict in ${seconds} s`,
  );
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
