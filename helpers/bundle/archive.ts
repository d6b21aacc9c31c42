import { unzipSync, zip, zipSync } from 'fflate';
import { errorMessage } from '../core/text.ts';

export type Files = ReadonlyMap<string, Buffer>;

/** Thrown for a file that is not our archive, or is dangerous to unpack. */
export class UnusableArchive extends Error {}

/** Two files for each clause, should all be broken, with room for more clauses. */
const maxFiles = 2000;
const maxBytes = 512 * 1024 * 1024;
/** No part begins with a dot or an underscore, so no name leaves the folder or sets `__proto__`. */
const safeName = /^[a-z\d][\w.-]*(\/[a-z\d][\w.-]*)*$/i;
/** Constant, so that the same files always give the same bytes. */
const fixedTime = new Date(1980, 0, 1);

/** Fast rather than small, because verifying packs the files again. */
const zipOptions = { mtime: fixedTime, level: 1 } as const;

const sortByName = (files: Files): Record<string, Buffer> =>
  Object.fromEntries([...files].sort(([one], [other]) => (one < other ? -1 : 1)));

export const packFiles = (files: Files): Buffer => Buffer.from(zipSync(sortByName(files), zipOptions));

/** For fewer bytes, starting threads takes longer than packing. */
const fewBytes = 8 * 1024 * 1024;

const countBytes = (files: Files): number => [...files.values()].reduce((sum, { length }) => sum + length, 0);

/** The same bytes as `packFiles`; other work goes on while many bytes are packed. */
export function packInBackground(files: Files): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  if (countBytes(files) <= fewBytes) {
    resolve(packFiles(files));
    return promise;
  }
  zip(sortByName(files), zipOptions, (error, bytes) => {
    if (error === null) resolve(Buffer.from(bytes));
    else reject(error);
  });
  return promise;
}

function admitEntry(name: string, size: number, before: Map<string, number>): void {
  if (!safeName.test(name)) throw new UnusableArchive(`expected plain file names, received ${JSON.stringify(name.slice(0, 120))}`);
  if (before.has(name)) throw new UnusableArchive(`expected each file once, received ${name} twice`);
  before.set(name, size);
  if (before.size > maxFiles) throw new UnusableArchive(`expected at most ${maxFiles} files, received more`);
  const total = [...before.values()].reduce((sum, each) => sum + each, 0);
  if (total > maxBytes) throw new UnusableArchive(`expected at most ${maxBytes} bytes in all files, received ${total}`);
}

/** Unpacks into memory, after it has checked names, count and sizes. */
export function unpackFiles(bytes: Buffer): Files {
  const names = new Map<string, number>();
  if (bytes.length > maxBytes) throw new UnusableArchive(`expected at most ${maxBytes} bytes, received ${bytes.length}`);
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        admitEntry(name, originalSize, names);
        return false;
      },
    });
    return new Map(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content)]));
  } catch (error) {
    if (error instanceof UnusableArchive) throw error;
    throw new UnusableArchive(`expected a ZIP archive, received something else: ${errorMessage(error)}`);
  }
}
