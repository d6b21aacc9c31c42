import { randomBytes } from 'node:crypto';
import { agentBalance } from '../../specs/operations.ts';
import { refusalTests } from '../../specs/refusals.ts';
import type { Reply } from '../../helpers/judge/reply.ts';
import { consentHeader } from '../../helpers/consent/consent-header.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { nearMisses } from '../../helpers/redaction/near-misses.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import type { Access } from '../../helpers/journey/access/access.ts';
import { placeholderCall } from '../../helpers/journey/calls/placeholder.ts';
import { formOptions, operationForms, type OperationForm } from '../../specs/forms.ts';
import { buildCustomerCall } from '../support/customer-calls.ts';
import { mustBeSwept } from '../support/swept-form.ts';
import { mustRefuse, preparedRefusal } from '../support/refusal.ts';

interface WrongToken {
  readonly way: string;
  readonly fact: string;
  readonly ask: (context: CheckContext, form: OperationForm) => Promise<Reply>;
  /** No service can read the header: HTTP 400 fits as well as 401. */
  readonly malformed?: true;
  /** Tried on the first form of an operation only, to save calls: a service that finds a missing token on a form reads the header. */
  readonly rare?: true;
  readonly hardest?: 'warn';
  readonly circumstance?: 'near-miss';
  /** Where the way is tried; everywhere without. */
  readonly only?: readonly string[];
}

/** Changes one letter in the middle, so that the two tokens never decode to the same bytes. */
function alterToken(token: string): string {
  const middle = Math.floor(token.length / 2);
  const at = middle + token.slice(middle).search(/[A-Za-z0-9]{2}/);
  if (at < middle) return `${token}b`;
  return token.slice(0, at) + (token[at]?.toLowerCase() === 'b' ? 'c' : 'b') + token.slice(at + 1);
}

/** Hexadecimal numbers say the same in both letter cases (reading 10). */
function swapTokenCase(token: string): string {
  if (/^[\da-f-]*$/i.test(token)) throw notApplicable('the token is a hexadecimal number, which has no letter case');
  return nearMisses.otherCase(token);
}

const halveToken = (token: string): string => token.slice(0, Math.floor(token.length / 2));

const askWithHeader =
  (authorization: (token: string, basic: Access['basicCredentials']) => string, realValues: object = {}): WrongToken['ask'] =>
  async ({ use, probe, journey }, form) => {
    await use(journey.access.open);
    const { value } = await use(journey.access.token);
    const headers = { Authorization: authorization(value, journey.access.basicCredentials) };
    return probe(form.operation, { ...placeholderCall(form, journey.people, realValues), token: 'none', headers });
  };

/** Reads that need an id alone, which may open them where the token should. `without-a-token.ts` has those of a sender. */
const knownReads = ['OP-10', 'OP-11'];

/** A plain read of each half of the paths: enough for ways that no service reads by operation. */
const plainReads = ['OP-2', 'OP-15'];
const oneRead = ['OP-2'];

