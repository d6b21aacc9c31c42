import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const CHUNK = 256 * 1024;

/** The lines of a file one after the other: what a run leaves may be many times what its reader needs at once. */
export function* readFileLines(path: string): Generator<string, void> {
  const file = openSync(path, 'r');
  try {
    const [chunk, decoder] = [Buffer.alloc(CHUNK), new StringDecoder('utf8')];
    let rest = '';
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
      const parts = decoder.write(chunk.subarray(0, size)).split('\n');
      const last = parts.pop() ?? '';
      for (const part of parts) {
        yield rest + part;
        rest = '';
      }
      rest += last;
    }
    yield rest + decoder.end();
  } finally {
    closeSync(file);
  }
}
