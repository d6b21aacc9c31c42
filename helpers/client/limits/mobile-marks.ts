import { parseJson } from '../../core/json.ts';
import { createHmac } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { deriveCredentialKey } from '../../redaction/sealed-key.ts';

type MarkingConfig = Pick<Config, 'credentials' | 'target'>;

/**
 * There are few enough mobiles to try them all against a plain hash. Only someone with the target's credentials can recognize a mark. Other
 * credentials make every mobile new.
 */
function createMobileMarker(config: MarkingConfig): (mobile: string) => string {
  const key = deriveCredentialKey(config, [...config.target.hosts].sort().join(' '));
  return (mobile) => createHmac('sha256', key).update(mobile).digest('hex');
}

/** Lines about mobiles that runs appended to one file. */
export interface MarkedFile<Line> {
  readonly mark: (mobile: string) => string;
  /** A torn line comes from a killed run and is skipped. */
  readonly read: () => readonly Line[];
  readonly append: (line: Line) => void;
}

export function openMarkedFile<Line>(config: MarkingConfig, file: string, isLine: (value: unknown) => value is Line): MarkedFile<Line> {
  let marker: ReturnType<typeof createMobileMarker> | null = null;
  return {
    // Made when it is needed first: its key takes as long as a hundred calls.
    mark: (mobile) => (marker ??= createMobileMarker(config))(mobile),
    read: () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').map(parseJson).filter(isLine) : []),
    append(line) {
      appendFileSync(file, `${JSON.stringify(line)}\n`);
    },
  };
}
