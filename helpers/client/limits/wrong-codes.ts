import { isRecord } from '../../core/json.ts';
import { appendFileSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { mostWrongCodesADay } from '../../config/variables.ts';
import { markedLines, mobileMarker } from './mobile-marks.ts';

/** Wrong codes for the people of the configuration, by every run on the target: they are nobody's to lock. */
export interface WrongCodes {
  /** When some were sent for that mobile, in the 24 hours before now; milliseconds since 1970, the oldest first. */
  readonly lately: (mobile: string) => readonly number[];
  /** Written down before the call is sent. */
  readonly note: (mobile: string) => void;
}

export const wrongCodesFile = 'wrong-codes.jsonl';

const aDay = 24 * 3_600_000;

/** Why no other may be sent now; null when one may. */
export function tooManyLately(lately: readonly number[]): string | null {
  const next = lately.at(-mostWrongCodesADay);
  if (next === undefined) return null;
  const reason = `${lately.length} wrong codes were sent for this mobile in the last 24 hours, and a configured person gets ${mostWrongCodesADay}`;
  return `${reason}: run it again after ${new Date(next + aDay).toISOString()}`;
}

interface Line {
  readonly at: string;
  readonly mark: string;
}

const isLine = (value: unknown): value is Line => isRecord(value) && 'at' in value && 'mark' in value;

const nothingKept: WrongCodes = { lately: () => [], note: () => undefined };

/** Spare mobiles may be used up, and our own sandbox begins anew each time: nothing is kept of them. */
export function openWrongCodes(config: Config, file: string | null, now: () => number): WrongCodes {
  if (file === null || config.target.own) return nothingKept;
  const configured: readonly string[] = [config.people.subAgentMobile, config.people.customerMobile];
  let marker: ((mobile: string) => string) | null = null;
  const markOf = (mobile: string): string => (marker ??= mobileMarker(config))(mobile);
  const times = (mark: string): number[] =>
    markedLines(file, isLine)
      .filter((line) => line.mark === mark)
      .map(({ at }) => Date.parse(at));
  return {
    lately: (mobile) =>
      configured.includes(mobile)
        ? times(markOf(mobile))
            .filter((at) => at > now() - aDay)
            .sort((one, other) => one - other)
        : [],
    note(mobile) {
      if (!configured.includes(mobile)) return;
      const line: Line = { at: new Date(now()).toISOString(), mark: markOf(mobile) };
      appendFileSync(file, `${JSON.stringify(line)}\n`);
    },
  };
}
