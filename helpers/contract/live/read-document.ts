import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isRecord, type Json } from '../../core/json.ts';
import type { WireResponse } from '../../core/exchange.ts';
import { sha256 } from '../../core/sha256.ts';
import { errorMessage } from '../../core/text.ts';

/** The largest known descriptions have a fifth of this. */
export const maxDescriptionBytes = 4 * 1024 * 1024;

/** Comparing takes a hundred times the memory of reading. */
const mostPaths = 5000;

export type DocumentRead = { readonly ok: true; readonly document: Json } | { readonly ok: false; readonly reason: string };

const createProblem = (reason: string): DocumentRead => ({ ok: false, reason });

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

const isDescription = (value: Json): boolean => ['swagger', 'openapi', 'swaggerVersion', 'paths'].some((key) => Object.hasOwn(value, key));

function readDescriptionText(text: string): DocumentRead {
  const value = parseJsonText(text);
  if (value === undefined) return createProblem(/^\s*</.test(text) ? 'a page, not JSON' : 'no JSON');
  if (!isRecord(value) || !isDescription(value)) return createProblem('JSON, but no description');
  const { paths } = value;
  const count = isRecord(paths) ? Object.keys(paths).length : 0;
  return count > mostPaths ? createProblem(`${count} paths, more than the ${mostPaths} that are read`) : { ok: true, document: value };
}

/** Undefined when the answer holds no JSON. */
export const parseJsonAnswer = ({ status, body, truncated }: WireResponse): unknown =>
  status === 200 && !truncated && body.encoding === 'utf8' ? parseJsonText(body.text) : undefined;

export function readAnswerDocument({ status, body, truncated }: WireResponse): DocumentRead {
  if (status !== 200) return createProblem(`HTTP ${status}`);
  if (truncated) return createProblem(`longer than ${maxDescriptionBytes} bytes`);
  return body.encoding === 'utf8' ? readDescriptionText(body.text) : createProblem('octets, not JSON');
}

/** A file that the operator supplied, with the hash that identifies it to an auditor. */
export function readDescriptionFile(file: string): { readonly read: DocumentRead; readonly source: string } {
  try {
    const bytes = readFileSync(file);
    const read =
      bytes.length > maxDescriptionBytes
        ? createProblem(`longer than ${maxDescriptionBytes} bytes`)
        : readDescriptionText(bytes.toString('utf8'));
    return { read, source: `file ${basename(file)}, supplied, not fetched, SHA-256 ${sha256(bytes)}` };
  } catch (error) {
    return { read: createProblem(errorMessage(error)), source: `file ${basename(file)}` };
  }
}
