import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { ServiceRecord } from './recorded.ts';

interface Sink {
  readonly put: (recorded: ServiceRecord) => void;
  readonly close: () => Promise<void>;
}

/** Gzipped JSON lines, one for each service. */
export function openSink(path: string): Sink {
  const packing = createGzip();
  const file = packing.pipe(createWriteStream(path));
  return {
    put: (recorded) => void packing.write(`${JSON.stringify(recorded)}\n`),
    close: async () => {
      packing.end();
      await finished(file);
    },
  };
}

export async function readRecords(path: string): Promise<readonly ServiceRecord[]> {
  const records: ServiceRecord[] = [];
  const file = createReadStream(path);
  await once(file, 'open');
  for await (const line of createInterface({ input: file.pipe(createGunzip()) })) records.push(JSON.parse(line) as ServiceRecord);
  return records;
}
