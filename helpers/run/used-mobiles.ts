import { isRecord } from '../core/json.ts';
import { join } from 'node:path';
import { tagUser } from '../../specs/operations.ts';
import type { Config } from '../config/config.ts';
import type { Exchange } from '../core/exchange.ts';
import { openMarkedFile } from '../client/limits/mobile-marks.ts';

/** Records which spare mobiles were tagged on this target, so that a later run begins with unused ones. */
interface UsedMobiles {
  readonly others: ReadonlySet<string>;
  /** Receives every exchange, and records a tagged spare mobile at once. */
  readonly observe: (exchange: Exchange) => void;
}

const usedMobilesFile = 'used-mobiles.jsonl';

interface Line {
  readonly run: string;
  readonly mark: string;
}

const isLine = (value: unknown): value is Line => isRecord(value) && 'run' in value && 'mark' in value;

const isServedTag = ({ operation, request, response }: Exchange): boolean =>
  operation === tagUser.id && request.method === tagUser.method && response?.status === 200;

/** Our own sandbox starts empty each time, so nothing is recorded. */
export function openUsedMobiles(config: Config, run: string): UsedMobiles {
  if (config.target.own) return { others: new Set(), observe: () => undefined };
  const { mark, read, append } = openMarkedFile(config, join(config.report.stateFolder, usedMobilesFile), isLine);
  const lines = read();
  const known = new Set(lines.map((line) => line.mark));
  const foreign = new Set(lines.filter((line) => line.run !== run).map((line) => line.mark));
  return {
    others: new Set(foreign.size === 0 ? [] : config.people.spareMobiles.filter((mobile) => foreign.has(mark(mobile)))),
    observe(exchange) {
      if (!isServedTag(exchange)) return;
      const mobile = config.people.spareMobiles.find((each) => exchange.request.url.includes(`/${each}`));
      if (mobile === undefined || known.has(mark(mobile))) return;
      known.add(mark(mobile));
      append({ run, mark: mark(mobile) });
    },
  };
}
