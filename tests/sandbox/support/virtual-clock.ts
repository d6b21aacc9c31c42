import type { Clock } from '../../../sandbox/state/clock.ts';

interface VirtualClock extends Clock {
  advance(ms: number): void;
}

export function virtualClock(): VirtualClock {
  let now = Date.parse('2026-01-31T12:00:00Z');
  let waiting: { at: number; action: () => void }[] = [];
  return {
    now: () => now,
    after(ms, action) {
      const entry = { at: now + ms, action };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
    advance(ms) {
      now += ms;
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.filter(({ at }) => at > now);
      for (const { action } of due) action();
    },
  };
}
