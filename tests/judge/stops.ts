import { Stop, type StopReason } from '../../helpers/judge/stop.ts';

/** Why something stopped; null when it did not. Any other error is thrown on. */
export function catchStop(run: () => unknown): StopReason | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof Stop) return error.why;
    throw error;
  }
}
