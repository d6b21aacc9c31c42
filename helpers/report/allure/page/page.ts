import { createScriptTag } from '@allurereport/core-api';
import { sha256 } from '../../../core/sha256.ts';
import { frame } from './frame.ts';
import type { PageData } from './pack.ts';
import { formatPackedScripts } from './shell.ts';
import { orderTree } from './tree.ts';
import type { VerdictFile } from '../../model/verdict-file.ts';

/** Allure's page loads a script for usage statistics, its only request. Evidence must stay on this machine. */
const analyticsScripts =
  /\s*<script async src="https:\/\/www\.googletagmanager\.com[^>]*><\/script>\s*<script>\s*window\.dataLayer[\s\S]*?<\/script>/g;

const isShown = (path: string): boolean => /^(?:data|widgets)\//.test(path);

/** The ring counts checks, so a run that must not be signed was green by 99 percent. */
const emptyRing = Buffer.from(JSON.stringify({ slices: [], percentage: 0 }));

type Edit = (content: Buffer, file: VerdictFile) => Buffer;

const editByName: Readonly<Record<string, Edit>> = {
  'pie_chart.json': () => emptyRing,
  'tree.json': (content, file) => Buffer.from(JSON.stringify(orderTree(JSON.parse(content.toString('utf8')), file))),
};

function editData([path, content]: readonly [string, Buffer], file: VerdictFile): readonly [string, Buffer] {
  const edit = path.startsWith('widgets/') ? editByName[path.slice(path.lastIndexOf('/') + 1)] : undefined;
  return [path, edit === undefined ? content : edit(content, file)];
}

const attachmentPattern = /^data\/attachments\/([\da-f]{32})(\..+)$/;

/** Allure gives each check a copy of an exchange under a hash of its own. Returns the first hash with the same content, by hash. */
function findFirstHashes(data: PageData): ReadonlyMap<string, string> {
  const firsts = new Map<string, string>();
  const firstByHash = new Map<string, string>();
  for (const [path, content] of data) {
    const [, hash, extension] = attachmentPattern.exec(path) ?? [];
    if (hash === undefined) continue;
    const key = `${extension} ${sha256(content)}`;
    const first = firsts.get(key) ?? hash;
    firsts.set(key, first);
    firstByHash.set(hash, first);
  }
  return firstByHash;
}

/** Under these keys Allure names what is inside the page. Text of an exchange never looks like this: there each quote has a backslash. */
const innerName = /"(?:id|externalId|nodeId|retryHash|stepId)":"([\da-f]{32})"/g;

/** A number in place of each inner name, as it compresses and a hash does not. The address of a test in the page names its result, which stays. */
function numberInnerNames(data: PageData): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>();
  for (const [path, content] of data) {
    if (attachmentPattern.test(path)) continue;
    for (const [, name = ''] of content.toString('latin1').matchAll(innerName))
      if (!numbers.has(name) && !data.has(`data/test-results/${name}.json`)) numbers.set(name, numbers.size.toString(16).padStart(32, '0'));
  }
  return numbers;
}

function renameHashes(data: PageData): ReadonlyMap<string, string> {
  const firsts = findFirstHashes(data);
  const numbers = numberInnerNames(data);
  const rename = (hash: string): string => numbers.get(firsts.get(hash) ?? hash) ?? firsts.get(hash) ?? hash;
  return new Map([...firsts.keys(), ...numbers.keys()].map((hash) => [hash, rename(hash)]));
}

/** Of the only environment. Its widgets are those of all environments, in another order. */
const ownWidgets = 'widgets/default/';

const withOneWidgetEach = (files: PageData): PageData =>
  new Map([...files].map(([path, content]) => [path, files.get(path.replace(ownWidgets, 'widgets/')) ?? content]));

/** One page that works offline, made of the files that Allure wrote. */
export async function buildPage(files: PageData, file: VerdictFile): Promise<string> {
  const html = files.get('index.html')?.toString('utf8');
  const [name, program] = [...files].find(([path]) => path.endsWith('.js')) ?? [];
  const tag = createScriptTag(name ?? '');
  if (html === undefined || program === undefined || !html.includes(tag))
    throw new Error('expected index.html and one program of the Allure report, received other files');
  const shown = new Map([...files].filter(([path]) => isShown(path)).map((entry) => editData(entry, file)));
  const data = withOneWidgetEach(shown);
  const scripts = await formatPackedScripts(program, data, renameHashes(data));
  return frame(html.replace(analyticsScripts, ''), file).replace(tag, () => scripts);
}
