import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unpackPage } from '../../helpers/report/allure/page/shell.ts';
import { digitsAsAscii } from '../redaction/shapes.ts';

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

function decodePart(part: string): string {
  const bytes = Buffer.from(part, 'base64');
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** The page's program is the same in every report and full of numbers. */
function openPage({ name, text }: NamedText): NamedText[] | null {
  const page = unpackPage(text);
  if (page === null) return null;
  return [
    { name, text: page.shell },
    ...[...page.data].map(([path, content]) => ({ name: `${name}, ${path}`, text: content.toString('utf8') })),
  ];
}

/** Decodes embedded data of a page and of attachments. In base64, digits occur by chance. */
export function openText({ name, text }: NamedText): NamedText[] {
  const page = openPage({ name, text });
  if (page !== null) return page.flatMap(openText);
  const inner: NamedText[] = [];
  // The page's program is the same in every report and full of numbers.
  const written = text.replaceAll(/data:text\/javascript;base64,[A-Za-z0-9+/]+={0,2}/g, '');
  const around = written.replaceAll(/[A-Za-z0-9+/]{80,}={0,2}/g, (part) => {
    const plain = decodePart(part);
    inner.push({ name: `${name}, part ${inner.length}`, text: plain });
    return /^[{[]/.test(plain) ? '' : part;
  });
  return [{ name, text: around }, ...inner];
}

/** Every file in the folders, and the output, each decoded. */
export function everyText(said: string, folders: readonly string[]): NamedText[] {
  const files = folders.flatMap((folder) =>
    globSync('**/*', { cwd: folder })
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') })),
  );
  return [{ name: 'the console', text: said }, ...files].flatMap(openText);
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** In a whole run, hashes, times in milliseconds and stand-ins contain any digits by chance. */
export const isDigitsByChance = (word: string): boolean => /^[\da-f]{24,}$/i.test(word) || /^1[678]\d{11}$|^\d{10}$|^\d{12}$/.test(word);

/** Decodes what can hide a code: escapes of JSON and URLs, NULs, digits of other scripts, exponents. */
const decodeHiddenDigits = (text: string): string =>
  digitsAsAscii(
    text
      .replaceAll(/(?<!\\)\\+u00([2-7][\da-f])|%([2-7][\da-f])/gi, (_, point?: string, byte?: string) =>
        String.fromCharCode(Number.parseInt(point ?? byte ?? '', 16)),
      )
      .replaceAll(/(?<!\\)\\+u0000|\0/g, ''),
  ).replaceAll(/\d\.\d+e\d+/g, (number) => String(Number(number)));

const decodePercent = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};

const decodeBase64 = (word: string): string => (word.length < 400 ? Buffer.from(word, 'base64').toString('latin1') : '');

/** Words that contain a code: as it is, repeated, encoded, or in base64. */
export function wordsWith(text: string, find: RegExp, byChance: (word: string) => boolean = () => false): string[] {
  const encoded = (text.match(/(?:%[\da-f]{2}|[\w.~-])+/gi) ?? []).filter((part) => part.includes('%')).map(decodePercent);
  const plain = [text, ...encoded].map((each) => decodeHiddenDigits(decodeHiddenDigits(each))).join('\n');
  const splitWords = (each: string): string[] => each.match(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\w+/gi) ?? [];
  const words = [...splitWords(plain), ...Array.from(new Set(plain.match(/[\w+/-]{6,}/g) ?? []), decodeBase64).flatMap(splitWords)];
  return words.filter((word) => !uuid.test(word) && !byChance(word)).flatMap((word) => Array.from(word.matchAll(find), ([found]) => found));
}
