import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export function openAppended(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  return openSync(file, 'a');
}

/** A line waits no longer than this for others, since a write of its own would cost it more than all else. */
const WAIT_MS = 10;
/** Nor while more than this is waiting. */
const MOST_CHARACTERS = 64 * 1024;

/** Lines appended to a file as things happen, several in one write. Whatever ends the process, short of a signal, they are written before. */
export interface Journal {
  readonly append: (line: string) => void;
  readonly close: () => void;
}

export function openJournal(path: string): Journal {
  let file: number | null = openAppended(path);
  let waiting = '';
  let timer: NodeJS.Timeout | null = null;
  const write = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (file !== null && waiting !== '') writeSync(file, waiting);
    waiting = '';
  };
  process.on('exit', write);
  return {
    append(line) {
      waiting += `${line}\n`;
      if (waiting.length > MOST_CHARACTERS) write();
      else timer ??= setTimeout(write, WAIT_MS);
    },
    close() {
      write();
      process.off('exit', write);
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}
