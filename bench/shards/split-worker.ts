import { parentPort } from 'node:worker_threads';
import { compareSplit, type SplitJob } from './compare-split.ts';

parentPort?.on('message', (job: SplitJob) => {
  void compareSplit(job).then((row) => parentPort?.postMessage(row));
});
