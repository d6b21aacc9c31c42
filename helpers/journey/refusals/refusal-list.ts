import type { Operation } from '../../../specs/operation.ts';
import { activateBeneficiary, addBeneficiary, requestTransfer, senderDetail } from '../../../specs/operations.ts';
import { sameId } from '../../core/same-id.ts';
import { blocked, notApplicable } from '../../judge/stop.ts';
import type { Call } from '../../client/http/call.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Session, Step } from '../../session/session.ts';
import { consentFormCalls } from './refusal-forms.ts';
import { changeEnd, continueId, unknownValues } from '../../core/unknown-values.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import { withFields, withIdOf, withUnknown, type RefusalContext } from '../calls/refused-call.ts';
import type { Added } from '../beneficiary/beneficiary.ts';
import type { Sender } from '../sender/sender.ts';
import type { Detail } from '../setup/detail.ts';
import type { ForeignBalance } from './foreign-balance.ts';
import { calculateAboveLimit, chooseInactive, leastAmount } from './refused-values.ts';
import { inQueryForm, listQueryCalls } from './query-form-calls.ts';
import type { RefusedCall, BuildHeader } from './refusal.ts';

/** Ids of another sender. */
export interface Foreign {
  readonly sender: Step<Sender>;
  readonly balance: ForeignBalance;
  readonly added: Step<Added>;
  readonly detail: Step<Detail>;
}

/** A further form than the first adds its name. */
export const refusedCallKey = ({ way, operation, form }: Pick<RefusedCall, 'way' | 'operation' | 'form'>): string =>
  `${way}-${operation.id}${form === undefined ? '' : `-${form}`}`;

const buildTransferCall = (
  way: string,
  fields: (context: RefusalContext, session: Session) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>,
): RefusedCall => ({
  way,
  operation: requestTransfer,
  consent: 'fresh',
  change: async (call, context, session) => withFields(call, await fields(context, session)),
});

const inactiveCall = buildTransferCall('inactive-beneficiary', (context) => ({ to: chooseInactive(context) }));

/** What is forbidden for the usual amount is forbidden for the smallest one that this service is known to take. */
const smallInactiveCall = buildTransferCall('inactive-beneficiary', (context) => ({
  to: chooseInactive(context),
  amount: leastAmount(context.deps),
}));

/** Calls that the service refuses for their values. It may read the consent first and use it up, so each call has a new one. */
const listValueCalls = ({ added, sender, balance }: Foreign): readonly RefusedCall[] => [
  // If the beneficiary exists after all, it gets the smallest amount this service is known to take.
  buildTransferCall('unknown-beneficiary', ({ deps }) => ({
    to: unknownValues.number,
    amount: leastAmount(deps),
  })),
  {
    ...buildTransferCall('foreign-beneficiary', async ({ opening }, session) => {
      const { beneficiaryId: to } = await session.use(added);
      if (opening.beneficiaries.some(({ beneficiaryId }) => sameId(beneficiaryId, to)))
        throw notApplicable('the sender has a beneficiary of that id');
      return { to };
    }),
    after: [added],
  },
  // No clause forbids it for certain.
  buildTransferCall('negative-amount', ({ deps }) => {
    skipWhereCodesAreTyped(deps.people);
    return { amount: -Number(deps.people.amount) };
  }),
  // OP-6 and OP-7 with an unknown sender need no code of their own.
  buildTransferCall('unknown-sender', ({ deps }) => {
    skipWhereCodesAreTyped(deps.people);
    return { from: unknownValues.uuid };
  }),
  // The session, the consent and the beneficiary are this sender's own: nobody but the named sender could be meant to pay.
  {
    ...buildTransferCall('foreign-sender', async (_, session) => ({ from: (await session.use(sender)).senderId })),
    after: [sender, balance.before],
  },
  // One digit more could make the id of a stranger.
  buildTransferCall('similar-beneficiary', async ({ payee, deps }, session) => {
    skipWhereCodesAreTyped(deps.people);
    const to = continueId((await session.use(payee)).beneficiaryId);
    return { to, amount: leastAmount(deps) };
  }),
  { ...buildTransferCall('above-limit', (context) => ({ amount: Number(calculateAboveLimit(context)) })), documented: true },
];

/** A session that two senders share is not a foreign one. */
export function mustDiffer(foreign: string, own: string): string {
  if (foreign.toLowerCase() !== own.toLowerCase()) return foreign;
  throw blocked('OP6-OWN-DATA', 'two senders were given the same session', 'service');
}

/** The query form has its session in the query. */
const withSession = (call: Call, sessionId: string): Call =>
  call.query !== undefined && 'sessionId' in call.query
    ? { ...call, query: { ...call.query, sessionId } }
    : { ...call, path: { ...call.path, sessionId } };

