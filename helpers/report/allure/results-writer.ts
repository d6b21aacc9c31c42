import { parentPort } from 'node:worker_threads';
import { writeResults, type ResultFiles } from './results.ts';

/** The program of the thread that writes `allure-results/`. */
export interface WriteRequest {
  readonly folder: string;
  readonly results: ResultFiles;
}

parentPort?.once('message', ({ folder, results }: WriteRequest) => {
  writeResults(folder, results);
});
