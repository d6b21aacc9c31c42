import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import { isUuid } from '../core/ids.ts';

export type StandIn = (value: string) => string;

/** Positions of a UUID's version and variant. */
const fixedInUuid: ReadonlySet<number> = new Set([14, 19]);

const LONGEST_KEPT = 4096;

/** An endless stream of bytes that only the key can derive from the value; one block is enough for most values. */
function* deriveBytes(key: KeyObject, value: string): Generator<number, never> {
  const seed = createHmac('sha512', key).update(value).digest();
  yield* seed;
  const rest = seed.toString('hex');
  for (let block = 0; ; block += 1) yield* hash('sha512', `${rest}${block}`, 'buffer');
}

const shiftCharacter = (from: number, first: string, size: number, by: number): string =>
  String.fromCharCode(first.charCodeAt(0) + ((from - first.charCodeAt(0) + by) % size));

const isDigit = (character: string): boolean => character >= '0' && character <= '9';

/** Another character of the same sort, so that the value keeps its shape. A number neither gains nor loses a leading zero. */
function replaceCharacter(character: string, byte: number, leading: boolean): string {
  const code = character.charCodeAt(0);
  if (isDigit(character))
    return leading
      ? character === '0'
        ? '0'
        : shiftCharacter(code, '1', 9, 1 + (byte % 8))
      : shiftCharacter(code, '0', 10, 1 + (byte % 9));
  if (character >= 'a' && character <= 'z') return shiftCharacter(code, 'a', 26, 1 + (byte % 25));
  if (character >= 'A' && character <= 'Z') return shiftCharacter(code, 'A', 26, 1 + (byte % 25));
  return code < 128 ? character : 'x';
}

function replaceHexDigit(character: string, byte: number): string {
  const digit = Number.parseInt(character, 16);
  if (Number.isNaN(digit)) return character;
  const next = ((digit + 1 + (byte % 15)) % 16).toString(16);
  return character === character.toUpperCase() && /[A-F]/.test(character) ? next.toUpperCase() : next;
}

function makeStandIn(key: KeyObject, value: string): string {
  const bytes = deriveBytes(key, value);
  const keepsVersion = isUuid(value);
  let result = '';
  for (let at = 0; at < value.length; at += 1) {
    const character = value.charAt(at);
    const byte = bytes.next().value;
    const leading = !isDigit(value.charAt(at - 1));
    if (keepsVersion) result += fixedInUuid.has(at) ? character : replaceHexDigit(character, byte);
    else result += replaceCharacter(character, byte, leading);
  }
  return result;
}

/** Each value gets one stand-in of the same shape, constant in a run and different in the next. */
export function createStandIns(bytes: Buffer): StandIn {
  const key = createSecretKey(bytes);
  const known = new Map<string, string>();
  return (value) => {
    const found = known.get(value);
    if (found !== undefined) return found;
    const made = makeStandIn(key, value);
    if (value.length <= LONGEST_KEPT) known.set(value, made);
    return made;
  };
}
