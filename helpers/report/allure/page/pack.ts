import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { sha256 } from '../../../core/sha256.ts';

/** Data of a page by its path. Paths with the same content share it. */
export type PageData = ReadonlyMap<string, Buffer>;

interface Index {
  /** Lengths of the different contents, in order. The first content is the list of hashes, in bytes. */
  readonly lengths: readonly number[];
  /** For each path, the number of its content. */
  readonly paths: Readonly<Record<string, number>>;
}

const isIndex = (value: unknown): value is Index => typeof value === 'object' && value !== null && 'lengths' in value && 'paths' in value;

/**
 * Allure names everything by an MD5 hash. Compression finds a hash again only within 32 KB, so each is listed once and has a number. The
 * mark before a number is a byte that UTF-8 never has.
 */
const hashOrMark = /\u00ff|[\da-f]{32}/g;
const numbered = /\u00ff([\da-z]*);/g;
const hashBytes = 16;

interface Hashes {
  readonly shorten: (text: string) => string;
  readonly list: () => Buffer;
}

function collectHashes(renamed: ReadonlyMap<string, string>): Hashes {
  const numbers = new Map<string, number>();
  const numberOf = (hash: string): string => {
    const name = renamed.get(hash) ?? hash;
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number.toString(36);
  };
  return {
    shorten: (text) => text.replaceAll(hashOrMark, (found) => `\u00ff${found === '\u00ff' ? '' : numberOf(found)};`),
    list: () => Buffer.from([...numbers.keys()].join(''), 'hex'),
  };
}

/** Content is written once, however many paths have it: most exchanges are shown by many checks. */
function toBytes(data: PageData, renamed: ReadonlyMap<string, string>): Buffer {
  const { shorten, list } = collectHashes(renamed);
  const numbers = new Map<string, number>();
  const contents: Buffer[] = [];
  const paths: Record<string, number> = {};
  for (const [path, content] of data) {
    const key = sha256(content);
    const number = numbers.get(key) ?? contents.push(Buffer.from(shorten(content.toString('latin1')), 'latin1'));
    numbers.set(key, number);
    paths[shorten(path)] = number;
  }
  contents.unshift(list());
  const index: Index = { lengths: contents.map(({ length }) => length), paths };
  return Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...contents]);
}

function restoreHashes(text: string, hashes: Buffer): string {
  const hashAt = (number: number): string => hashes.toString('hex', number * hashBytes, (number + 1) * hashBytes);
  return text.replaceAll(numbered, (_, number: string) => (number === '' ? '\u00ff' : hashAt(Number.parseInt(number, 36))));
}

/** The highest level takes almost twice as long and saves a hundredth. */
const compressionLevel = 7;

const compress = promisify(gzip);

/** Base64 of compressed bytes, for a script element. It never contains markup. */
export const packBytes = async (bytes: Buffer): Promise<string> => (await compress(bytes, { level: compressionLevel })).toString('base64');

export const unpackBytes = (packed: string): Buffer => gunzipSync(Buffer.from(packed, 'base64'));

/** Hashes may be renamed, in paths and contents alike. */
export const packData = (data: PageData, renamed: ReadonlyMap<string, string> = new Map()): Promise<string> =>
  packBytes(toBytes(data, renamed));

export function unpackData(packed: string): PageData {
  const bytes = unpackBytes(packed);
  const end = bytes.indexOf('\n');
  const index: unknown = JSON.parse(bytes.toString('utf8', 0, end));
  if (!isIndex(index)) throw new Error('expected an index before the data of the page, received something else');
  const starts = index.lengths.map((_, at) => index.lengths.slice(0, at).reduce((sum, length) => sum + length, end + 1));
  const [hashes = bytes, ...contents] = starts.map((start, at) => bytes.subarray(start, start + (index.lengths[at] ?? 0)));
  const restored = contents.map((content) => Buffer.from(restoreHashes(content.toString('latin1'), hashes), 'latin1'));
  return new Map(
    Object.entries(index.paths).flatMap(([short, number]) => {
      const content = restored[number - 1];
      return content === undefined ? [] : [[restoreHashes(short, hashes), content]];
    }),
  );
}
