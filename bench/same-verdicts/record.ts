import { commands } from './commands.ts';
import { openSink } from './record-file.ts';
import { runInWorkers } from '../in-workers.ts';
import { runCommand } from './program.ts';
import type { ServiceRecord } from './recorded.ts';
import { jobs } from './trials.ts';

/** Several jobs for each processor, because some services delay their answers. */
const jobsPerProcessor = 4;

/** Records what the suite reports of every command, fault and variant. Values are masked only in the comparison. */
export async function record(path: string, tell: (line: string) => void): Promise<void> {
  const sink = openSink(path);
  const began = performance.now();
  const seconds = (): string => `after ${Math.round((performance.now() - began) / 1000)} s`;
  // One at a time, because a busy machine would change what a run does.
  for (const command of commands) sink.put(await runCommand(command));
  tell(`${commands.length} commands of the program ${seconds()}`);
  const keep = (recorded: unknown): void => {
    sink.put(recorded as ServiceRecord);
  };
  await runInWorkers(new URL('worker.ts', import.meta.url), jobs, keep, jobsPerProcessor);
  tell(`${jobs.length} services judged ${seconds()}`);
  await sink.close();
}
