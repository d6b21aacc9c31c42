import { isRecord } from '../core/json.ts';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { openMarkedFile } from '../client/limits/mobile-marks.ts';
import { noMpinMarks, type MpinMarks } from '../journey/setup/dependencies.ts';

export interface ChangedMpins extends MpinMarks {
  /** Spare mobiles whose MPIN a run changed and did not set back: which MPIN is right there is not certain. */
  readonly lost: ReadonlySet<string>;
  /** Spare mobiles that had another MPIN than the one configured. */
  readonly others: ReadonlySet<string>;
}

const changedMpinsFile = 'changed-mpins.jsonl';

interface Line {
  readonly run: string;
  readonly mark: string;
  /** `other`: the mark is made of mobile and MPIN. */
  readonly state: 'changed' | 'restored' | 'other';
}

const isLine = (value: unknown): value is Line => isRecord(value) && 'mark' in value && 'state' in value;

/** Our own sandbox starts empty each time, so nothing is recorded. */
export function openChangedMpins(config: Config, run: string): ChangedMpins {
  if (config.target.own) return { ...noMpinMarks, lost: new Set(), others: new Set() };
  const { mark, read, append } = openMarkedFile(config, join(config.report.stateFolder, changedMpinsFile), isLine);
  const states = new Map(read().map((line) => [line.mark, line.state]));
  const spares = states.size === 0 ? [] : config.people.spareMobiles;
  const markWithMpin = (mobile: string): string => mark(`${mobile} ${config.otp.mpin ?? ''}`);
  return {
    lost: new Set(spares.filter((mobile) => states.get(mark(mobile)) === 'changed')),
    others: new Set(spares.filter((mobile) => states.get(markWithMpin(mobile)) === 'other')),
    noteChanged: (mobile) => {
      append({ run, mark: mark(mobile), state: 'changed' });
    },
    noteRestored: (mobile) => {
      append({ run, mark: mark(mobile), state: 'restored' });
    },
    noteOther: (mobile) => {
      append({ run, mark: markWithMpin(mobile), state: 'other' });
    },
  };
}
