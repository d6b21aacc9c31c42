import { availableParallelism } from 'node:os';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ServiceRecord } from './recorded.ts';
import type { Job } from './trials.ts';

/** Enough at once to keep a processor busy while some services keep their answers back. */
const jobsPerProcessor = 4;

/** One worker thread for each processor and each of a few waits; every record is told as it is made. */
export async function recordJobs(jobs: readonly Job[], tell: (recorded: ServiceRecord) => void): Promise<void> {
  const rest = jobs.values();
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), { execArgv: [] });
    for (const job of rest) {
      worker.postMessage(job);
      const [recorded] = (await once(worker, 'message')) as [ServiceRecord];
      tell(recorded);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: availableParallelism() * jobsPerProcessor }, work));
}
