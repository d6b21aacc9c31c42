import { parseJson } from '../../core/json.ts';
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { deriveCredentialKey } from '../../redaction/sealed-key.ts';

/**
 * Mobiles are few enough to be tried out, so a plain hash would tell them: only whoever has the credentials of the target
 * finds one again. With other credentials every mobile is new.
 */
export function createMobileMarker(config: Pick<Config, 'credentials' | 'target'>): (mobile: string) => string {
  const key = deriveCredentialKey(config, [...config.target.hosts].sort().join(' '));
  return (mobile) => createHmac('sha256', key).update(mobile).digest('hex');
}

/** The lines of a file that runs append marks to. A torn one is of a run that was killed while it wrote, and counts for nothing. */
export function readMarkedLines<Line>(file: string, isLine: (value: unknown) => value is Line): readonly Line[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').map(parseJson).filter(isLine) : [];
}
