import type { Fault } from '../../catalog.ts';
import { plain } from '../../http/responses.ts';
import { answering, on, onPath, succeeded } from '../../twists/twists.ts';
import { envelopeOf, inPlaceOf, inPlaceOfCode, inPlaceOfMessage, serverError } from '../../twists/responses.ts';

/** Refusals under another HTTP status or another code than the stated one. */
export const codeFaults: Fault[] = [
  {
    id: 'a-missing-token-is-401-in-an-envelope-with-a-code',
    story: 'A missing token is 401 in an envelope with a code.',
    breaks: ['CODE-ONLY-WITH-200'],
    twist: inPlaceOf(401, () => ({ ...envelopeOf(4001, 'not.authenticated'), status: 401 })),
  },
  {
    id: 'a-missing-token-is-code-4001',
    story: 'A missing token is code 4001.',
    breaks: ['AUTH-401'],
    twist: inPlaceOf(401, () => envelopeOf(4001, 'not.allowed')),
  },
  {
    id: 'op15-takes-any-token',
    story: 'OP-15 takes any token.',
    breaks: ['AUTH-401'],
    twist: (right) => (ask) => {
      const [token] = on('OP-15')(ask) && ask.headers.authorization !== undefined ? ask.bank.tokens.keys() : [];
      return right(token === undefined ? ask : { ...ask, headers: { ...ask.headers, authorization: `Bearer ${token}` } });
    },
  },
  {
    id: 'a-wrong-method-is-http-405',
    story: 'A wrong method is HTTP 405.',
    breaks: ['HTTP-415'],
    twist: inPlaceOf(415, (ask) => plain(ask, 405)),
  },
  {
    id: 'a-wrong-method-is-code-4160',
    story: 'A wrong method is code 4160.',
    breaks: ['HTTP-415'],
    twist: inPlaceOf(415, () => envelopeOf(4160, 'method.wrong')),
  },
  {
    id: 'a-wrong-method-is-a-server-error',
    story: 'A wrong method is a server error.',
    breaks: ['HTTP-415', 'HTTP-NO-5XX'],
    twist: inPlaceOf(415, () => serverError),
  },
  {
    id: 'broken-json-is-code-4160',
    story: 'Broken JSON is code 4160.',
    breaks: ['HTTP-400'],
    twist: inPlaceOf(400, () => envelopeOf(4160, 'payload.invalid')),
  },
  {
    id: 'broken-json-is-a-server-error',
    story: 'Broken JSON is a server error.',
    breaks: ['HTTP-400', 'HTTP-NO-5XX'],
    twist: inPlaceOf(400, () => serverError),
  },
  {
    id: 'broken-json-of-op7-is-http-415',
    story: 'Broken JSON of OP-7 is HTTP 415.',
    breaks: ['HTTP-400'],
    twist: answering(onPath('OP-7'), (answer, ask) => (answer.status === 400 ? plain(ask, 415) : answer)),
  },
  {
    id: 'a-wrong-otp-is-code-4160',
    story: 'A wrong OTP is code 4160.',
    breaks: ['CODE-4170'],
    twist: inPlaceOfCode(4170, () => envelopeOf(4160, 'otp.invalid')),
  },
  {
    id: 'a-wrong-otp-is-a-refusal-without-a-code',
    story: 'A wrong OTP is a refusal without a code.',
    breaks: ['ENVELOPE-STATUS-CODE'],
    twist: inPlaceOfCode(4170, () => ({ ...envelopeOf(4170, 'otp.invalid'), json: { status: { message: 'otp.invalid' }, result: null } })),
  },
  {
    id: 'an-unknown-id-is-a-refusal-without-a-code',
    story: 'An unknown id is a refusal without a code.',
    breaks: ['ENVELOPE-STATUS-CODE'],
    twist: inPlaceOfCode(4040, () => ({ ...envelopeOf(4040, 'not.found'), json: { status: { message: 'not.found' }, result: null } })),
  },
  {
    id: 'an-unknown-invoice-is-http-404',
    story: 'An unknown invoice is HTTP 404.',
    breaks: ['OP11-UNKNOWN-ID'],
    twist: answering(on('OP-11'), (answer, ask) => (succeeded(answer) ? answer : plain(ask, ask.agent === undefined ? 401 : 404))),
  },
  {
    id: 'an-unknown-correlationid-succeeds',
    story: 'An unknown correlationId succeeds.',
    breaks: ['OP10-UNKNOWN-ID'],
    twist: inPlaceOfMessage('OP-10', 'transfer.not.found', () => ({
      ...envelopeOf(2000, 'success'),
      json: { status: { message: 'success', code: 2000 }, result: { invoiceId: 17, message: 'unknown', status: 'PENDING' } },
    })),
  },
];
