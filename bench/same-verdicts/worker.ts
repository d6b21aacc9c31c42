import { parentPort } from 'node:worker_threads';
import { doJob, type Job } from './trials.ts';

/** An error leaves the worker by itself, which ends the record: half of one compares with nothing. */
parentPort?.on('message', (job: Job) => {
  void doJob(job).then((recorded) => parentPort?.postMessage(recorded));
});
