import { commands } from './commands.ts';
import { openSink } from './record-file.ts';
import { recordJobs } from './pool.ts';
import { runCommand } from './program.ts';
import { jobs } from './trials.ts';

/** Writes down what the suite says of everything it can be tried on; values stay as they are and are masked when compared. */
export async function record(path: string, tell: (line: string) => void): Promise<void> {
  const sink = openSink(path);
  const began = performance.now();
  const seconds = (): string => `after ${Math.round((performance.now() - began) / 1000)} s`;
  // One after another: what a run does on a busy machine is not what is compared.
  for (const command of commands) sink.put(await runCommand(command));
  tell(`${commands.length} commands of the program ${seconds()}`);
  await recordJobs(jobs, sink.put);
  tell(`${jobs.length} services judged ${seconds()}`);
  await sink.close();
}
