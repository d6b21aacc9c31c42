import { changeEveryLayer } from './layers.ts';
import { replaceInPlainLetters } from './plain-letters.ts';
import type { Secrets } from './secrets.ts';
import { everyUuidOrWord, isUuid } from '../core/ids.ts';

export interface CodeSuspects {
  /** Codes that the request carried, right or wrong: masked wherever they appear. */
  readonly sent: readonly string[];
  /** Whether digits may be an unknown code; such digits get a stand-in too. */
  readonly mayBeCode: (digits: string) => boolean;
}

export const noCodeSuspects: CodeSuspects = { sent: [], mayBeCode: () => false };

const digitRun = /\d{4,}/g;
/** A run of digits this long inside a word is not part of a name. */
const sureLength = 6;
/** The id of a trace, a session or a build. */
const isHexId = (found: string): boolean => found.length >= 16 && /^[\da-f]+$/i.test(found) && /[a-f]/i.test(found);
const namedCode = /((?:otp|mpin)\W{1,4})(\d{3,10})(?!\w)/gi;
const yearPattern = /^(?:19|20)\d\d$/;

function findRepeatedCode(digits: string, isCode: (part: string) => boolean): string | undefined {
  for (let size = 4; size <= 8; size += 1) {
    const part = digits.slice(0, size);
    if (digits.length > size && digits.length % size === 0 && part.repeat(digits.length / size) === digits && isCode(part)) return part;
  }
  return undefined;
}

function maskDigits({ codes, standIn, learn }: Secrets, { mayBeCode }: CodeSuspects, digits: string, whole: boolean): string {
  if (digits.length >= sureLength && codes.isKnown(digits)) return standIn(digits);
  if (digits.length >= sureLength && findRepeatedCode(digits, (part) => codes.isKnown(part) || mayBeCode(part)) !== undefined)
    return standIn(digits);
  if (!mayBeCode(digits)) return digits;
  if (whole && !yearPattern.test(digits)) learn(digits);
  return standIn(digits);
}

/** Whether every occurrence of the code lies inside what was replaced: a secret that only overlaps it leaves digits in the clear. */
function isCovered(code: string, small: string, replaced: string): boolean {
  const isChanged = (at: number): boolean => small.charAt(at) !== replaced.charAt(at).toLowerCase();
  for (let at = small.indexOf(code); at >= 0; at = small.indexOf(code, at + 1))
    if (!isChanged(at) || !isChanged(at + code.length - 1)) return false;
  return true;
}

function maskWord(secrets: Secrets, suspects: CodeSuspects, found: string): string {
  const { codes, standIn, replaceLong } = secrets;
  if (found.includes('-')) return found;
  if (codes.isKnown(found)) return standIn(found);
  const small = found.toLowerCase();
  if (suspects.sent.some((code) => small.includes(code))) {
    // A longer secret may hold the digits of a code.
    const other = replaceLong(found);
    return suspects.sent.every((code) => isCovered(code, small, other)) ? other : standIn(found);
  }
  if (isHexId(found)) return found;
  return found.replaceAll(digitRun, (digits) => maskDigits(secrets, suspects, digits, digits === found));
}

/** A text without digits holds no code in any layer; base64 of digits has a lowercase letter before a capital. */
const mayHoldCode = /[\d%\\\0\u0660-\uff19]|[a-z][A-Z]/;

const exponentialNumber = /(?<![\w.])\d\.\d+e\+?\d+(?!\w)/gi;

/** Replaces codes in a text with stand-ins, in every encoding; other numbers stay. */
export function maskCodes(secrets: Secrets, text: string, suspects: CodeSuspects): string {
  const { codes, standIn, replaceLong } = secrets;
  if ((!codes.hasWords() && !mayHoldCode.test(text)) || isUuid(text)) return text;
  const mask = (part: string): string =>
    codes
      .replaceNonWords(part, standIn)
      .replaceAll(namedCode, (_, name: string, digits: string) => `${name}${standIn(digits)}`)
      .replaceAll(everyUuidOrWord, (found) => maskWord(secrets, suspects, found))
      .replaceAll(exponentialNumber, (found) => {
        const number = String(Number(found));
        const other = maskWord(secrets, suspects, String(Number(found)));
        return other === number ? found : other;
      });
  const maskPlain = (part: string): string => replaceInPlainLetters(part, mask);
  return changeEveryLayer(text, maskPlain, (inner) => maskPlain(replaceLong(inner)));
}
