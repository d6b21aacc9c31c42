import { createHmac, scryptSync } from 'node:crypto';
import type { Config } from './config.ts';

/**
 * Mobiles are few enough to be tried out, so a plain hash would tell them: only whoever has the credentials of the target
 * finds one again. With other credentials every mobile is new.
 */
export function markerOf({
  credentials: { client, agent },
  target: { hosts },
}: Pick<Config, 'credentials' | 'target'>): (mobile: string) => string {
  const key = scryptSync(JSON.stringify([client.id, client.password, agent.id, agent.password]), [...hosts].sort().join(' '), 32);
  return (mobile) => createHmac('sha256', key).update(mobile).digest('hex');
}
