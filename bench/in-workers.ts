import { availableParallelism } from 'node:os';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Runs one job at a time in each worker thread. */
export async function runInWorkers(
  script: URL,
  jobs: readonly unknown[],
  onResult: (result: unknown) => void,
  workersPerProcessor = 1,
): Promise<void> {
  const rest = jobs.values();
  const work = async (): Promise<void> => {
    const worker = new Worker(script, { execArgv: [] });
    for (const job of rest) {
      worker.postMessage(job);
      const [result] = (await once(worker, 'message')) as unknown[];
      onResult(result);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: availableParallelism() * workersPerProcessor }, work));
}
