import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reportPagePath } from '../../helpers/report/model/file-names.ts';
import { headers } from './headers.ts';

const [json, text] = ['application/json; charset=utf-8', 'text/plain; charset=utf-8'];
const types: Readonly<Record<string, string>> = {
  ...{ '.html': 'text/html; charset=utf-8', '.css': 'text/css; charset=utf-8', '.js': 'text/javascript; charset=utf-8' },
  ...{ '.json': json, '.har': json, '.md': text, '.xml': text },
};

export interface ServedFile {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Plain names, joined by slashes. So no name leads out of a folder, and none is hidden. */
const isPlainPath = (path: string): boolean => /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/.test(path);

/** Null unless the path is a file within the folder, also after links are followed. */
function readWithin(folder: string, path: string): Buffer<ArrayBuffer> | null {
  if (!isPlainPath(path)) return null;
  try {
    const [root, file] = [realpathSync(folder), realpathSync(join(folder, path))];
    if (!file.startsWith(root + sep) || !statSync(file).isFile()) return null;
    return Buffer.from(readFileSync(file));
  } catch {
    return null;
  }
}

function serveFile(folder: string, path: string, headersOf: (bytes: Buffer) => ServedFile['headers']): ServedFile | null {
  const type = types[extname(path)];
  const bytes = type === undefined ? null : readWithin(folder, path);
  return type === undefined || bytes === null ? null : { bytes, headers: { ...headersOf(bytes), 'Content-Type': type } };
}

const pageFolder = join(import.meta.dirname, '../page');
/** A package carries the renderer beside the page; a checkout has it where npm installed it. */
const carried = join(pageFolder, 'lib');
const findInstalled = (): string => /^.*[\\/]lit-html(?=[\\/])/.exec(fileURLToPath(import.meta.resolve('lit-html')))?.[0] ?? '';
const rendererFolder = existsSync(join(carried, 'lit-html.js')) ? carried : findInstalled();

/** The page's own files, and those of its renderer. */
export function servePageFile(path: string): ServedFile | null {
  const [folder, name] = path.startsWith('lib/') ? [rendererFolder, path.slice('lib/'.length)] : [pageFolder, path];
  return serveFile(folder, name, () => headers.page);
}

/** What a person may look at; journals, ledger, state and the key of the stand-ins stay where they are. */
const shown =
  /^((decision|specification|contract-diff)\.html|cards\/[^/]+\.(html|md)|(verdict|decision)\.json|summary\.md|junit\.xml|evidence\.har)$/;

/** Our own pages name the hash of their script before anything else that they hold. */
const findScriptHash = (bytes: Buffer): string | null =>
  /^[\s\S]{0,600}?script-src '(sha256-[A-Za-z0-9+/=]+)'/.exec(bytes.subarray(0, 1200).toString('latin1'))?.[1] ?? null;

/** Without our origin, a page has no storage; Allure's asks for it. This one forgets everything. */
const forgetfulStorage = Buffer.from(
  `<script>for (const name of ['localStorage', 'sessionStorage']) { const kept = new Map(); Object.defineProperty(window, name, { value: {
getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, String(value)), removeItem: (key) => void kept.delete(key) } }); }</script>`,
);

function serveAllure(folder: string): ServedFile | null {
  const file = serveFile(folder, reportPagePath, () => headers.allure);
  const from = (file?.bytes.indexOf('<head>') ?? -1) + '<head>'.length;
  if (file === null || from < '<head>'.length) return file;
  return { ...file, bytes: Buffer.concat([file.bytes.subarray(0, from), forgetfulStorage, file.bytes.subarray(from)]) };
}

export function serveReportFile(folder: string, path: string): ServedFile | null {
  if (path === reportPagePath) return serveAllure(folder);
  return shown.test(path) ? serveFile(folder, path, (bytes) => headers.report(findScriptHash(bytes))) : null;
}
