import { parentPort } from 'node:worker_threads';
import { recordJob, type Job } from './trials.ts';

/** An error ends the worker and with it the recording, because half a record compares with nothing. */
parentPort?.on('message', (job: Job) => {
  void recordJob(job).then((recorded) => parentPort?.postMessage(recorded));
});
