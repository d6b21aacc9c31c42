import { json, plain } from '../../http/responses.ts';
import { headerOf, withHeader } from '../../twists/requests.ts';
import type { Fault } from '../../catalog.ts';
import type { Ask, Twist } from '../../http/exchange.ts';
import { field, isObject, type Json } from '../../http/json.ts';
import { answering, asking, instead, on, without } from '../../twists/twists.ts';

const isToken = on('TOKEN');

const formOf = ({ raw }: Ask): URLSearchParams => new URLSearchParams(Buffer.from(raw).toString('utf8'));

const withForm = (ask: Ask, name: string, value: string): Ask => {
  const form = formOf(ask);
  form.set(name, value);
  return { ...ask, raw: Buffer.from(form.toString()) };
};

const passwordOf = (ask: Ask): string => ask.bank.agents.get(formOf(ask).get('username') ?? '')?.password ?? '';

const asClient = (ask: Ask): Ask =>
  withHeader(ask, 'authorization', `Basic ${Buffer.from(`${ask.bank.client.id}:${ask.bank.client.password}`).toString('base64')}`);

const clientOf = (ask: Ask): string[] =>
  Buffer.from(headerOf(ask, 'authorization').replace(/^Basic /, ''), 'base64')
    .toString('utf8')
    .split(':');

/** Asks that differ from the documented one in one thing alone are served as if they did not. */
const forgiving = (wrong: (ask: Ask) => boolean, right: (ask: Ask) => Ask): Twist => asking((ask) => isToken(ask) && wrong(ask), right);

const withRightPassword = (ask: Ask): Ask => withForm(ask, 'password', passwordOf(ask));

const isWrongPassword = (ask: Ask): boolean => passwordOf(ask) !== formOf(ask).get('password');

/** Another `access_token` for right credentials; `undefined` leaves it out. */
const accessToken = (value: Json | undefined): Twist =>
  answering(isToken, (answer) =>
    isObject(answer.json) && answer.status === 200
      ? { ...answer, json: value === undefined ? without(answer.json, 'access_token') : { ...answer.json, access_token: value } }
      : answer,
  );

/** Tokens for those who have no right to one, and none for those who have. */
export const tokenFaults: Fault[] = [
  {
    id: 'token-for-wrong-client-password',
    story: 'The client password is not compared.',
    breaks: ['TOKEN-REFUSES-WRONG-CREDENTIALS'],
    twist: forgiving((ask) => clientOf(ask)[0] === ask.bank.client.id && clientOf(ask)[1] !== '', asClient),
  },
  {
    id: 'token-without-basic',
    story: 'The token request needs no client credentials.',
    breaks: ['TOKEN-REFUSES-MISSING-BASIC'],
    twist: forgiving((ask) => headerOf(ask, 'authorization') === '', asClient),
  },
  {
    id: 'token-for-wrong-password',
    story: 'The agent password is not compared.',
    breaks: ['TOKEN-REFUSES-WRONG-CREDENTIALS'],
    twist: forgiving((ask) => formOf(ask).get('password') !== '', withRightPassword),
  },
  {
    id: 'token-for-empty-password',
    story: 'An empty agent password is taken for the right one.',
    breaks: ['TOKEN-REFUSES-WRONG-CREDENTIALS'],
    twist: forgiving((ask) => formOf(ask).get('password') === '', withRightPassword),
  },
  {
    id: 'token-for-wrong-grant',
    story: 'The grant type is not looked at.',
    breaks: ['TOKEN-REFUSES-WRONG-GRANT'],
    twist: forgiving(
      (ask) => formOf(ask).has('grant_type'),
      (ask) => withForm(ask, 'grant_type', 'password'),
    ),
  },
  {
    id: 'wrong-password-is-500',
    story: 'A wrong agent password makes the token endpoint stumble.',
    breaks: ['TOKEN-NO-5XX'],
    twist: instead(
      (ask) => isToken(ask) && isWrongPassword(ask),
      (ask) => plain(ask, 500),
    ),
  },
  {
    id: 'missing-basic-is-500',
    story: 'Missing client credentials make the token endpoint stumble.',
    breaks: ['TOKEN-NO-5XX'],
    twist: instead(
      (ask) => isToken(ask) && headerOf(ask, 'authorization') === '',
      (ask) => plain(ask, 500),
    ),
  },
  {
    id: 'access-token-missing',
    story: 'The token answer holds no access_token.',
    breaks: ['TOKEN-ACCESS-TOKEN'],
    twist: accessToken(undefined),
  },
  { id: 'access-token-null', story: 'The access_token is null.', breaks: ['TOKEN-ACCESS-TOKEN'], twist: accessToken(null) },
  { id: 'access-token-number', story: 'The access_token is a number.', breaks: ['TOKEN-ACCESS-TOKEN'], twist: accessToken(1_234_567) },
  { id: 'access-token-empty', story: 'The access_token is the empty text.', breaks: ['TOKEN-ACCESS-TOKEN'], twist: accessToken('') },
  {
    id: 'access-token-in-envelope',
    story: 'The access_token is inside a business envelope.',
    breaks: ['TOKEN-ACCESS-TOKEN'],
    twist: answering(isToken, (answer) =>
      answer.status === 200 ? { ...answer, json: { status: { message: 'success', code: 2000 }, result: answer.json ?? null } } : answer,
    ),
  },
  {
    id: 'token-as-string',
    story: 'The token answer is the token alone, as a JSON string.',
    breaks: ['TOKEN-ACCESS-TOKEN'],
    twist: answering(isToken, (answer) => {
      const token = field(answer.json, 'access_token');
      return typeof token === 'string' ? json(200, token) : answer;
    }),
  },
  {
    id: 'token-form-refused',
    story: 'The token endpoint takes JSON and refuses the documented form.',
    breaks: ['TOKEN-SERVED'],
    twist: instead(isToken, (ask) => plain(ask, 415)),
  },
  {
    id: 'token-request-invalid',
    story: 'The token endpoint calls the documented form an invalid request.',
    breaks: ['TOKEN-SERVED'],
    twist: instead(isToken, () => json(400, { error: 'invalid_request' })),
  },
];
