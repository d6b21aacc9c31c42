import { escapePattern } from '../../helpers/core/text.ts';
import { readFileSync } from 'node:fs';
import type { Reword } from './compare.ts';

/** {1}, {2} … stand for any text at that place. */
export type RewordPair = readonly [old: string, new: string];

const isPair = (row: unknown): row is RewordPair =>
  Array.isArray(row) && row.length === 2 && row.every((one) => typeof one === 'string' && one !== '');

const isTable = (value: unknown): value is readonly RewordPair[] => Array.isArray(value) && value.every(isPair);

const findRepeated = (texts: readonly string[]): readonly string[] => texts.filter((text, at) => texts.indexOf(text) < at);

const listGaps = (text: string): string => (text.match(/\{\d\}/g) ?? []).sort().join();

/** The problems of a table that does not map each old text to one new text. */
export function findTableProblems(pairs: readonly RewordPair[]): readonly string[] {
  return [
    ...findRepeated(pairs.map(([old]) => old)).map((old) => `expected every old text once, received again "${old}"`),
    ...findRepeated(pairs.map(([, next]) => next)).map((next) => `expected every new text once, received again "${next}"`),
    ...pairs
      .filter(([old, next]) => listGaps(old) !== listGaps(next))
      .map(([old]) => `expected the same places to fill in on both sides, received others for "${old}"`),
  ];
}

type RewordRule = (text: string) => string | null;

/** A pair with places to fill in must match a whole line. */
function lineRule([old, next]: RewordPair): RewordRule {
  const order: readonly string[] = old.match(/\{\d\}/g) ?? [];
  const pattern = new RegExp(
    `^${old
      .split(/\{\d\}/)
      .map(escapePattern)
      .join('(.*?)')}$`,
  );
  return (text) => {
    const found = pattern.exec(text);
    return found === null ? null : next.replaceAll(/\{\d\}/g, (gap) => found[order.indexOf(gap) + 1] ?? '');
  };
}

/** A pair without places is replaced anywhere in a line. All pairs are replaced at once, so no pair changes the text of another. */
function partsRule(pairs: readonly RewordPair[]): RewordRule {
  const news = new Map(pairs);
  const longestFirst = [...news.keys()].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(longestFirst.map(escapePattern).join('|'), 'g');
  return (text) => (pairs.length === 0 ? text : text.replaceAll(pattern, (old) => news.get(old) ?? old));
}

/** Rewords line by line. Two texts that become the same are an error, because a reader could not distinguish them. */
export function createReworder(pairs: readonly RewordPair[]): Reword {
  const rules = [...pairs.filter(([old]) => listGaps(old) !== '').map(lineRule), partsRule(pairs.filter(([old]) => listGaps(old) === ''))];
  const reword = (line: string): string => rules.reduce<string | null>((found, rule) => found ?? rule(line), null) ?? line;
  const oldTextByNew = new Map<string, string>();
  return (text) => {
    const next = text.split('\n').map(reword).join('\n');
    const other = oldTextByNew.get(next) ?? text;
    if (other !== text) throw new Error(`expected another new text for each old one, received "${next}" for "${other}" and for "${text}"`);
    oldTextByNew.set(next, text);
    return next;
  };
}

/** The table is a JSON array of pairs. */
export function readRewordTable(path: string): Reword {
  const table: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!isTable(table)) throw new Error(`${path}: expected an array of [old text, new text], received something else`);
  const misfits = findTableProblems(table);
  if (misfits.length > 0) throw new Error(`${path}:\n${misfits.join('\n')}`);
  return createReworder(table);
}
