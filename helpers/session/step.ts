import type { Session } from './session.ts';
import { newTrail, type Trail } from '../core/evidence.ts';

/** How a step ended; kept, so that everyone who asks for it shares one execution. */
export type Done<T> =
  { readonly ok: true; readonly value: T; readonly trail: Trail } | { readonly ok: false; readonly error: unknown; readonly trail: Trail };

/** A prerequisite of checks, made ready at most once in a run. */
export interface Step<T> {
  readonly name: string;
  /** Somebody has asked for it. */
  readonly asked: () => boolean;
  readonly done: (open: (purpose: string, trail: Trail) => Session) => Promise<Done<T>>;
}

/** Describes a step; nothing is sent before somebody asks for it. */
export function step<T>(name: string, run: (session: Session) => Promise<T>): Step<T> {
  let memo: Promise<Done<T>> | undefined;
  const conduct = async (open: (purpose: string, trail: Trail) => Session): Promise<Done<T>> => {
    const trail = newTrail();
    try {
      return { ok: true, value: await run(open(name, trail)), trail };
    } catch (error) {
      return { ok: false, error, trail };
    }
  };
  return { name, asked: () => memo !== undefined, done: (open) => (memo ??= conduct(open)) };
}
