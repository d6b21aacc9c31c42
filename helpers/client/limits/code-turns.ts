import { Mutex } from 'async-mutex';

/**
 * OP-3 may send an agent one code at a time, or one in a while. Senders that wait for that side by side would all come at the same moment, so
 * from then on they ask one after another.
 */
export interface CodeTurns {
  /** The mobile was sent a code: what it waits for later may concern this mobile alone. */
  readonly noteSent: (mobile: string) => void;
  readonly noteRefused: (mobile: string) => void;
  /** `begin` comes before each request. From the first that has to wait for its turn, the turn lasts until all are done. */
  readonly inTurn: <T>(run: (begin: () => Promise<void>) => Promise<T>) => Promise<T>;
}

export function openCodeTurns(): CodeTurns {
  const turns = new Mutex();
  const sent = new Set<string>();
  let isLimited = false;
  return {
    noteSent: (mobile) => {
      sent.add(mobile);
    },
    noteRefused: (mobile) => {
      isLimited ||= !sent.has(mobile);
    },
    inTurn: async (run) => {
      let end: (() => void) | undefined;
      try {
        return await run(async () => {
          if (isLimited) end ??= await turns.acquire();
        });
      } finally {
        end?.();
      }
    },
  };
}
