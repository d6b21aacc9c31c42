import { parseJson } from '../../core/json.ts';
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { deriveCredentialKey } from '../../redaction/sealed-key.ts';

/**
 * There are few enough mobiles to try them all against a plain hash. Only someone with the target's credentials can recognize a mark. Other
 * credentials make every mobile new.
 */
export function createMobileMarker(config: Pick<Config, 'credentials' | 'target'>): (mobile: string) => string {
  const key = deriveCredentialKey(config, [...config.target.hosts].sort().join(' '));
  return (mobile) => createHmac('sha256', key).update(mobile).digest('hex');
}

/** Lines that runs appended. A torn line comes from a killed run and is skipped. */
export function readMarkedLines<Line>(file: string, isLine: (value: unknown) => value is Line): readonly Line[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').map(parseJson).filter(isLine) : [];
}
