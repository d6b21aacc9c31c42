import { faultTable } from '../table.ts';
import { json, plain } from '../../http/responses.ts';
import { headerOf, withHeader } from '../../twists/requests.ts';
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
export const tokenFaults = [
  ...faultTable({ breaks: ['TOKEN-REFUSES-WRONG-CREDENTIALS'] }, [
    {
      id: 'token-for-wrong-client-password',
      does: 'The client password is not compared.',
      twist: forgiving((ask) => clientOf(ask)[0] === ask.bank.client.id && clientOf(ask)[1] !== '', asClient),
    },
    {
      id: 'token-for-wrong-password',
      does: 'The agent password is not compared.',
      twist: forgiving((ask) => formOf(ask).get('password') !== '', withRightPassword),
    },
    {
      id: 'token-for-empty-password',
      does: 'An empty agent password is taken for the right one.',
      twist: forgiving((ask) => formOf(ask).get('password') === '', withRightPassword),
    },
  ]),
  ...faultTable({ breaks: ['TOKEN-ACCESS-TOKEN'] }, [
    { id: 'access-token-missing', does: 'The token answer holds no access_token.', twist: accessToken(undefined) },
    { id: 'access-token-null', does: 'The access_token is null.', twist: accessToken(null) },
    { id: 'access-token-number', does: 'The access_token is a number.', twist: accessToken(1_234_567) },
    { id: 'access-token-empty', does: 'The access_token is the empty text.', twist: accessToken('') },
    {
      id: 'access-token-in-envelope',
      does: 'The access_token is inside a business envelope.',
      twist: answering(isToken, (answer) =>
        answer.status === 200 ? { ...answer, json: { status: { message: 'success', code: 2000 }, result: answer.json ?? null } } : answer,
      ),
    },
    {
      id: 'token-as-string',
      does: 'The token answer is the token alone, as a JSON string.',
      twist: answering(isToken, (answer) => {
        const token = field(answer.json, 'access_token');
        return typeof token === 'string' ? json(200, token) : answer;
      }),
    },
  ]),
  ...faultTable({}, [
    {
      id: 'token-without-basic',
      breaks: ['TOKEN-REFUSES-MISSING-BASIC'],
      does: 'The token request needs no client credentials.',
      twist: forgiving((ask) => headerOf(ask, 'authorization') === '', asClient),
    },
    {
      id: 'token-for-wrong-grant',
      breaks: ['TOKEN-REFUSES-WRONG-GRANT'],
      does: 'The grant type is not looked at.',
      twist: forgiving(
        (ask) => formOf(ask).has('grant_type'),
        (ask) => withForm(ask, 'grant_type', 'password'),
      ),
    },
    {
      id: 'wrong-password-is-500',
      breaks: ['TOKEN-NO-5XX'],
      does: 'A wrong agent password makes the token endpoint stumble.',
      twist: instead(
        (ask) => isToken(ask) && isWrongPassword(ask),
        (ask) => plain(ask, 500),
      ),
    },
    {
      id: 'missing-basic-is-500',
      breaks: ['TOKEN-NO-5XX'],
      does: 'Missing client credentials make the token endpoint stumble.',
      twist: instead(
        (ask) => isToken(ask) && headerOf(ask, 'authorization') === '',
        (ask) => plain(ask, 500),
      ),
    },
    {
      id: 'token-form-refused',
      breaks: ['TOKEN-SERVED'],
      does: 'The token endpoint takes JSON and refuses the documented form.',
      twist: instead(isToken, (ask) => plain(ask, 415)),
    },
    {
      id: 'token-request-invalid',
      breaks: ['TOKEN-SERVED'],
      does: 'The token endpoint calls the documented form an invalid request.',
      twist: instead(isToken, () => json(400, { error: 'invalid_request' })),
    },
  ]),
];
