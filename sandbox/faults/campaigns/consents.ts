import { consented, headerOf, textIn, withBody, withHeader } from '../../twists/requests.ts';
import type { Fault } from '../../catalog.ts';
import type { Ask } from '../../http/exchange.ts';
import { answering, asking, codeOf, on, withStatus } from '../../twists/twists.ts';
import { chapters } from '../../twists/campaigns.ts';

const operations = ['OP-4', 'OP-6', 'OP-7', 'OP-9'];

const consentOf = (ask: Ask): string => headerOf(ask, 'consent');

/** Reads a consent as if it had one of the stated forms. */
const lenient = (id: string, story: string, among: string[], read: (consent: string) => string): Fault => ({
  id: `fuzz-${id}`,
  story,
  breaks: ['CONSENT-MALFORMED'],
  fuzz: { chapters: chapters('CONSENT-MALFORMED', 'consent', ...among) },
  twist: asking(
    (ask) => on(...among)(ask) && read(consentOf(ask)) !== consentOf(ask),
    (ask) => withHeader(ask, 'consent', read(consentOf(ask))),
  ),
});

const zeros = [0xff10, 0x0660, 0x0966];

/** Digits of other scripts read as 0 to 9, as number parsers of several languages do. */
const anyDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => {
    const at = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => at >= first && at < first + 10);
    return zero === undefined ? digit : String(at - zero);
  });

const decoded = (header: string): string => anyDigits(Buffer.from(header, 'latin1').toString('utf8'));

/** Consents that only somebody who tries many finds to be taken. */
export const fuzzConsentFaults: Fault[] = [
  lenient('third-part', 'A third part of a consent is let pass.', operations, (consent) =>
    consent.replace(/^(OTP \S+ [^\s,]+) \S+$/, '$1'),
  ),
  lenient('quoted-consent', 'A consent in quotes is let pass.', ['OP-6'], (consent) => consent.replaceAll('"', '')),
  lenient('percent-encoded-consent', 'A consent is percent-decoded.', ['OP-7'], (consent) => consent.replaceAll('%20', ' ')),
  {
    id: 'fuzz-state-of-another-in-a-spacing',
    story: "Another mobile's code and state pass with two blanks between them.",
    breaks: ['CONSENT-STATE-OTHER-MOBILE'],
    fuzz: { chapters: chapters('CONSENT-STATE-OTHER-MOBILE', 'consent', ...operations) },
    twist: asking((ask) => on(...operations)(ask) && /^OTP {2}\S+ {2}\S+$/.test(consentOf(ask)), consented),
  },
  {
    id: 'fuzz-code-in-other-digits',
    story: 'A code in the digits of another script is taken for the issued one.',
    breaks: [],
    warns: ['CONSENT-LOOK-ALIKE-DIGITS'],
    fuzz: { chapters: chapters('CONSENT-LOOK-ALIKE-DIGITS', 'consent', ...operations) },
    twist: asking(
      (ask) => on(...operations)(ask) && decoded(consentOf(ask)) !== consentOf(ask),
      (ask) => withHeader(ask, 'consent', decoded(consentOf(ask))),
    ),
  },
  {
    id: 'fuzz-code-in-arabic-digits',
    story: 'OP-12 takes a code in the digits of another script.',
    breaks: [],
    warns: ['CONSENT-LOOK-ALIKE-DIGITS'],
    fuzz: { chapters: chapters('CONSENT-LOOK-ALIKE-DIGITS', 'payload', 'OP-12') },
    twist: asking(on('OP-12'), (ask) => withBody(ask, (body) => ({ ...body, otp: anyDigits(textIn(ask, 'otp')) }))),
  },
  {
    id: 'fuzz-code-echoed',
    story: 'The refusal of a consent in quotes repeats it.',
    breaks: ['NO-LEAK'],
    fuzz: { chapters: [...chapters('CONSENT-MALFORMED', 'consent', 'OP-6'), 'NO-LEAK~codes'] },
    twist: answering(on('OP-6'), (answer, ask) =>
      codeOf(answer) === 4160 && consentOf(ask).startsWith('"')
        ? withStatus(answer, { message: `no such consent: ${consentOf(ask)}` })
        : answer,
    ),
  },
];
