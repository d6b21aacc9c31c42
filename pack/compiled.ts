import { basename } from 'node:path';
import { isRecord } from '../helpers/core/json.ts';

/** Who has the package has no npm scripts of a checkout. */
const callsByScript = /npm run (?:--silent )?(?:conformance(?: --(?= ))?|(sandbox|clauses)(?: --(?= ))?)/g;

/** A command line as it is typed where the package is installed. */
export const sayInstalled = (text: string): string =>
  text.replaceAll(callsByScript, (_, command?: string) => `npx dmt-conformance${command === undefined ? '' : ` ${command}`}`);

/** A package has no sources, so each map names its source as if it were beside the JavaScript: a place then begins as in a checkout. */
export function placeBeside(map: string): string {
  const parsed: unknown = JSON.parse(map);
  if (!isRecord(parsed) || !Array.isArray(parsed['sources'])) throw new Error('expected a source map, received something else');
  return JSON.stringify({ ...parsed, sources: parsed['sources'].map((source) => basename(String(source))) });
}
