import Big from 'big.js';
import type { Operation } from '../../../specs/operation.ts';
import { activateBeneficiary, addBeneficiary, requestTransfer, senderDetail } from '../../../specs/operations.ts';
import { valueAt } from '../../judge/fields.ts';
import { sameId } from '../../core/same-id.ts';
import { blocked, notApplicable } from '../../judge/stop.ts';
import type { Call } from '../../client/http/call.ts';
import type { Session, Step } from '../../session/session.ts';
import { forms } from './refusal-forms.ts';
import { unknownValues } from '../../core/unknown-values.ts';
import { mustBeWorthACode } from '../setup/people.ts';
import { withFields, withStranger, type Scene } from '../calls/attempt.ts';
import { accountsIn, takenBy, type Added } from '../beneficiary/beneficiary.ts';
import type { Detail } from '../setup/detail.ts';
import type { Attempt, Header } from './refusal.ts';

/** Somebody else's ids. */
export interface Foreign {
  readonly added: Step<Added>;
  readonly detail: Step<Detail>;
}

export const attemptKey = ({ way, operation }: Pick<Attempt, 'way' | 'operation'>): string => `${way}-${operation.id}`;

/** The first listed one of ours that waits for its activation. */
function inactiveOf({ deps, opening, before }: Scene): string {
  const found = opening.beneficiaries.find(({ inactive, ours }) => inactive && ours);
  if (found !== undefined) return found.beneficiaryId;
  // Where there was an account for it, the service let it not wait.
  deps.people.accounts.take(accountsIn(before), takenBy(before, true));
  throw notApplicable('OP-6 lists no inactive beneficiary');
}

/** More than any period allows. */
function aboveLimit({ deps, opening }: Scene): string {
  mustBeWorthACode(deps.people);
  const limits = valueAt(opening.reply, 'result.limitLeft');
  const left: unknown[] = typeof limits === 'object' && limits !== null ? Object.values(limits) : [];
  const numbers = left.filter((each): each is number => typeof each === 'number' && Number.isFinite(each));
  if (numbers.length === 0) throw notApplicable('the sender has no limits');
  return new Big(Math.max(...numbers)).plus(deps.people.amount).toFixed();
}

const transferWith = (
  way: string,
  fields: (scene: Scene, session: Session) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>,
): Attempt => ({
  way,
  operation: requestTransfer,
  consent: 'fresh',
  change: async (call, scene, session) => withFields(call, await fields(scene, session)),
});

/** Refused for what they ask: a service may look at the consent first and use it up, so each has one of its own. */
const values = ({ added }: Foreign): readonly Attempt[] => [
  transferWith('inactive-beneficiary', (scene) => ({ to: inactiveOf(scene) })),
  // Should it be somebody's after all, as little as this service is known to take.
  transferWith('unknown-beneficiary', ({ deps }) => ({
    to: unknownValues.number,
    amount: Number(deps.memory.leastPaid ?? deps.people.amount),
  })),
  transferWith('foreign-beneficiary', async ({ opening }, session) => {
    const { beneficiaryId: to } = await session.use(added);
    if (opening.beneficiaries.some(({ beneficiaryId }) => sameId(beneficiaryId, to)))
      throw notApplicable('the sender has a beneficiary of that id');
    return { to };
  }),
  transferWith('negative-amount', ({ deps }) => ({ amount: -Number(deps.people.amount) })),
  transferWith('unknown-sender', () => ({ from: unknownValues.uuid })),
  { ...transferWith('above-limit', (scene) => ({ amount: Number(aboveLimit(scene)) })), documented: true },
];

/** A session that is the same for two senders is no foreign one. */
export function mustDiffer(foreign: string, own: string): string {
  if (foreign.toLowerCase() !== own.toLowerCase()) return foreign;
  throw blocked('OP6-OWN-DATA', 'two senders were given the same session', 'service');
}

const session = (way: string, sessionId: (scene: Scene, asking: Session) => string | Promise<string>): Attempt => ({
  way,
  operation: requestTransfer,
  consent: 'live',
  change: async (call, scene, asking) => ({ ...call, path: { ...call.path, sessionId: await sessionId(scene, asking) } }),
});

const stranger = (who: 'sender' | 'sub-agent', operation: Operation): Attempt => ({
  way: `unknown-${who}`,
  operation,
  consent: 'live',
  change: (call) => withStranger(call, who),
});

/** Cut in the middle of its last value, so that no reading of it is JSON. */
export const broken = (payload: unknown): string => JSON.stringify(payload).slice(0, -2);

const cutCall = ({ payload, ...call }: Call): Call => ({
  ...call,
  rawBody: broken(payload),
  headers: { 'Content-Type': 'application/json' },
});

const cut = (operation: Operation): Attempt => ({ way: 'broken-json', operation, consent: 'live', change: cutCall });

/** Right in everything but that nobody is logged in. */
const withoutToken = (operation: Operation): Attempt => ({
  way: 'no-token',
  operation,
  consent: 'live',
  change: (call) => ({ ...call, token: 'none' }),
});

const unsigned: Header = () => Promise.resolve(undefined);

/** Of one that waits for its activation, so that an effect would show. */
const activation = (way: string, change: (call: Call) => Call): Attempt => ({
  way,
  operation: activateBeneficiary,
  consent: unsigned,
  change: (call, scene) => change({ ...call, path: { ...call.path, id: inactiveOf(scene) } }),
});

const activations: readonly Attempt[] = [
  activation('broken-json', cutCall),
  activation('no-token', (call) => ({ ...call, token: 'none' })),
  activation('unknown-id', (call) => ({ ...call, path: { ...call.path, id: unknownValues.number } })),
];

/** Refused, as a rule, before a code is looked at. */
const addresses = ({ detail }: Foreign): readonly Attempt[] => [
  ...activations,
  withoutToken(addBeneficiary),
  withoutToken(requestTransfer),
  cut(addBeneficiary),
  cut(requestTransfer),
  ...(['sender', 'sub-agent'] as const).flatMap((who) => [stranger(who, senderDetail), stranger(who, addBeneficiary)]),
  stranger('sub-agent', requestTransfer),
  session('unknown-session', () => unknownValues.uuid),
  session('foreign-session', async ({ opening }, asking) => {
    const id = (await asking.use(detail)).fundtransferSessionId(asking);
    return mustDiffer(id, opening.fundtransferSessionId(asking));
  }),
];

/** Open, so it comes when nothing is compared any more. */
const balanceSession = session('balance-session', ({ opening }, asking) => opening.getBalanceSessionId(asking));

/** In the order they are tried. */
export const attemptsOn = (foreign: Foreign): readonly Attempt[] => [...values(foreign), ...addresses(foreign), ...forms, balanceSession];
