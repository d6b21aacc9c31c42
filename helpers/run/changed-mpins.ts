import { isRecord } from '../core/json.ts';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { readMarkedLines, createMobileMarker } from '../client/limits/mobile-marks.ts';
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
  const file = join(config.report.stateFolder, changedMpinsFile);
  const mark = (mobile: string): string => createMobileMarker(config)(mobile);
  const states = new Map(readMarkedLines(file, isLine).map((line) => [line.mark, line.state]));
  const write = (mobile: string, state: Line['state']): void => {
    appendFileSync(file, `${JSON.stringify({ run, mark: mark(mobile), state })}\n`);
  };
  return {
    lost: new Set(states.size === 0 ? [] : config.people.spareMobiles.filter((mobile) => states.get(mark(mobile)) === 'changed')),
    noteChanged: (mobile) => {
      write(mobile, 'changed');
    },
    noteRestored: (mobile) => {
      write(mobile, 'restored');
    },
  };
}
