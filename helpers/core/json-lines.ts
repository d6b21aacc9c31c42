import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const CHUNK = 256 * 1024;

/** Yields one line after the other, because a journal may be larger than the memory its reader needs. */
export function* readFileLines(path: string): Generator<string, void> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.alloc(CHUNK);
    const decoder = new StringDecoder('utf8');
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
