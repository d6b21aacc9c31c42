import { packBytes, packData, unpackBytes, unpackData, type PageData } from './pack.ts';

/**
 * Allure scrolls to its first failed check; a reader has to see the verdict first, so until the first input the page stays at its top.
 * Allure reads `allureReportData` in base64. Each entry gets its hashes back and is encoded when it is asked for, so that a long report
 * opens at once.
 */
const unpackScript = `(async () => {
  const keepTop = ({ target }) => {
    if (target.hasAttribute?.('data-tree-scroll-container')) target.scrollTop = 0;
  };
  const root = document.documentElement;
  if (location.hash === '') {
    root.dataset.untouched = '';
    addEventListener('scroll', keepTop, true);
    const release = () => {
      delete root.dataset.untouched;
      removeEventListener('scroll', keepTop, true);
    };
    for (const kind of ['pointerdown', 'wheel', 'keydown', 'touchstart']) addEventListener(kind, release, { once: true, capture: true });
  }
  const unpack = (id) => {
    const packed = document.getElementById(id).textContent;
    const zipped = new Blob([Uint8Array.from(atob(packed), (character) => character.charCodeAt(0))]);
    return new Response(zipped.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  };
  const bytes = new Uint8Array(await unpack('packed-data'));
  const end = bytes.indexOf(10);
  const { lengths, paths } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  const contents = [];
  let from = end + 1;
  for (const length of lengths) contents.push(bytes.subarray(from, (from += length)));
  const hashAt = (number) => Array.from(contents[0].subarray(number * 16, number * 16 + 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const restore = (text) => text.replace(/\\u00ff([\\da-z]*);/g, (_, number) => (number === '' ? '\\u00ff' : hashAt(parseInt(number, 36))));
  const toBase64 = (content) => {
    let text = '';
    for (let at = 0; at < content.length; at += 32768) text += String.fromCharCode(...content.subarray(at, at + 32768));
    return btoa(restore(text));
  };
  window.allureReportData = {};
  for (const [path, number] of Object.entries(paths))
    Object.defineProperty(window.allureReportData, restore(path), { enumerable: true, get: () => toBase64(contents[number]) });
  const script = document.createElement('script');
  script.src = URL.createObjectURL(new Blob([await unpack('packed-program')], { type: 'text/javascript' }));
  document.body.append(script);
})();`;

const openScript = (id: string): string => `<script type="application/octet-stream" id="${id}">`;
const closing = '</script>';

/** The page's own program is compressed beside its data, which takes as long. */
export async function formatPackedScripts(program: Buffer, data: PageData, renamed: ReadonlyMap<string, string>): Promise<string> {
  const [packedProgram, packedData] = await Promise.all([packBytes(program), packData(data, renamed)]);
  return `${openScript('packed-program')}${packedProgram}${closing}\n${openScript('packed-data')}${packedData}${closing}\n<script>${unpackScript}</script>`;
}

export interface UnpackedPage {
  /** The page without its program and its data. */
  readonly shell: string;
  readonly program: Buffer;
  readonly data: PageData;
}

const packedScripts = new RegExp(
  `(?<=${openScript('packed-program')})([^<]+)(${closing}\n${openScript('packed-data')})([^<]+)(?=${closing})`,
);

/** Null when the page has no packed data. */
export function unpackPage(html: string): UnpackedPage | null {
  const [, program, between = '', data] = packedScripts.exec(html) ?? [];
  if (program === undefined || data === undefined) return null;
  return { shell: html.replace(packedScripts, () => between), program: unpackBytes(program), data: unpackData(data) };
}
