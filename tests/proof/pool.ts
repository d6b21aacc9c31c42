import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Row, Trial } from './prove.ts';
import type { WorkerMessage } from './worker.ts';

interface ProofWorker {
  readonly worker: Worker;
  readonly waiting: Map<string, { readonly done: (row: Row) => void; readonly failed: (error: Error) => void }>;
}

function startProofWorker(): ProofWorker {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { execArgv: [] });
  const waiting: ProofWorker['waiting'] = new Map();
  worker.on('message', (word: WorkerMessage) => {
    const one = waiting.get(word.id);
    waiting.delete(word.id);
    if ('row' in word) one?.done(word.row);
    else one?.failed(new Error(word.error));
  });
  worker.on('error', (error) => {
    for (const one of waiting.values()) one.failed(error instanceof Error ? error : new Error(String(error)));
  });
  return { worker, waiting };
}

export interface Pool {
  readonly prove: (trial: Trial) => Promise<Row>;
  readonly close: () => Promise<void>;
}

/** Judging needs the processor, so there is one worker for each. */
export function openPool(size = availableParallelism()): Pool {
  const hands = Array.from({ length: size }, startProofWorker);
  const idlest = (): ProofWorker | undefined => hands.toSorted((a, b) => a.waiting.size - b.waiting.size)[0];
  return {
    prove: (trial) =>
      new Promise((done, failed) => {
        const chosen = idlest();
        chosen?.waiting.set(trial.id, { done, failed });
        chosen?.worker.postMessage(trial);
      }),
    close: async () => {
      await Promise.all(hands.map(({ worker }) => worker.terminate()));
    },
  };
}
