import type { Operation } from '../../../specs/operation.ts';
import {
  activateBeneficiary,
  addBeneficiary,
  requestTransfer,
  senderBalance,
  senderDetail,
  senderSecurityScheme,
  transferSecurityScheme,
} from '../../../specs/operations.ts';
import { blocked, notApplicable } from '../../judge/stop.ts';
import type { Call } from '../../client/http/call.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Session, Step } from '../../session/session.ts';
import { brokenCalls, brokenWay, type BrokenCall } from '../calls/broken-json.ts';
import { consentByWay, consentFormCalls } from './wrong-consents.ts';
import { changeEnd, unknownValues } from '../../core/unknown-values.ts';
import { withIdOf, withUnknown } from '../calls/edit-call.ts';
import type { RefusalContext } from '../calls/refusal-context.ts';
import { chooseInactive, inactiveCall, listValueCalls, smallInactiveCall, type Foreign } from './wrong-values.ts';
import { inQueryForm, listQueryCalls } from './query-form-calls.ts';
import type { RefusedCall, BuildHeader } from './refused-call.ts';

/** A further form than the first adds its name. */
export const refusedCallKey = ({ way, operation, form }: Pick<RefusedCall, 'way' | 'operation'> & { readonly form?: string }): string =>
  `${way}-${operation.id}${form === undefined ? '' : `-${form}`}`;

const isSameSession = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** A session that two senders share is not a foreign one. */
export function mustDiffer(foreign: string, own: string): string {
  if (!isSameSession(foreign, own)) return foreign;
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
  consent: 'shared-code',
  makeWrong: async (call, context, asking) => withSession(call, await sessionId(context, asking)),
});

const buildUnknownCall = (who: 'sender' | 'sub-agent', operation: Operation): RefusedCall => ({
  way: `unknown-${who}`,
  operation,
  consent: 'shared-code',
  makeWrong: (call) => withUnknown(call, who),
});

/** The tag of the other user type is an unknown id (reading 16). */
const buildCustomerAsSubAgentCall = (operation: Operation): RefusedCall => ({
  way: 'other-user-type-sub-agent',
  operation,
  consent: 'shared-code',
  makeWrong: (call, { sender }) => withIdOf(call, 'sub-agent', sender.senderId),
});

/** The sub-agent's own code is the consent: nothing but the user type is wrong. */
const buildSubAgentAsSenderCall = (operation: Operation): RefusedCall => ({
  way: 'other-user-type-sender',
  operation,
  consent: consentByWay('state-of-another').header,
  makeWrong: (call, { sender }) => withIdOf(call, 'sender', sender.subAgentTagId),
});

/** Those with a right code show whether the service reads the payload. */
const listBrokenCalls = ({ id }: Operation): readonly BrokenCall[] => brokenCalls.filter(({ form }) => form.id === id);

const buildBrokenCalls = (operation: Operation): readonly RefusedCall[] =>
  listBrokenCalls(operation).map(({ name, change }) => ({ way: brokenWay(name), operation, consent: 'shared-code', makeWrong: change }));

const sendNoConsent: BuildHeader = () => Promise.resolve(undefined);

/** A right call, but for the missing token. */
const buildCallWithoutToken = (operation: Operation): RefusedCall => ({
  way: 'no-token',
  operation,
  consent: 'shared-code',
  makeWrong: (call) => ({ ...call, token: 'none' }),
});

/** With ids, or a session, that would be served with a token. */
const buildReadWithoutToken = (operation: Operation): RefusedCall => ({ ...buildCallWithoutToken(operation), consent: sendNoConsent });

/** Some services look at the header only, and not at the token in it. */
const buildCallWithUnknownToken = (operation: Operation): RefusedCall => ({
  way: 'unknown-token',
  operation,
  consent: 'shared-code',
  makeWrong: (call) => ({ ...call, token: 'none', headers: { Authorization: `Bearer ${unknownValues.uuid}` } }),
});

/** For a beneficiary that is not active yet, so that an effect would show. */
const buildActivationCall = (way: string, change: (call: Call) => Call): RefusedCall => ({
  way,
  operation: activateBeneficiary,
  consent: sendNoConsent,
  makeWrong: (call, context) => change({ ...call, path: { ...call.path, id: chooseInactive(context) } }),
});

