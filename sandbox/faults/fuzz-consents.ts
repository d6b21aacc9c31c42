import { consented, headerOf, withHeader } from '../asked.ts';
import type { Fault } from '../catalogue.ts';
import type { Ask } from '../exchange.ts';
import { answering, asking, codeOf, on, withStatus } from '../twists.ts';
import { chapters } from '../twists/odd.ts';

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
