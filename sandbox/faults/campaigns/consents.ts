import { API_CODES } from '../../http/codes.ts';
import { campaignTable } from './table.ts';
import { withValidConsent, bodyText, withBody, withHeader, consentHeader } from '../../twists/requests.ts';
import type { Twist } from '../../http/exchange.ts';
import { changeResponse, changeRequest, apiCode, on, withStatus } from '../../twists/twists.ts';

const operations = ['OP-4', 'OP-6', 'OP-7', 'OP-9'];

/** Rewrites a consent into one of the stated forms before the service reads it. */
const readLeniently = (among: readonly string[], read: (consent: string) => string): Twist =>
  changeRequest(
    (request) => on(...among)(request) && read(consentHeader(request)) !== consentHeader(request),
    (request) => withHeader(request, 'consent', read(consentHeader(request))),
  );

const scriptZeros = [0xff10, 0x0660, 0x0966];

/** Reads digits of other scripts as 0 to 9, as number parsers of several languages do. */
const toAsciiDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => {
    const at = digit.codePointAt(0) ?? 0;
    const zero = scriptZeros.find((first) => at >= first && at < first + 10);
    return zero === undefined ? digit : String(at - zero);
  });

const decodeHeader = (header: string): string => toAsciiDigits(Buffer.from(header, 'latin1').toString('utf8'));

export const campaignConsentFaults = campaignTable([
  {
    id: 'third-part',
    breaks: ['CONSENT-MALFORMED'],
    does: 'A third part of a consent is let pass.',
    on: operations,
    dimension: 'consent',
    twist: readLeniently(operations, (consent) => consent.replace(/^(OTP \S+ [^\s,]+) \S+$/, '$1')),
  },
  {
    id: 'quoted-consent',
    breaks: ['CONSENT-MALFORMED'],
    does: 'A consent in quotes is let pass.',
    on: ['OP-6'],
    dimension: 'consent',
    twist: readLeniently(['OP-6'], (consent) => consent.replaceAll('"', '')),
  },
  {
    id: 'percent-encoded-consent',
    breaks: ['CONSENT-MALFORMED'],
    does: 'A consent is percent-decoded.',
    on: ['OP-7'],
    dimension: 'consent',
    twist: readLeniently(['OP-7'], (consent) => consent.replaceAll('%20', ' ')),
  },
  {
    id: 'state-of-another-in-a-spacing',
    breaks: ['CONSENT-STATE-OTHER-MOBILE'],
    does: "Another mobile's code and state pass with two blanks between them.",
    on: operations,
    dimension: 'consent',
    twist: changeRequest((request) => on(...operations)(request) && /^OTP {2}\S+ {2}\S+$/.test(consentHeader(request)), withValidConsent),
  },
  {
    id: 'code-in-other-digits',
    warns: ['CONSENT-LOOK-ALIKE-DIGITS'],
    does: 'A code in the digits of another script is taken for the issued one.',
    on: operations,
    dimension: 'consent',
    twist: changeRequest(
      (request) => on(...operations)(request) && decodeHeader(consentHeader(request)) !== consentHeader(request),
      (request) => withHeader(request, 'consent', decodeHeader(consentHeader(request))),
    ),
  },
  {
    id: 'code-in-arabic-digits',
    warns: ['CONSENT-LOOK-ALIKE-DIGITS'],
    does: 'OP-12 takes a code in the digits of another script.',
    on: ['OP-12'],
    dimension: 'payload',
    twist: changeRequest(on('OP-12'), (request) =>
      withBody(request, (body) => ({ ...body, otp: toAsciiDigits(bodyText(request, 'otp')) })),
    ),
  },
  {
    id: 'code-echoed',
    breaks: ['NO-LEAK'],
    does: 'The refusal of a consent in quotes repeats it.',
    on: ['OP-6'],
    dimension: 'consent',
    triedBy: 'CONSENT-MALFORMED',
    also: ['NO-LEAK~codes'],
    twist: changeResponse(on('OP-6'), (response, request) =>
      apiCode(response) === API_CODES.validationFailed && consentHeader(request).startsWith('"')
        ? withStatus(response, { message: `no such consent: ${consentHeader(request)}` })
        : response,
    ),
  },
]);
