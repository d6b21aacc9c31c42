import { closeSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './files.ts';

export function openAppended(file: string): number {
  makeFolder(dirname(file));
  return openSync(file, 'a');
}

/** Milliseconds that a line may wait for others: one write per line would cost too much. */
const WAIT_MS = 10;
const MOST_CHARACTERS = 64 * 1024;

/** Appends lines to a file, several in one write. All lines reach the file before the process ends, unless a signal kills it. */
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
