import { unzipSync, zip, zipSync } from 'fflate';

/** By name; directories are no files of their own. */
export type Files = ReadonlyMap<string, Buffer>;

/** Thrown for what is no archive of ours, or one that would do harm when opened. */
export class UnusableArchive extends Error {}

/** Two for each clause, should all be broken, and room for more clauses. */
const maxFiles = 2000;
const maxBytes = 512 * 1024 * 1024;
/** No part begins with a dot or an underscore, so that none leads out of a folder, or into an object. */
const safeName = /^[a-z\d][\w.-]*(\/[a-z\d][\w.-]*)*$/i;
/** The same for every archive, so that the same files are the same bytes. */
const fixedTime = new Date(1980, 0, 1);

/** Quick rather than small, since verifying packs again. */
const zipOptions = { mtime: fixedTime, level: 1 } as const;

const sortByName = (files: Files): Record<string, Buffer> =>
  Object.fromEntries([...files].sort(([one], [other]) => (one < other ? -1 : 1)));

/** Files by name, packed so that the same files always give the same bytes. */
export const packFiles = (files: Files): Buffer => Buffer.from(zipSync(sortByName(files), zipOptions));

/** Threads for fewer bytes take longer to start than packing does. */
const fewBytes = 8 * 1024 * 1024;

const countBytes = (files: Files): number => [...files.values()].reduce((sum, { length }) => sum + length, 0);

/** The same bytes; where they are many, made beside whatever else goes on. */
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

/** Reads an archive into memory; nothing is unpacked before names, number and sizes are found to be harmless. */
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
    throw new UnusableArchive(`expected a ZIP archive, received something else: ${error instanceof Error ? error.message : String(error)}`);
  }
}
