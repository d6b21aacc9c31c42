import { faultTable } from '../table.ts';
import { plain } from '../../http/responses.ts';
import type { Fault } from '../../catalog.ts';
import type { Ask } from '../../http/exchange.ts';
import { answering, asking, business, instead, on, onPath } from '../../twists/twists.ts';
import { as, firstOf, otherOf, tokenOf } from '../../twists/agents.ts';
import { serverError } from '../../twists/responses.ts';

/** Sends a token request on with another form. */
const withForm =
  (change: (form: URLSearchParams, ask: Ask) => void): ((ask: Ask) => Ask) =>
  (ask) => {
    const form = new URLSearchParams(Buffer.from(ask.raw).toString('utf8'));
    change(form, ask);
    return { ...ask, raw: Buffer.from(form.toString()) };
  };

const rightBasic = (ask: Ask): Ask => ({
  ...ask,
  headers: {
    ...ask.headers,
    authorization: `Basic ${Buffer.from(`${ask.bank.client.id}:${ask.bank.client.password}`).toString('base64')}`,
  },
});

const tokenRequests = [
  ...faultTable({ breaks: ['TOKEN-REFUSES-WRONG-CREDENTIALS'] }, [
    {
      does: 'The agent password is not looked at.',
      twist: asking(
        on('TOKEN'),
        withForm((form, { bank }) => {
          form.set('password', bank.agents.get(form.get('username') ?? '')?.password ?? '');
        }),
      ),
    },
    {
      does: 'The client password is not looked at.',
      twist: asking(({ operation, headers }) => operation === 'TOKEN' && headers.authorization !== undefined, rightBasic),
    },
    {
      does: 'A token request without an agent is taken for one of the first.',
      twist: asking(
        on('TOKEN'),
        withForm((form, { bank }) => {
          if (!form.has('username')) form.set('username', firstOf(bank)?.id ?? '');
        }),
      ),
    },
    {
      does: 'GET on the token endpoint hands out a token.',
      twist: instead(
        ({ method, pathOperation }) => method === 'GET' && pathOperation === 'TOKEN',
        ({ bank }) => ({ status: 200, headers: {}, json: { access_token: tokenOf(bank, firstOf(bank)) } }),
      ),
    },
  ]),
  ...faultTable({}, [
    {
      breaks: ['TOKEN-REFUSES-MISSING-BASIC'],
      does: 'The token endpoint asks for no client.',
      twist: asking(({ operation, headers }) => operation === 'TOKEN' && headers.authorization === undefined, rightBasic),
    },
    {
      breaks: ['TOKEN-REFUSES-WRONG-GRANT'],
      does: 'The token endpoint takes any grant.',
      twist: asking(
        on('TOKEN'),
        withForm((form) => {
          if (form.has('grant_type')) form.set('grant_type', 'password');
        }),
      ),
    },
    {
      warns: ['TOKEN-REFUSES-WRONG-GRANT'],
      does: 'A missing grant is taken for the password grant.',
      twist: asking(
        on('TOKEN'),
        withForm((form) => {
          form.set('grant_type', form.get('grant_type') ?? 'password');
        }),
      ),
    },
    {
      breaks: ['TOKEN-NO-5XX'],
      does: 'The token endpoint meets what is wrong with a server error.',
      twist: answering(onPath('TOKEN'), (answer) => (answer.status === 200 ? answer : serverError)),
    },
    {
      breaks: ['TOKEN-SERVED'],
      does: 'The token endpoint does not take the form of the second agent.',
      twist: answering(on('TOKEN'), (answer, ask) =>
        Buffer.from(ask.raw)
          .toString('utf8')
          .includes(otherOf(ask.bank)?.id ?? 'nobody')
          ? plain(ask, 415)
          : answer,
      ),
    },
  ]),
];

const callers = faultTable({}, [
  {
    breaks: ['AUTH-401'],
    warns: ['AUTH-401'],
    does: 'Everybody gets in.',
    twist: asking(
      (ask) => business(ask) && ask.agent === undefined,
      (ask) => as(ask, firstOf(ask.bank)),
    ),
  },
  {
    warns: ['AUTH-401'],
    does: 'The token is found under any scheme.',
    twist: asking(business, (ask) => {
      const known = [...ask.bank.tokens.keys()].find((token) => ask.headers.authorization?.endsWith(token) === true);
      return known === undefined ? ask : { ...ask, headers: { ...ask.headers, authorization: `Bearer ${known}` } };
    }),
  },
]);

/** Token requests that are taken though something is missing, and callers whose token is not looked at. */
export const loginFaults: Fault[] = [...tokenRequests, ...callers];
