import { isRecord } from '../../core/json.ts';
import type { Config } from '../../config/config.ts';
import { maxWrongCodesPerDay } from '../../config/variables.ts';
import { openMarkedFile } from './mobile-marks.ts';

/** The wrong codes of all runs on the target: the suite must lock no user. */
export interface WrongCodes extends WrongRows {
  /** Times of wrong codes for a configured mobile in the last 24 hours; milliseconds since 1970, oldest first. */
  readonly listRecent: (mobile: string) => readonly number[];
  /** Written before the call leaves. */
  readonly note: (mobile: string) => void;
}

/** A service may lock a mobile after some wrong codes in a row, however many runs have sent them. */
export interface WrongRows {
  /** Those of the last 24 hours that no right one has followed. */
  readonly countInRow: (mobile: string) => number;
  readonly noteRight: (mobile: string) => void;
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
  /** A right code, which ends a row of wrong ones. */
  readonly right?: true;
}

const isLine = (value: unknown): value is Line => isRecord(value) && 'at' in value && 'mark' in value;

export const noWrongRows: WrongRows = { countInRow: () => 0, noteRight: () => undefined };
const noWrongCodes: WrongCodes = { ...noWrongRows, listRecent: () => [], note: () => undefined };

/** Our own sandbox starts fresh each time. A spare mobile may get more than a configured one, but not in a row. */
export function openWrongCodes(config: Config, file: string | null, now: () => number): WrongCodes {
  if (file === null || config.target.own) return noWrongCodes;
  const configured: readonly string[] = [config.people.subAgentMobile, config.people.customerMobile];
  const { mark, read, append } = openMarkedFile(config, file, isLine);
  const listLately = (mobile: string): readonly Line[] => {
    const lines = read();
    const own = lines.length === 0 ? '' : mark(mobile);
    return lines.filter((line) => line.mark === own && Date.parse(line.at) > now() - oneDayMs);
  };
  const noteLine = (mobile: string, right: Pick<Line, 'right'> = {}): void => {
    append({ at: new Date(now()).toISOString(), mark: mark(mobile), ...right });
  };
  return {
    listRecent: (mobile) =>
      configured.includes(mobile)
        ? listLately(mobile)
            .flatMap(({ at, right }) => (right === true ? [] : [Date.parse(at)]))
            .sort((one, other) => one - other)
        : [],
    countInRow(mobile) {
      const lines = listLately(mobile);
      return lines.length - 1 - lines.findLastIndex(({ right }) => right === true);
    },
    note: noteLine,
    noteRight(mobile) {
      noteLine(mobile, { right: true });
    },
  };
}
