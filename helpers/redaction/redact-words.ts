import { maskCodes, noCodeSuspects } from './mask-codes.ts';
import type { Secrets } from './secrets.ts';

/** Parts of our own words that quote the target: a text, a member of a list or object, a message in brackets, a field name. */
const quotedPart = /(?<!\\)"(?:[^"\\]|\\.)*"|[[:,]\s?\d+(?=[\]},])|\((?!\d+ (?:characters|letters|bytes))[^()]*\)|(?<=› )\S+/g;

/** In our own words, a short code is quoted or follows its name; a longer one is a code anywhere. */
export function redactWords(secrets: Secrets, words: string): string {
  const { standIn, codes } = secrets;
  const quoted = words.replaceAll(quotedPart, (part) => maskCodes(secrets, part, noCodeSuspects));
  return quoted.replaceAll(/((?:otp|mpin|consent)\W{1,4})?(\w+)/gi, (whole, name: string | undefined, word: string) =>
    codes.isKnown(word) && (name !== undefined || word.length > 5) ? (name ?? '') + standIn(word) : whole,
  );
}
