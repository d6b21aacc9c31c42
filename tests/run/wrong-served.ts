import { plain } from '../../sandbox/answers.ts';
import { answering, business, instead, on, onPath, overTheWire, succeeded } from '../../sandbox/twists.ts';
import { envelopeOf, html, inPlaceOf, inPlaceOfCode, inPlaceOfMessage, ofSecondCustomer, serverError } from './twists.ts';
import { withBody, type Wrong } from './wrong.ts';

const operations = Array.from({ length: 16 }, (_, at) => `OP-${at + 1}`);

const served = (operation: string): string => `${operation.replace('-', '')}-SERVED`;

/** Nothing is there behind the login. */
const missing: readonly Wrong[] = operations.map((operation) => ({
  story: `${operation} is HTTP 404 behind the login`,
  clauses: [served(operation)],
  twist: instead(
    (ask) => onPath(operation)(ask) && ask.agent !== undefined,
    (ask) => plain(ask, 404),
  ),
}));

/** Whoever is let in is turned away; OP-9 may refuse for funds and limits. */
const refused: readonly Wrong[] = ['OP-2', 'OP-9', 'OP-13'].map((operation) => ({
  story: `${operation} succeeds with 4001`,
  clauses: operation === 'OP-9' ? [] : [served(operation)],
  twist: answering(on(operation), (answer) => (succeeded(answer) ? envelopeOf(4001, 'not.allowed') : answer)),
}));

