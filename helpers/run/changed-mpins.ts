import { isRecord } from '../core/json.ts';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { openMarkedFile } from '../client/limits/mobile-marks.ts';
import type { MpinMarks } from '../journey/setup/dependencies.ts';

/** Spare mobiles whose MPIN a run changed and did not set back: nobody knows for certain which MPIN is right there. */
export interface ChangedMpins extends MpinMarks {
  readonly lost: ReadonlySet<string>;
}

const changedMpinsFile = 'changed-mpins.jsonl';

interface Line {
  readonly run: string;
  readonly mark: string;
  readonly state: 'changed' | 'restored';
}

const isLine = (value: unknown): value is Line => isRecord(value) && 'mark' in value && 'state' in value;

/** Our own sandbox starts empty each time, so nothing is recorded. */
export function openChangedMpins(config: Config, run: string): ChangedMpins {
  if (config.target.own) return { lost: new Set(), noteChanged: () => undefined, noteRestored: () => undefined };
  const { mark, read, append } = openMarkedFile(config, join(config.report.stateFolder, changedMpinsFile), isLine);
  const states = new Map(read().map((line) => [line.mark, line.state]));
  return {
    lost: new Set(states.size === 0 ? [] : config.people.spareMobiles.filter((mobile) => states.get(mark(mobile)) === 'changed')),
    noteChanged: (mobile) => {
      append({ run, mark: mark(mobile), state: 'changed' });
    },
    noteRestored: (mobile) => {
      append({ run, mark: mark(mobile), state: 'restored' });
    },
  };
}
