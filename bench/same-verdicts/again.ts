import { commands } from './commands.ts';
import { runCommand } from './program.ts';
import type { Recorded } from './recorded.ts';
import { doJob, jobs, nameOf } from './trials.ts';

async function recordAgain(service: string): Promise<Recorded | null> {
  const command = commands.find(({ name }) => name === service);
  if (command !== undefined) return runCommand(command);
  const job = jobs.find((one) => nameOf(one) === service);
  return job === undefined ? null : doJob(job);
}

/** A record in which some services are told anew, judged alone: what only a busy machine brought about is then gone. */
export async function toldAgain(records: readonly Recorded[], services: ReadonlySet<string>): Promise<readonly Recorded[]> {
  const anew = new Map<string, Recorded>();
  for (const service of services) {
    const recorded = await recordAgain(service);
    if (recorded !== null) anew.set(service, recorded);
  }
  return records.map((one) => anew.get(one.service) ?? one);
}
