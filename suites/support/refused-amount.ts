import { Stop } from '../../helpers/judge/stop.ts';
import type { Stage } from '../../helpers/run/check.ts';
import type { Episode } from '../../helpers/run/world/episode.ts';

const isRefusal = (error: unknown): boolean =>
  error instanceof Stop && (error.why.kind === 'violation' || (error.why.kind === 'blocked' && error.why.cause === 'funds-or-limits'));

/** Refused by OP-9 with whatever refusal, or accepted. */
export async function wasRefused(stage: Stage, { requested }: Episode): Promise<boolean> {
  const done = await stage.after(requested);
  if (done.ok) return false;
  if (!isRefusal(done.error)) await stage.use(requested);
  return true;
}