const buildSessionCall = (way: string, sessionId: (context: RefusalContext, asking: Session) => string | Promise<string>): RefusedCall => ({
  way,
  operation: requestTransfer,
  consent: 'live',
  change: async (call, context, asking) => withSession(call, await sessionId(context, asking)),
});

const buildUnknownCall = (who: 'sender' | 'sub-agent', operation: Operation): RefusedCall => ({
  way: `unknown-${who}`,
  operation,
  consent: 'live',
  change: (call) => withUnknown(call, who),
});

/** The tag of the other user type is an unknown id (reading 16). */
const buildOtherTypeCall = (who: 'sender' | 'sub-agent', operation: Operation): RefusedCall => ({
  way: `other-user-type-${who}`,
  operation,
  consent: 'live',
  change: (call, { sender }) => withIdOf(call, who, who === 'sender' ? sender.subAgentTagId : sender.senderId),
});

/** The payload is cut in the middle of its last value, so that no reader can take it for JSON. */
export const cutCall = ({ payload, ...call }: Call): Call => ({
  ...call,
  rawBody: JSON.stringify(payload).slice(0, -1),
  headers: { 'Content-Type': 'application/json' },
});

const buildCutCall = (operation: Operation): RefusedCall => ({ way: 'broken-json', operation, consent: 'live', change: cutCall });

/** A right call, but for the missing token. */
const buildCallWithoutToken = (operation: Operation): RefusedCall => ({
  way: 'no-token',
  operation,
  consent: 'live',
  change: (call) => ({ ...call, token: 'none' }),
});

const sendNoConsent: BuildHeader = () => Promise.resolve(undefined);

/** For a beneficiary that is not active yet, so that an effect would show. */
const buildActivationCall = (way: string, change: (call: Call) => Call): RefusedCall => ({
  way,
  operation: activateBeneficiary,
  consent: sendNoConsent,
  change: (call, context) => change({ ...call, path: { ...call.path, id: chooseInactive(context) } }),
});

const activationCalls: readonly RefusedCall[] = [
  buildActivationCall('broken-json', cutCall),
  buildActivationCall('no-token', (call) => ({ ...call, token: 'none' })),
  buildActivationCall('unknown-id', (call) => ({ ...call, path: { ...call.path, id: unknownValues.number } })),
];

/** Calls that the service usually refuses before it reads the code. */
const listAddressCalls = ({ detail }: Foreign): readonly RefusedCall[] => [
  buildCallWithoutToken(addBeneficiary),
  buildCallWithoutToken(requestTransfer),
  buildCutCall(addBeneficiary),
  buildCutCall(requestTransfer),
  ...(['sender', 'sub-agent'] as const).flatMap((who) => [buildUnknownCall(who, senderDetail), buildUnknownCall(who, addBeneficiary)]),
  buildUnknownCall('sub-agent', requestTransfer),
  ...[senderDetail, addBeneficiary, requestTransfer].map((operation) => buildOtherTypeCall('sub-agent', operation)),
  ...[senderDetail, addBeneficiary].map((operation) => buildOtherTypeCall('sender', operation)),
  buildSessionCall('unknown-session', () => unknownValues.uuid),
  {
    ...buildSessionCall('foreign-session', async ({ opening }, asking) => {
      const id = (await asking.use(detail)).fundtransferSessionId(asking);
      return mustDiffer(id, opening.fundtransferSessionId(asking));
    }),
    after: [detail],
  },
];

const similarSessionCall = buildSessionCall('similar-session', ({ opening }, asking) => changeEnd(opening.fundtransferSessionId(asking)));

/** What is forbidden with the session in the path is forbidden with the session in the query. */
const listValuesByQuery = (foreign: Foreign, queryForm: Step<Reply>): readonly RefusedCall[] =>
  [...listValueCalls(foreign), ...listAddressCalls(foreign)]
    .filter(({ way, operation }) => operation.id === requestTransfer.id && waysByQuery.includes(way))
    .map((row) => inQueryForm(row, queryForm));

/** A beneficiary never registered is left out: it takes a code, and shows no more than another sender's. */
const waysByQuery: readonly string[] = ['foreign-beneficiary', 'foreign-session'];

/** The answer is open, so this call comes after all comparisons. */
const balanceSessionCall = buildSessionCall('balance-session', ({ opening }, asking) => opening.getBalanceSessionId(asking));

/** Refused calls by what they need: beneficiaries that wait for their activation, ids of another sender, or codes alone. */
export const listRefusedCalls = (foreign: Foreign, queryForm: Step<Reply>) => ({
  inactive: [inactiveCall, inQueryForm(smallInactiveCall, queryForm), ...activationCalls],
  values: [
    ...listValueCalls(foreign),
    ...listAddressCalls(foreign),
    similarSessionCall,
    ...listQueryCalls(queryForm),
    ...listValuesByQuery(foreign, queryForm),
  ],
  ...consentFormCalls,
  open: [balanceSessionCall],
});
