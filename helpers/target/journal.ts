import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export function openAppended(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  return openSync(file, 'a');
}

/** Lines appended to a file as things happen: those of one turn of the event loop in one write, since writing costs more than all else. */
export interface Journal {
  readonly append: (line: string) => void;
  readonly close: () => void;
}

export function openJournal(path: string): Journal {
  let file: number | null = openAppended(path);
  let waiting = '';
  const write = (): void => {
    if (file !== null && waiting !== '') writeSync(file, waiting);
    waiting = '';
  };
  return {
    append(line) {
      if (waiting === '') setImmediate(write);
      waiting += `${line}\n`;
    },
    close() {
      write();
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}
