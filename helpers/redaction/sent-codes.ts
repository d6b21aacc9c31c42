import type { WireRequest } from '../core/exchange.ts';
import { mayHoldSecrets } from '../core/secret-fields.ts';
import { replaceValues } from '../core/json-text.ts';
import { changeBodyText } from './packed-body.ts';
import { toAsciiDigits, toPlainLetters } from './plain-letters.ts';
import { headerSortByName } from './redact-headers.ts';
import type { Secrets } from './secrets.ts';
import { everyUuid } from '../core/ids.ts';

/** The shortest code has four digits. */
const digitRun = /\d{4,}/g;
const mostDigits = 10;

/** Codes of a request, right or wrong, and what was made of them. */
export function collectSentCodes({ codes, learn }: Secrets, { headers, body }: WireRequest): readonly string[] {
  const sent = new Set<string>();
  const seeRun = (run: string, isCode: boolean): void => {
    for (const code of codes.findIn(run)) sent.add(code);
    const isMade = run.length <= mostDigits && codes.isDerived(run);
    if (run.length <= mostDigits && (isCode || isMade)) sent.add(run);
    // An answer may quote it in words, where nothing marks it as a code.
    if (isMade) learn(run);
  };
  /** In a consent every number is a code; in a field only a value that is one number. */
  const see = (text: string, isConsent: boolean): void => {
    const plain = toAsciiDigits(toPlainLetters(text) ?? text).replaceAll(everyUuid, ' ');
    for (const [run] of plain.matchAll(digitRun)) seeRun(run, isConsent || run === plain);
    if (codes.isKnown(text)) sent.add(text.toLowerCase());
  };
  for (const [name, value] of headers) if (headerSortByName(name) === 'consent' || headerSortByName(name) === 'secret') see(value, true);
  if (body === null || (body.encoding === 'utf8' && !mayHoldSecrets(body.text) && !body.text.includes('\0'))) return [...sent];
  changeBodyText(body, (text) =>
    replaceValues(text, (value, { sort, isKey }) => {
      if (sort === 'code' && !(isKey && !/\d/.test(value))) see(value, false);
      return value;
    }),
  );
  return [...sent];
}
