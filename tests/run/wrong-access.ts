import { plain } from '../../sandbox/answers.ts';
import type { Agent, Bank } from '../../sandbox/bank.ts';
import type { Answer, Ask, Twist } from '../../sandbox/exchange.ts';
import { field, isObject } from '../../sandbox/json.ts';
import { answering, asking, business, codeOf, instead, on, onPath, withResult, withStatus } from '../../sandbox/twists.ts';
import { envelopeOf, serverError } from './twists.ts';
import { textOf, withBody, type Wrong } from './wrong.ts';

/** The agent whose users are there from the start, and the other one. */
const firstOf = ({ agents }: Bank): Agent | undefined => [...agents.values()][0];
const otherOf = ({ agents }: Bank): Agent | undefined => [...agents.values()][1];

const isOther = ({ agent, bank }: Ask): boolean => agent !== undefined && agent === otherOf(bank);

const tokenOf = (bank: Bank, agent: Agent | undefined): string =>
  [...bank.tokens.values()].filter((token) => token.agent === agent).at(-1)?.value ?? '';

const as = (ask: Ask, agent: Agent | undefined): Ask => ({
  ...ask,
  agent,
  headers: { ...ask.headers, authorization: `Bearer ${tokenOf(ask.bank, agent)}` },
});

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

const tokens: readonly Wrong[] = [
  {
    story: 'the agent password is not looked at',
    clauses: ['TOKEN-REFUSES-WRONG-CREDENTIALS'],
    twist: asking(
      on('TOKEN'),
      withForm((form, { bank }) => {
        form.set('password', bank.agents.get(form.get('username') ?? '')?.password ?? '');
      }),
    ),
  },
  {
    story: 'the client password is not looked at',
    clauses: ['TOKEN-REFUSES-WRONG-CREDENTIALS'],
    twist: asking(({ operation, headers }) => operation === 'TOKEN' && headers.authorization !== undefined, rightBasic),
  },
  {
    story: 'the token endpoint asks for no client',
    clauses: ['TOKEN-REFUSES-MISSING-BASIC'],
    twist: asking(({ operation, headers }) => operation === 'TOKEN' && headers.authorization === undefined, rightBasic),
  },
  {
    story: 'a token request without an agent is taken for one of the first',
    clauses: ['TOKEN-REFUSES-WRONG-CREDENTIALS'],
    twist: asking(
      on('TOKEN'),
      withForm((form, { bank }) => {
        if (!form.has('username')) form.set('username', firstOf(bank)?.id ?? '');
      }),
    ),
  },
  {
    story: 'the token endpoint takes any grant',
    clauses: ['TOKEN-REFUSES-WRONG-GRANT'],
    twist: asking(
      on('TOKEN'),
      withForm((form) => {
        if (form.has('grant_type')) form.set('grant_type', 'password');
      }),
    ),
  },
  {
    story: 'a missing grant is taken for the password grant',
    clauses: [],
    warns: ['TOKEN-REFUSES-WRONG-GRANT'],
    twist: asking(
      on('TOKEN'),
      withForm((form) => {
        form.set('grant_type', form.get('grant_type') ?? 'password');
      }),
    ),
  },
  {
    story: 'GET on the token endpoint hands out a token',
    clauses: ['TOKEN-REFUSES-WRONG-CREDENTIALS'],
    twist: instead(
      ({ method, pathOperation }) => method === 'GET' && pathOperation === 'TOKEN',
      ({ bank }) => ({ status: 200, headers: {}, json: { access_token: tokenOf(bank, firstOf(bank)) } }),
    ),
  },
  {
    story: 'the token endpoint meets what is wrong with a server error',
    clauses: ['TOKEN-NO-5XX'],
    twist: answering(onPath('TOKEN'), (answer) => (answer.status === 200 ? answer : serverError)),
  },
  {
    story: 'the token endpoint does not take the form of the second agent',
    clauses: ['TOKEN-SERVED'],
    twist: answering(on('TOKEN'), (answer, ask) =>
      Buffer.from(ask.raw)
        .toString('utf8')
        .includes(otherOf(ask.bank)?.id ?? 'nobody')
        ? plain(ask, 415)
        : answer,
    ),
  },
];