/** Reading 2: a missing token, or a token that was never issued. */
const wrongTokens: readonly WrongToken[] = [
  {
    way: 'missing-token',
    fact: 'without a token',
    ask: ({ use, journey }, form) => use(preparedRefusal(journey.withoutToken, form)),
  },
  {
    way: 'missing-token-known-ids',
    fact: 'without a token and with ids of this run',
    ask: async (context, { id }) => {
      const [operation, call] = await buildCustomerCall(context, id);
      return context.probe(operation, { ...call, token: 'none' });
    },
    only: knownReads,
  },
  {
    way: 'missing-token-no-consent',
    fact: 'with the consent NONE and without a token',
    ask: async ({ use, probe, journey }, form) => {
      await use(journey.access.open);
      return probe(form.operation, { ...placeholderCall(form, journey.people), consent: consentHeader.none, token: 'none' });
    },
    only: operationForms.filter(({ operation }) => operation.id === 'OP-4').map(({ id }) => id),
  },
  { way: 'empty-header', fact: 'with an empty Authorization header', ask: askWithHeader(() => ''), malformed: true, only: oneRead },
  { way: 'scheme-alone', fact: 'with a scheme and no token', ask: askWithHeader(() => 'Bearer'), malformed: true, rare: true },
  { way: 'unknown-token', fact: 'with a token never issued', ask: askWithHeader(() => `Bearer ${randomBytes(24).toString('hex')}`) },
  {
    way: 'unknown-basic',
    fact: 'with unknown Basic credentials',
    ask: askWithHeader(() => `Basic ${Buffer.from('nobody:nobody').toString('base64')}`),
    // A service that takes any Basic credentials takes the client's own too. Every form is tried with those.
    only: plainReads,
  },
  // They open the token endpoint only.
  {
    way: 'client-basic',
    fact: "with the client's own Basic credentials",
    // Without a consent: a service that complains of that first has read the call before it knows the caller.
    ask: askWithHeader((_, { client }) => `Basic ${client}`, { consent: undefined }),
  },
  {
    way: 'agent-basic',
    fact: "with the agent's name and password as Basic credentials",
    ask: askWithHeader((_, { agent }) => `Basic ${agent}`),
    only: oneRead,
  },
  {
    way: 'shortened-token',
    fact: 'with a token short of its last character',
    ask: askWithHeader((token) => `Bearer ${token.slice(0, -1)}`),
    only: plainReads,
    circumstance: 'near-miss',
  },
  {
    way: 'continued-token',
    fact: 'with a token and more behind it',
    ask: askWithHeader((token) => `Bearer ${token}more`),
    only: plainReads,
    circumstance: 'near-miss',
  },
  {
    way: 'other-case-token',
    fact: 'with a token in the other letter case',
    ask: askWithHeader((token) => `Bearer ${swapTokenCase(token)}`),
    only: plainReads,
    circumstance: 'near-miss',
  },
  { way: 'cut-token', fact: 'with half a token', ask: askWithHeader((token) => `Bearer ${halveToken(token)}`), only: plainReads },
  { way: 'altered-token', fact: 'with an altered token', ask: askWithHeader((token) => `Bearer ${alterToken(token)}`), rare: true },
  // The token was issued, and only its form is not the stated one. A service that accepts it raises a question and breaks nothing.
  {
    way: 'no-scheme',
    fact: 'with a good token without its scheme',
    ask: askWithHeader((token) => token),
    malformed: true,
    only: plainReads,
    hardest: 'warn',
  },
  {
    way: 'other-scheme',
    fact: 'with a good token under another scheme',
    ask: askWithHeader((token) => `Basic ${token}`),
    malformed: true,
    only: plainReads,
    hardest: 'warn',
  },
];

function refusalCheck(form: OperationForm, { way, fact, ask, malformed, hardest, circumstance }: WrongToken): ActiveCheck {
  const [refusal, expected] = malformed
    ? (['http-401-or-400', 'HTTP 401, or 400 for the malformed header'] as const)
    : (['http-401', 'HTTP 401'] as const);
  return check(
    'AUTH-401',
    `${way}-${form.id}`,
    `${form.name} ${fact} is refused with HTTP 401`,
    { ...formOptions(form), refusal, ...(hardest && { hardest }), ...(circumstance && { circumstance }) },
    async (context) => {
      await mustBeSwept(context, form);
      const reply = await ask(context, form);
      await mustRefuse(context, reply, refusalTests[refusal](reply), expected);
    },
  );
}

/**
 * A gate may compare paths otherwise than a router does. Whether this path exists is open. A read that takes neither id nor code shows it,
 * and one gate guards all paths.
 */
const slashCheck: ActiveCheck = check(
  'AUTH-401',
  `slash-behind-${agentBalance.id}`,
  `${agentBalance.id} without a token and with a slash behind its path is not served`,
  { operation: agentBalance.id, refusal: 'not-served' },
  async (context) => {
    await context.use(context.journey.access.open);
    const reply = await context.probe(agentBalance, { template: `${agentBalance.path}/`, token: 'none' });
    await mustRefuse(context, reply, refusalTests['not-served'](reply), 'anything but the balance');
  },
);

const isFirstForm = ({ operation, id }: OperationForm): boolean => id === operation.id;

const waysFor = (form: OperationForm): readonly WrongToken[] =>
  wrongTokens.filter(({ rare, only }) => (rare === undefined || isFirstForm(form)) && only?.includes(form.id) !== false);

export const access: Suite = {
  name: 'Access',
  area: 'Access',
  checks: [...operationForms.flatMap((form) => waysFor(form).map((way) => refusalCheck(form, way))), slashCheck],
};
