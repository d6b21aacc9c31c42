import type { Case } from './case.ts';
import type { Edit } from './edit.ts';
import { shortenTemplate } from './fill.ts';

/** The odd text of an edit if it has one, with a function that replaces it. */
function readOddText(edit: Edit): { readonly text: string; readonly with: (text: string) => Edit } | null {
  switch (edit.on) {
    case 'payload':
      return edit.do === 'set' || edit.do === 'add' ? { text: edit.lexeme, with: (text) => ({ ...edit, lexeme: text }) } : null;
    case 'path':
      return { text: edit.raw, with: (raw) => ({ ...edit, raw }) };
    case 'query':
      return edit.raw === null ? null : { text: edit.raw, with: (raw) => ({ ...edit, raw }) };
    case 'header': {
      const [only, ...others] = edit.values;
      return only === undefined || others.length > 0 ? null : { text: only, with: (value) => ({ ...edit, values: [value] }) };
    }
    case 'body':
    case 'bytes':
    case 'route':
      return { text: edit.template, with: (template) => ({ ...edit, template }) };
    case 'method':
      return null;
  }
}

/** A JSON text or part of an address, split into two halves of its content. */
function splitInHalves(text: string): readonly string[] {
  const inner = /^"(.*)"$/s.exec(text)?.[1] ?? text;
  const units = inner.match(/\{\w+(?::\w+)?\}|\\u[\da-f]{4}|\\.|%[\da-f]{2}|[\s\S]/gi) ?? [];
  if (units.length < 2 || text.includes('{{')) return [];
  const middle = Math.ceil(units.length / 2);
  const parts = [units.slice(0, middle), units.slice(middle)].map((some) => some.join(''));
  return parts.map((part) => (inner === text ? part : `"${part}"`));
}

const listSmallerEdits = (edit: Edit): readonly Edit[] => {
  const odd = readOddText(edit);
  return odd === null ? [] : [...shortenTemplate(odd.text), ...splitInHalves(odd.text)].map(odd.with);
};

/** Cases with less that is odd, the boldest first. */
export function listSmallerCases(each: Case): readonly Case[] {
  const { edits } = each;
  const fewer = edits.length < 2 ? [] : edits.map((_, left) => ({ ...each, edits: edits.filter((__, at) => at !== left) }));
  const less = edits.flatMap((edit, at) => listSmallerEdits(edit).map((other) => ({ ...each, edits: edits.with(at, other) })));
  return [...fewer, ...less];
}

/** The size of a case: one odd place weighs more than any length. */
export const measureCase = ({ edits }: Case): number => edits.length * 1_000_000 + JSON.stringify(edits).length;