const callers: readonly Wrong[] = [
  {
    story: 'everybody gets in',
    clauses: ['AUTH-401'],
    warns: ['AUTH-401'],
    twist: asking(
      (ask) => business(ask) && ask.agent === undefined,
      (ask) => as(ask, firstOf(ask.bank)),
    ),
  },
  {
    story: 'the token is found under any scheme',
    clauses: [],
    warns: ['AUTH-401'],
    twist: asking(business, (ask) => {
      const known = [...ask.bank.tokens.keys()].find((token) => ask.headers.authorization?.endsWith(token) === true);
      return known === undefined ? ask : { ...ask, headers: { ...ask.headers, authorization: `Bearer ${known}` } };
    }),
  },
];

const withIds = ['OP-5', 'OP-6', 'OP-7', 'OP-8', 'OP-9', 'OP-10', 'OP-11', 'OP-12', 'OP-13', 'OP-14'] as const;

const queryTag = ({ query }: Ask): string => query.get('subAgentTagId')?.toLowerCase() ?? '';

/** The sub-agent named in the query is the second agent's own. */
const underItsOwn = (ask: Ask): boolean => isOther(ask) && ask.bank.users.get(queryTag(ask))?.agent === ask.agent;

/** As if the first agent had asked, under its own sub-agent. */
function asFirst(ask: Ask): Ask {
  const agent = firstOf(ask.bank);
  const tag = [...ask.bank.users.values()].find((user) => user.agent === agent && user.userType === 'subAgent')?.tagId ?? '';
  const query = new URLSearchParams(ask.query);
  if (query.has('subAgentTagId')) query.set('subAgentTagId', tag);
  return as({ ...ask, query }, agent);
}

const strangers: readonly Wrong[] = [...withIds, 'OP-16'].map((operation) => ({
  story: `${operation} does not look at the agent`,
  clauses: ['AUTH-OTHER-AGENT'],
  twist: asking((ask) => on(operation)(ask) && isOther(ask) && !underItsOwn(ask), asFirst),
}));

const halfStrangers: readonly Wrong[] = withIds.map((operation) => ({
  story: `${operation} looks at the agent of the sub-agent alone`,
  clauses: ['AUTH-OTHER-AGENT'],
  twist: asking((ask) => on(operation)(ask) && underItsOwn(ask), asFirst),
}));

const ownCalls: readonly Wrong[] = ['OP-1', 'OP-2', 'OP-15'].map((operation) => ({
  story: `${operation} is for the first agent only`,
  clauses: ['AUTH-OTHER-AGENT-SERVED'],
  twist: instead(
    (ask) => on(operation)(ask) && isOther(ask),
    () => envelopeOf(4001, 'agent.not.allowed'),
  ),
}));

/** Takes a transfer of the second agent and lets it fail, which is a refusal. */
const failingLater: Twist = (right) => {
  const taken = new Set<string>();
  return (ask) => {
    if (isOther(ask) && on('OP-9')(ask)) {
      taken.add(textOf(field(ask.body, 'correlationId')));
      return Promise.resolve(
        withBody(envelopeOf(2000, 'success'), { status: { message: 'success', code: 2000 }, result: { invoiceId: '71' } }),
      );
    }
    if (!isOther(ask) || !on('OP-10')(ask) || !taken.has(ask.path.split('/').at(-1) ?? '')) return right(ask);
    const result = { invoiceId: 71, message: 'not allowed', status: 'FAILED' };
    return Promise.resolve(withBody(envelopeOf(2000, 'success'), { status: { message: 'success', code: 2000 }, result }));
  };
};

const agents: readonly Wrong[] = [
  ...strangers,
  ...halfStrangers,
  ...ownCalls,
  {
    story: 'OP-11 refuses a second agent and shows the invoice all the same',
    clauses: ['AUTH-OTHER-AGENT'],
    twist: (right) => async (ask) =>
      on('OP-11')(ask) && isOther(ask) ? withStatus(await right(asFirst(ask)), { code: 4001, message: 'not.allowed' }) : right(ask),
  },
  { story: 'a transfer of a second agent is accepted and then fails', clauses: [], twist: failingLater },
  { story: 'what is not allowed is not found', clauses: [], warns: ['AUTH-403'], policy: { refusals: { foreignId: 4040 } } },
];

