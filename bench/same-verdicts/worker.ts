import { parentPort } from 'node:worker_threads';
import { recordJob, type Job } from './trials.ts';

/** An error leaves the worker by itself, which ends the record: half of one compares with nothing. */
parentPort?.on('message', (job: Job) => {
  void recordJob(job).then((recorded) => parentPort?.postMessage(recorded));
});