export const wrongServed: readonly Wrong[] = [
  ...missing,
  ...refused,
  {
    story: 'OP-5 is HTTP 405',
    clauses: ['OP5-SERVED'],
    twist: answering(on('OP-5'), (answer, ask) => (succeeded(answer) ? plain(ask, 405) : answer)),
  },
  {
    story: 'OP-8 is HTTP 415',
    clauses: ['OP8-SERVED'],
    twist: answering(on('OP-8'), (answer, ask) => (succeeded(answer) ? plain(ask, 415) : answer)),
  },
  {
    story: 'OP-9 is HTTP 400',
    clauses: ['OP9-SERVED'],
    twist: answering(on('OP-9'), (answer, ask) => (succeeded(answer) ? plain(ask, 400) : answer)),
  },
  {
    story: 'OP-7 succeeds with HTTP 201',
    clauses: ['OP7-SERVED', 'CODE-ONLY-WITH-200'],
    twist: answering(on('OP-7'), (answer) => (succeeded(answer) ? { ...answer, status: 201 } : answer)),
  },
  {
    story: 'OP-5 is a server error',
    clauses: ['OP5-SERVED'],
    twist: answering(on('OP-5'), (answer) => (succeeded(answer) ? serverError : answer)),
  },
  {
    story: 'OP-9 is a server error',
    clauses: ['OP9-SERVED'],
    twist: answering(on('OP-9'), (answer) => (succeeded(answer) ? serverError : answer)),
  },
  {
    story: 'OP-5 fails at the gateway each time',
    clauses: ['OP5-SERVED'],
    twist: answering(on('OP-5'), (answer) => (succeeded(answer) ? html(502) : answer)),
  },
  {
    story: 'OP-11 is cut each time',
    clauses: ['OP11-SERVED'],
    twist: overTheWire((ask) => on('OP-11')(ask) && ask.agent !== undefined, { kind: 'truncate', bytes: 10 }),
  },
  {
    story: 'OP-9 is cut each time, which may be the environment',
    clauses: [],
    twist: overTheWire(on('OP-9'), { kind: 'truncate', bytes: 10 }),
  },
  {
    story: 'OP-1 is an HTML page each time',
    clauses: ['ENVELOPE-BODY'],
    twist: answering(on('OP-1'), (answer) => (succeeded(answer) ? html(200) : answer)),
  },
  {
    story: 'OP-16 is refused with 4000, a system failure',
    clauses: [],
    twist: answering(on('OP-16'), (answer) => (succeeded(answer) ? envelopeOf(4000, 'system.failure') : answer)),
  },
  { story: 'the second customer has no OP-5', clauses: ['OP5-SERVED'], twist: instead(ofSecondCustomer('OP-5'), (ask) => plain(ask, 404)) },
  { story: 'a fresh token opens nothing', clauses: ['AUTH-TOKEN-ACCEPTED'], twist: instead(business, (ask) => plain(ask, 401)) },
  {
    story: 'the token answer has no access_token',
    clauses: ['TOKEN-ACCESS-TOKEN'],
    twist: answering(on('TOKEN'), (answer) => withBody(answer, { token: 'artificial' })),
  },
  {
    story: 'the token answer is empty',
    clauses: ['TOKEN-ACCESS-TOKEN'],
    twist: instead(on('TOKEN'), () => ({ status: 200, headers: {} })),
  },
  { story: 'the documented token request is HTTP 415', clauses: ['TOKEN-SERVED'], twist: instead(on('TOKEN'), (ask) => plain(ask, 415)) },
  {
    story: 'a missing token is 401 in an envelope with a code',
    clauses: ['CODE-ONLY-WITH-200'],
    twist: inPlaceOf(401, () => ({ ...envelopeOf(4001, 'not.authenticated'), status: 401 })),
  },
  { story: 'a missing token is HTTP 403', clauses: ['AUTH-401'], twist: inPlaceOf(401, (ask) => plain(ask, 403)) },
  { story: 'a missing token is code 4001', clauses: ['AUTH-401'], twist: inPlaceOf(401, () => envelopeOf(4001, 'not.allowed')) },
  {
    story: 'OP-15 takes any token',
    clauses: ['AUTH-401'],
    twist: (right) => (ask) => {
      const [token] = on('OP-15')(ask) && ask.headers.authorization !== undefined ? ask.bank.tokens.keys() : [];
      return right(token === undefined ? ask : { ...ask, headers: { ...ask.headers, authorization: `Bearer ${token}` } });
    },
  },
  { story: 'a wrong method is HTTP 405', clauses: ['HTTP-415'], twist: inPlaceOf(415, (ask) => plain(ask, 405)) },
  { story: 'a wrong method is code 4160', clauses: ['HTTP-415'], twist: inPlaceOf(415, () => envelopeOf(4160, 'method.wrong')) },
  { story: 'a wrong method is a server error', clauses: ['HTTP-415', 'HTTP-NO-5XX'], twist: inPlaceOf(415, () => serverError) },
  { story: 'broken JSON is code 4160', clauses: ['HTTP-400'], twist: inPlaceOf(400, () => envelopeOf(4160, 'payload.invalid')) },
  { story: 'broken JSON is a server error', clauses: ['HTTP-400', 'HTTP-NO-5XX'], twist: inPlaceOf(400, () => serverError) },
  {
    story: 'broken JSON of OP-7 is HTTP 415',
    clauses: ['HTTP-400'],
    twist: answering(onPath('OP-7'), (answer, ask) => (answer.status === 400 ? plain(ask, 415) : answer)),
  },
  { story: 'a wrong OTP is code 4160', clauses: ['CODE-4170'], twist: inPlaceOfCode(4170, () => envelopeOf(4160, 'otp.invalid')) },
  {
    story: 'a wrong OTP is a refusal without a code',
    clauses: ['ENVELOPE-STATUS-CODE'],
    twist: inPlaceOfCode(4170, () => ({ ...envelopeOf(4170, 'otp.invalid'), json: { status: { message: 'otp.invalid' }, result: null } })),
  },
  {
    story: 'an unknown id is a refusal without a code',
    clauses: ['ENVELOPE-STATUS-CODE'],
    twist: inPlaceOfCode(4040, () => ({ ...envelopeOf(4040, 'not.found'), json: { status: { message: 'not.found' }, result: null } })),
  },
  {
    story: 'an unknown invoice is HTTP 404',
    clauses: ['OP11-UNKNOWN-ID'],
    twist: answering(on('OP-11'), (answer, ask) => (succeeded(answer) ? answer : plain(ask, ask.agent === undefined ? 401 : 404))),
  },
  {
    story: 'an unknown correlationId succeeds',
    clauses: ['OP10-UNKNOWN-ID'],
    twist: inPlaceOfMessage('OP-10', 'transfer.not.found', () => ({
      ...envelopeOf(2000, 'success'),
      json: { status: { message: 'success', code: 2000 }, result: { invoiceId: 17, message: 'unknown', status: 'PENDING' } },
    })),
  },
];