const verbs: readonly Wrong[] = [
  {
    story: 'a verb of WebDAV is HTTP 501',
    clauses: [],
    warns: ['HTTP-UNKNOWN-VERB'],
    twist: instead(
      ({ method }) => method === 'PROPFIND',
      (ask) => plain(ask, 501),
    ),
  },
  {
    story: 'PATCH is a server error',
    clauses: ['HTTP-NO-5XX'],
    twist: instead(
      ({ method }) => method === 'PATCH',
      () => serverError,
    ),
  },
];

const otpOf = ({ headers }: Ask): string => /OTP (\d+)/.exec(textOf(headers['consent']?.toString()))?.[1] ?? '';

const codeBeside = (answer: Answer, { bank }: Ask): Answer =>
  withResult(answer, (result) => ({ ...result, hint: bank.challenges.get(textOf(result['state']).toLowerCase())?.code ?? '' }));

const description = (answer: Answer, told: string): Answer =>
  isObject(answer.json) ? withBody(answer, { ...answer.json, error_description: told }) : answer;

const javaTrace = 'java.lang.IllegalStateException: no token\n\tat com.example.Filter.check(Filter.java:42)';

const leaks: readonly Wrong[] = [
  { story: 'OP-3 hands out the code itself', clauses: ['NO-LEAK'], twist: answering(on('OP-3'), codeBeside) },
  {
    story: 'OP-3 hands out a code of four digits',
    clauses: ['NO-LEAK'],
    policy: { consent: { codeDigits: 4 } },
    twist: answering(on('OP-3'), codeBeside),
  },
  {
    story: 'OP-6 repeats the OTP in its message',
    clauses: ['NO-LEAK'],
    twist: answering(on('OP-6'), (answer, ask) =>
      codeOf(answer) === 2000 ? withStatus(answer, { message: `OTP ${otpOf(ask)} ok` }) : answer,
    ),
  },
  {
    story: 'OP-12 shows the MPIN it set',
    clauses: ['NO-LEAK'],
    twist: answering(on('OP-12'), (answer, ask) => withResult(answer, (result) => ({ ...result, pin: field(ask.body, 'mpin') ?? null }))),
  },
  {
    story: 'OP-1 shows the password of the agent',
    clauses: ['NO-LEAK'],
    twist: answering(on('OP-1'), (answer, { bank }) =>
      withResult(answer, (result) => ({ ...result, login: firstOf(bank)?.password ?? '' })),
    ),
  },
  {
    story: 'OP-11 shows a token of the second agent',
    clauses: ['NO-LEAK'],
    twist: answering(on('OP-11'), (answer, { agent, bank }) => {
      const token = tokenOf(bank, otherOf(bank));
      return agent === firstOf(bank) && token !== '' ? withStatus(answer, { message: `last seen ${token}` }) : answer;
    }),
  },
  {
    story: 'a refused token request is told the right password',
    clauses: ['NO-LEAK'],
    twist: answering(on('TOKEN'), (answer, { bank }) =>
      answer.status === 200 ? answer : description(answer, `expected ${firstOf(bank)?.password ?? ''}`),
    ),
  },
  {
    story: 'a refusal shows where the service is written',
    clauses: [],
    warns: ['NO-STACK-TRACE'],
    twist: answering(
      ({ pathOperation }) => pathOperation?.startsWith('OP-') === true,
      (answer) => (answer.status === 401 ? { ...answer, json: { status: 401, error: 'Unauthorized', trace: javaTrace } } : answer),
    ),
  },
  {
    story: 'the token endpoint shows the classes of the service',
    clauses: [],
    warns: ['NO-STACK-TRACE'],
    twist: answering(on('TOKEN'), (answer) =>
      answer.status === 200 ? answer : description(answer, 'org.springframework.security.authentication.BadCredentialsException'),
    ),
  },
];

/** Tokens, agents, verbs and what answers may not show. */
export const wrongAccess: readonly Wrong[] = [...tokens, ...callers, ...agents, ...verbs, ...leaks];
