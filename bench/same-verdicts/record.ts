import { commands } from './commands.ts';
import { openSink } from './record-file.ts';
import { runInWorkers } from '../in-workers.ts';
import { runCommand } from './program.ts';
import { jobs } from './trials.ts';

/** Enough at once to keep a processor busy while some services keep their answers back. */
const jobsPerProcessor = 4;

/** Writes down what the suite says of everything it can be tried on; values stay as they are and are masked when compared. */
export async function record(path: string, tell: (line: string) => void): Promise<void> {
  const sink = openSink(path);
  const began = performance.now();
  const seconds = (): string => `after ${Math.round((performance.now() - began) / 1000)} s`;
  // One after another: what a run does on a busy machine is not what is compared.
  for (const command of commands) sink.put(await runCommand(command));
  tell(`${commands.length} commands of the program ${seconds()}`);
  await runInWorkers(new URL('worker.ts', import.meta.url), jobs, sink.put, jobsPerProcessor);
  tell(`${jobs.length} services judged ${seconds()}`);
  await sink.close();
}
