import { gunzipSync, gzipSync } from 'node:zlib';

/** Data of a page by its path. Paths with the same content share it. */
export type PageData = ReadonlyMap<string, Buffer>;

interface Index {
  /** Lengths of the different contents, in order. */
  readonly lengths: readonly number[];
  /** For each path, the number of its content. */
  readonly paths: Readonly<Record<string, number>>;
}

const isIndex = (value: unknown): value is Index => typeof value === 'object' && value !== null && 'lengths' in value && 'paths' in value;

/** Content is written once, however many paths have it: most exchanges are shown by many checks. */
function toBytes(data: PageData): Buffer {
  const numbers = new Map<string, number>();
  const contents: Buffer[] = [];
  const paths: Record<string, number> = {};
  for (const [path, content] of data) {
    const key = content.toString('latin1');
    const number = numbers.get(key) ?? contents.push(content) - 1;
    numbers.set(key, number);
    paths[path] = number;
  }
  const index: Index = { lengths: contents.map(({ length }) => length), paths };
  return Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...contents]);
}

/** Base64 of compressed data, for a script element. It never contains markup. */
export const packData = (data: PageData): string => gzipSync(toBytes(data)).toString('base64');

export function unpackData(packed: string): PageData {
  const bytes = gunzipSync(Buffer.from(packed, 'base64'));
  const end = bytes.indexOf('\n');
  const index: unknown = JSON.parse(bytes.toString('utf8', 0, end));
  if (!isIndex(index)) throw new Error('expected an index before the data of the page, received something else');
  const starts = index.lengths.map((_, at) => index.lengths.slice(0, at).reduce((sum, length) => sum + length, end + 1));
  const contents = starts.map((start, at) => bytes.subarray(start, start + (index.lengths[at] ?? 0)));
  return new Map(
    Object.entries(index.paths).flatMap(([path, number]) => (contents[number] === undefined ? [] : [[path, contents[number]]])),
  );
}
