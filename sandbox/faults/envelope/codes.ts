import { faultTable } from '../table.ts';
import { plain } from '../../http/responses.ts';
import { answering, on, onPath, succeeded } from '../../twists/twists.ts';
import { envelopeOf, inPlaceOf, inPlaceOfCode, inPlaceOfMessage, serverError } from '../../twists/responses.ts';

/** Refusals under another HTTP status or another code than the stated one. */
export const codeFaults = faultTable({}, [
  {
    breaks: ['CODE-ONLY-WITH-200'],
    does: 'A missing token is 401 in an envelope with a code.',
    twist: inPlaceOf(401, () => ({ ...envelopeOf(4001, 'not.authenticated'), status: 401 })),
  },
  { breaks: ['AUTH-401'], does: 'A missing token is code 4001.', twist: inPlaceOf(401, () => envelopeOf(4001, 'not.allowed')) },
  {
    breaks: ['AUTH-401'],
    does: 'OP-15 takes any token.',
    twist: (right) => (ask) => {
      const [token] = on('OP-15')(ask) && ask.headers.authorization !== undefined ? ask.bank.tokens.keys() : [];
      return right(token === undefined ? ask : { ...ask, headers: { ...ask.headers, authorization: `Bearer ${token}` } });
    },
  },
  { breaks: ['HTTP-415'], does: 'A wrong method is HTTP 405.', twist: inPlaceOf(415, (ask) => plain(ask, 405)) },
  { breaks: ['HTTP-415'], does: 'A wrong method is code 4160.', twist: inPlaceOf(415, () => envelopeOf(4160, 'method.wrong')) },
  { breaks: ['HTTP-415', 'HTTP-NO-5XX'], does: 'A wrong method is a server error.', twist: inPlaceOf(415, () => serverError) },
  { breaks: ['HTTP-400'], does: 'Broken JSON is code 4160.', twist: inPlaceOf(400, () => envelopeOf(4160, 'payload.invalid')) },
  { breaks: ['HTTP-400', 'HTTP-NO-5XX'], does: 'Broken JSON is a server error.', twist: inPlaceOf(400, () => serverError) },
  {
    breaks: ['HTTP-400'],
    does: 'Broken JSON of OP-7 is HTTP 415.',
    twist: answering(onPath('OP-7'), (answer, ask) => (answer.status === 400 ? plain(ask, 415) : answer)),
  },
  { breaks: ['CODE-4170'], does: 'A wrong OTP is code 4160.', twist: inPlaceOfCode(4170, () => envelopeOf(4160, 'otp.invalid')) },
  {
    breaks: ['ENVELOPE-STATUS-CODE'],
    does: 'A wrong OTP is a refusal without a code.',
    twist: inPlaceOfCode(4170, () => ({ ...envelopeOf(4170, 'otp.invalid'), json: { status: { message: 'otp.invalid' }, result: null } })),
  },
  {
    breaks: ['ENVELOPE-STATUS-CODE'],
    does: 'An unknown id is a refusal without a code.',
    twist: inPlaceOfCode(4040, () => ({ ...envelopeOf(4040, 'not.found'), json: { status: { message: 'not.found' }, result: null } })),
  },
  {
    breaks: ['OP11-UNKNOWN-ID'],
    does: 'An unknown invoice is HTTP 404.',
    twist: answering(on('OP-11'), (answer, ask) => (succeeded(answer) ? answer : plain(ask, ask.agent === undefined ? 401 : 404))),
  },
  {
    breaks: ['OP10-UNKNOWN-ID'],
    does: 'An unknown correlationId succeeds.',
    twist: inPlaceOfMessage('OP-10', 'transfer.not.found', () => ({
      ...envelopeOf(2000, 'success'),
      json: { status: { message: 'success', code: 2000 }, result: { invoiceId: 17, message: 'unknown', status: 'PENDING' } },
    })),
  },
]);
