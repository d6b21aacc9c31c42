import { Stop, type StopReason } from '../../helpers/judge/stop.ts';

/** Null when nothing stopped; any other error is rethrown. */
export function catchStop(run: () => unknown): StopReason | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof Stop) return error.why;
    throw error;
  }
}