const activationCalls: readonly RefusedCall[] = [
  ...listBrokenCalls(activateBeneficiary).map(({ name, change }) => buildActivationCall(brokenWay(name), change)),
  buildActivationCall('no-token', (call) => ({ ...call, token: 'none' })),
  buildActivationCall('unknown-sub-agent', (call) => withUnknown(call, 'sub-agent')),
  buildActivationCall('unknown-id', (call) => ({ ...call, path: { ...call.path, id: unknownValues.number } })),
];

/** Calls that the service usually refuses before it reads the code. */
const listAddressCalls = ({ detail }: Foreign): readonly RefusedCall[] => [
  ...[senderSecurityScheme, transferSecurityScheme, senderBalance].map(buildReadWithoutToken),
  buildCallWithoutToken(senderDetail),
  buildCallWithoutToken(addBeneficiary),
  buildCallWithoutToken(requestTransfer),
  buildCallWithUnknownToken(addBeneficiary),
  ...[addBeneficiary, requestTransfer].flatMap(buildBrokenCalls),
  ...(['sender', 'sub-agent'] as const).flatMap((who) => [buildUnknownCall(who, senderDetail), buildUnknownCall(who, addBeneficiary)]),
  buildUnknownCall('sub-agent', requestTransfer),
  ...[senderDetail, addBeneficiary, requestTransfer].map(buildCustomerAsSubAgentCall),
  buildSessionCall('unknown-session', () => unknownValues.uuid),
  {
    ...buildSessionCall('foreign-session', async ({ openingDetail }, asking) => {
      const id = (await asking.use(detail)).fundtransferSessionId(asking);
      return mustDiffer(id, openingDetail.fundtransferSessionId(asking));
    }),
    comesAfter: [detail],
  },
];

const similarSessionCall = buildSessionCall('similar-session', ({ openingDetail }, asking) =>
  changeEnd(openingDetail.fundtransferSessionId(asking)),
);

/** What is forbidden with the session in the path is forbidden with the session in the query. */
const listValuesByQuery = (foreign: Foreign, queryForm: Step<Reply>): readonly RefusedCall[] =>
  [...listValueCalls(foreign), ...listAddressCalls(foreign)]
    .filter(({ way, operation }) => operation.id === requestTransfer.id && waysByQuery.includes(way))
    .map((row) => inQueryForm(row, queryForm));

/** A beneficiary never registered is left out: it takes a code, and shows no more than another sender's. */
const waysByQuery: readonly string[] = ['foreign-beneficiary', 'foreign-session', 'negative-amount'];

/** It may be served, so this call comes after all comparisons. One session may be for both. */
const balanceSessionCall = buildSessionCall('balance-session', ({ openingDetail }, asking) => {
  const id = openingDetail.getBalanceSessionId(asking);
  if (isSameSession(id, openingDetail.fundtransferSessionId(asking)))
    throw notApplicable('OP-6 names one session for transfers and balances');
  return id;
});

/** Refused calls by what they need: beneficiaries that wait for their activation, ids of another sender, or codes alone. */
const listAllValueCalls = (foreign: Foreign, queryForm: Step<Reply>): readonly RefusedCall[] => [
  ...listValueCalls(foreign),
  ...listAddressCalls(foreign),
  similarSessionCall,
  ...listQueryCalls(queryForm),
  ...listValuesByQuery(foreign, queryForm),
];

/**
 * Calls with a code of their own come first. The shared code is requested after them, so it is the newest of its mobile: some services
 * take no older one. Calls that wait for another sender come last.
 */
const sortByNeed = (calls: readonly RefusedCall[]): readonly RefusedCall[] => {
  const rankOf = ({ comesAfter, consent, form }: RefusedCall): number => {
    if (consent === 'new-code' && comesAfter === undefined) return form === undefined ? 0 : 2;
    return comesAfter === undefined ? 1 : 2;
  };
  return calls.toSorted((one, other) => rankOf(one) - rankOf(other));
};

export const listRefusedCalls = (foreign: Foreign, queryForm: Step<Reply>) => ({
  inactive: [inactiveCall, inQueryForm(smallInactiveCall, queryForm), ...activationCalls],
  values: sortByNeed([...consentFormCalls.malformedOfSenders, ...listAllValueCalls(foreign, queryForm)]),
  consents: [...[senderDetail, addBeneficiary].map(buildSubAgentAsSenderCall), ...consentFormCalls.consents],
  malformed: consentFormCalls.malformed,
  open: [balanceSessionCall],
});
