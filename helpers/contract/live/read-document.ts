import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isRecord, type Json } from '../../core/json.ts';
import type { WireResponse } from '../../core/exchange.ts';

/** A description is read up to here: the largest known ones have a fifth of it. */
export const maxDescriptionBytes = 4 * 1024 * 1024;

/** And this many paths: comparing takes a hundred times the room of reading. */
const mostPaths = 5000;

/** Text read as a description, or why it is none. */
export type DocumentRead = { readonly ok: true; readonly document: Json } | { readonly ok: false; readonly reason: string };

const no = (reason: string): DocumentRead => ({ ok: false, reason });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** A JSON object with paths, or one that calls itself a description. */
const describes = (value: Json): boolean => ['swagger', 'openapi', 'swaggerVersion', 'paths'].some((key) => Object.hasOwn(value, key));

function readText(text: string): DocumentRead {
  const value = jsonOf(text);
  if (value === undefined) return no(/^\s*</.test(text) ? 'a page, not JSON' : 'no JSON');
  if (!isRecord(value) || !describes(value)) return no('JSON, but no description');
  const { paths } = value;
  const count = isRecord(paths) ? Object.keys(paths).length : 0;
  return count > mostPaths ? no(`${count} paths, of which no more than ${mostPaths} are read`) : { ok: true, document: value };
}

/** The JSON of an answer; undefined when there is none. */
export const jsonAnswer = ({ status, body, truncated }: WireResponse): unknown =>
  status === 200 && !truncated && body.encoding === 'utf8' ? jsonOf(body.text) : undefined;

export function readAnswer({ status, body, truncated }: WireResponse): DocumentRead {
  if (status !== 200) return no(`HTTP ${status}`);
  if (truncated) return no(`longer than ${maxDescriptionBytes} bytes`);
  return body.encoding === 'utf8' ? readText(body.text) : no('octets, not JSON');
}

/** A file that was handed to us, with what identifies it to an auditor. */
export function readFile(file: string): { readonly read: DocumentRead; readonly source: string } {
  try {
    const bytes = readFileSync(file);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const read = bytes.length > maxDescriptionBytes ? no(`longer than ${maxDescriptionBytes} bytes`) : readText(bytes.toString('utf8'));
    return { read, source: `file ${basename(file)}, supplied, not fetched, SHA-256 ${hash}` };
  } catch (error) {
    return { read: no(error instanceof Error ? error.message : String(error)), source: `file ${basename(file)}` };
  }
}
