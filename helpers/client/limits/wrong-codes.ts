import { isRecord } from '../../core/json.ts';
import type { Config } from '../../config/config.ts';
import { maxWrongCodesPerDay } from '../../config/variables.ts';
import { openMarkedFile } from './mobile-marks.ts';

/** Counts wrong codes for configured people over all runs on the target: the suite must not lock them. */
export interface WrongCodes {
  /** Times of wrong codes for the mobile in the last 24 hours; milliseconds since 1970, oldest first. */
  readonly listRecent: (mobile: string) => readonly number[];
  /** Written before the call leaves. */
  readonly note: (mobile: string) => void;
}

export const wrongCodesFile = 'wrong-codes.jsonl';

const oneDayMs = 24 * 3_600_000;

/** Null when another wrong code may be sent. */
export function describeTooManyWrongCodes(lately: readonly number[]): string | null {
  const next = lately.at(-maxWrongCodesPerDay);
  if (next === undefined) return null;
  const reason = `${lately.length} wrong codes were sent for this mobile in the last 24 hours, and a configured person gets ${maxWrongCodesPerDay}`;
  return `${reason}: run it again after ${new Date(next + oneDayMs).toISOString()}`;
}

interface Line {
  readonly at: string;
  readonly mark: string;
}

const isLine = (value: unknown): value is Line => isRecord(value) && 'at' in value && 'mark' in value;

const noWrongCodes: WrongCodes = { listRecent: () => [], note: () => undefined };

/** Spare mobiles may be used up, and our own sandbox starts fresh each time: neither is counted. */
export function openWrongCodes(config: Config, file: string | null, now: () => number): WrongCodes {
  if (file === null || config.target.own) return noWrongCodes;
  const configured: readonly string[] = [config.people.subAgentMobile, config.people.customerMobile];
  const { mark, read, append } = openMarkedFile(config, file, isLine);
  const times = (own: string): number[] =>
    read()
      .filter((line) => line.mark === own)
      .map(({ at }) => Date.parse(at));
  return {
    listRecent: (mobile) =>
      configured.includes(mobile)
        ? times(mark(mobile))
            .filter((at) => at > now() - oneDayMs)
            .sort((one, other) => one - other)
        : [],
    note(mobile) {
      if (!configured.includes(mobile)) return;
      append({ at: new Date(now()).toISOString(), mark: mark(mobile) });
    },
  };
}
