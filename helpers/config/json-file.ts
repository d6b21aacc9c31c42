import { readFileSync } from 'node:fs';
import { parseJson } from '../core/json.ts';
import { errorMessage } from '../core/text.ts';

interface JsonRead {
  /** Undefined when there is a problem. */
  readonly value: unknown;
  readonly problem: string | null;
}

/** The parser names a line for most mistakes, but not for a word that is no value. */
function findLine(text: string, message: string): number | null {
  const [, named] = /\(line (\d+) column/.exec(message) ?? [];
  if (named !== undefined) return Number(named);
  if (message.startsWith('Unexpected end')) return text.split('\n').length;
  const [, shown = ''] = /^Unexpected token .+?, (?:\.\.\.)?"([^]*)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? [];
  const [, token = ''] = /^Unexpected token '(.)'/u.exec(message) ?? [];
  return shown === '' || token === '' ? null : text.slice(0, text.indexOf(shown) + shown.indexOf(token)).split('\n').length;
}

/** `invalid JSON at line 12 (Expected ',' or '}' after property value); correct that line` */
export function describeInvalidJson(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const message = errorMessage(error);
    const line = findLine(text, message);
    const what = message.replace(/ in JSON at position.*$|, (\.\.\.)?"[^]*$/, '');
    return line === null ? `invalid JSON (${what}); correct it` : `invalid JSON at line ${line} (${what}); correct that line`;
  }
}

/** Reads a JSON file of a person, and says where it is wrong. */
export function readJsonFile(path: string): JsonRead {
  try {
    const text = readFileSync(path, 'utf8');
    return { value: parseJson(text), problem: describeInvalidJson(text) };
  } catch (error) {
    return { value: undefined, problem: `expected a readable file, received an error (${errorMessage(error)})` };
  }
}
