import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { Row, Trial } from './prove.ts';

// As the program does: a compile cache halves the time of later starts.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));
const { prove } = await import('./prove.ts');

export type WorkerMessage = { readonly id: string; readonly row: Row } | { readonly id: string; readonly error: string };

const postRow = (word: WorkerMessage): void => parentPort?.postMessage(word);

parentPort?.on('message', (trial: Trial) => {
  prove(trial).then(
    (row) => {
      postRow({ id: trial.id, row });
    },
    (error: unknown) => {
      postRow({ id: trial.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    },
  );
});
