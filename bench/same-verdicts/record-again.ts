import { commands } from './commands.ts';
import { runCommand } from './program.ts';
import type { ServiceRecord } from './recorded.ts';
import { recordJob, jobs, jobName } from './trials.ts';

async function recordService(service: string): Promise<ServiceRecord | null> {
  const command = commands.find(({ name }) => name === service);
  if (command !== undefined) return runCommand(command);
  const job = jobs.find((one) => jobName(one) === service);
  return job === undefined ? null : recordJob(job);
}

/** Records some services again, one at a time. Differences that only a busy machine caused are then gone. */
export async function recordServicesAgain(
  records: readonly ServiceRecord[],
  services: ReadonlySet<string>,
): Promise<readonly ServiceRecord[]> {
  const anew = new Map<string, ServiceRecord>();
  for (const service of services) {
    const recorded = await recordService(service);
    if (recorded !== null) anew.set(service, recorded);
  }
  return records.map((one) => anew.get(one.service) ?? one);
}
