import Big from 'big.js';
import { member } from '../core/json.ts';

/** A JSON number as written: a JavaScript number would lose digits. */
class NumberText {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** The engine passes a reviver the source text of each primitive as a third argument. */
function keepNumbers(_key: string, value: unknown, ...[context]: readonly unknown[]): unknown {
  const source = member(context, 'source');
  return typeof value === 'number' && typeof source === 'string' ? new NumberText(source) : value;
}

/** Text is read on, whatever clause its type breaks. */
const isDecimalText = (value: unknown): value is string => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);

/** The exact decimal at a place such as `result.amount`; null when there is no number, not even as text. */
export function decimalAt(text: string, place: string): Big | null {
  const parsed: unknown = JSON.parse(text, keepNumbers);
  const found = place.split('.').reduce<unknown>((value, key) => member(value, key), parsed);
  if (isDecimalText(found)) return new Big(found);
  return found instanceof NumberText ? new Big(found.source) : null;
}
