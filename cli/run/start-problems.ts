import type { Config } from '../../helpers/config/config.ts';
import { readEnvironment } from '../../helpers/config/environment.ts';
import { harmlessIntent } from '../../helpers/client/limits/intent.ts';
import { permit } from '../../helpers/client/limits/permit.ts';
import { nothingSpent } from '../../helpers/client/limits/spending.ts';
import { findOccupied } from '../../helpers/doctor/callbacks.ts';
import { examineLocalSource } from '../../helpers/doctor/otp.ts';

/** What a run would find out only after it has had effects. Sends nothing. */
export async function findStartProblems(config: Config, terminal: boolean): Promise<readonly string[]> {
  const codes = permit(config, { ...harmlessIntent('POST'), effect: 'sends-otp' }, { ...nothingSpent, requests: 0 });
  if (!codes.ok) return [];
  const { listen } = config.callback;
  const found = [
    examineLocalSource(config.otp, { path: readEnvironment()['PATH'] ?? '', asksOn: terminal ? 'terminal' : null }),
    listen === null ? null : await findOccupied(listen),
  ];
  return found.flatMap((finding) => (finding?.state === 'stop' ? [`${finding.text}: ${finding.advice ?? ''}`] : []));
}
