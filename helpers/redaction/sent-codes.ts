import type { WireRequest } from '../core/exchange.ts';
import { mayHoldSecrets } from '../core/secret-fields.ts';
import { replaceValues } from '../core/json-text.ts';
import { changeText } from './packed.ts';
import { asciiDigits, plainLetters } from './plain-letters.ts';
import { headerSort } from './redact-headers.ts';
import type { Secrets } from './secrets.ts';

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;
/** As long as a code is. */
const digits = /\d{4,}/g;
const mostDigits = 10;

/** The codes a request carries where codes belong, right or wrong, and whatever was made of one. */
export function codesSent({ codes, learn }: Secrets, { headers, body }: WireRequest): readonly string[] {
  const sent = new Set<string>();
  const seeRun = (run: string, isCode: boolean): void => {
    for (const code of codes.within(run)) sent.add(code);
    const isMade = run.length <= mostDigits && codes.derives(run);
    if (run.length <= mostDigits && (isCode || isMade)) sent.add(run);
    // Words about an answer may quote it where nothing tells that it is one.
    if (isMade) learn(run);
  };
  /** In a consent every number is a code; in a field only one that stands alone. */
  const see = (text: string, isConsent: boolean): void => {
    const plain = asciiDigits(plainLetters(text) ?? text).replaceAll(uuid, ' ');
    for (const [run] of plain.matchAll(digits)) seeRun(run, isConsent || run === plain);
    if (codes.isKnown(text)) sent.add(text.toLowerCase());
  };
  for (const [name, value] of headers) if (headerSort(name) === 'consent' || headerSort(name) === 'secret') see(value, true);
  if (body === null || (body.encoding === 'utf8' && !mayHoldSecrets(body.text) && !body.text.includes('\0'))) return [...sent];
  changeText(body, (text) =>
    replaceValues(text, (value, { sort, isKey }) => {
      if (sort === 'code' && !(isKey && !/\d/.test(value))) see(value, false);
      return value;
    }),
  );
  return [...sent];
}
