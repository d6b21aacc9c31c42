import { requestTransfer } from '../../../specs/operations.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import type { RefusedCallResult } from '../calls/refused-call.ts';
import { createClosingStep, type Closed } from '../calls/closing.ts';
import { readCurrentDetail, readDetail } from '../sender/sender.ts';
import type { Detail } from '../setup/detail.ts';
import { createPartStep } from '../setup/part-step.ts';
import { accountsOfWrongCodes, type AccountsOfWrongCodes } from './accounts-of-wrong-codes.ts';
import { createAllBalancesAround, createWrongTransfer, type BalancesAround, type WrongTransfer } from './balance-snapshots.ts';
import type { RefusedCall } from './refusal.ts';
import { refusedCallKey, listRefusedCalls } from './refusal-list.ts';
import {
  createSharedCodes,
  createOtherMpinStep,
  createContextStep,
  createRefusedCallSteps,
  createUsualSchemeStep,
  createWholeSteps,
  type RefusalParts,
  type RefusedCallSteps,
} from './refusal-steps.ts';

export interface Refusals {
  readonly whole: Step<void>;
  readonly mpinSenderTried: Step<void>;
  /** By `refusedCallKey`. */
  readonly results: ReadonlyMap<string, Step<RefusedCallResult>>;
  readonly balances: ReadonlyMap<string, Step<BalancesAround>>;
  readonly opening: Step<Detail>;
  /** OP-6 with the shared code, or with a new one where that was used up. */
  readonly closing: Step<Detail>;
  /** OP-6 once more with no call in between, before a check accuses. */
  readonly idle: Step<Detail>;
  readonly accountsOfWrongCodes: (session: Session) => Promise<AccountsOfWrongCodes>;
  readonly wrongTransfer: Pick<WrongTransfer, 'reply' | 'balances'>;
}

/** The result with the shared code if that code stayed right to the end; else the result with a new code. */
const createResultStep = (
  whole: Step<void>,
  closed: Step<Closed>,
  { first, own }: RefusedCallSteps,
  one: RefusedCall,
): Step<RefusedCallResult> =>
  step(`${one.operation.id}: ${one.way}`, async (session) => {
    await session.after(whole);
    const done = await session.after(closed);
    const again = own.get(refusedCallKey(one));
    const tried = again === undefined || (done.ok && done.value.live) ? first.get(refusedCallKey(one)) : again;
    if (tried === undefined) throw new Error(`expected a refused call ${refusedCallKey(one)}, received none: add it to refusal-list.ts`);
    return session.use(tried);
  });

interface RefusalOrder {
  readonly calls: readonly RefusedCall[];
  readonly listParts: (one: RefusedCall) => readonly Step<unknown>[];
  readonly first: Step<unknown>;
  readonly otherMpin: Step<unknown>;
  readonly last: readonly Step<unknown>[];
}

function orderSteps({ calls, listParts, first, otherMpin, last }: RefusalOrder): readonly Step<unknown>[] {
  const ofAnother = calls.findIndex(({ way }) => way === 'state-of-another');
  return [first, ...calls.slice(0, ofAnother).flatMap(listParts), otherMpin, ...calls.slice(ofAnother).flatMap(listParts), ...last];
}

function createRefusalSteps(parts: RefusalParts) {
  const { deps, customer, subAgent, foreign, mpinSender } = parts;
  const attempts = listRefusedCalls(foreign);
  const opening = step('the customer before refused calls', async (session) =>
    readCurrentDetail(deps, session, await session.use(customer.sender)),
  );
  const usualScheme = createUsualSchemeStep(customer);
  const context = createContextStep(parts, usualScheme, opening);
  const codes = createSharedCodes(parts);
  const tries = createRefusedCallSteps(context, codes, attempts);
  const otherMpin = createOtherMpinStep(parts, codes);
  const closed = createClosingStep(deps, context, codes.live, [...tries.own.values()]);
  const transfers = attempts.filter(({ operation }) => operation.id === requestTransfer.id);
  const balances = createAllBalancesAround(deps, context, opening, transfers.map(refusedCallKey));
  const wrongTransfer = createWrongTransfer(deps, context, closed);
  const order = orderSteps({
    calls: attempts,
    listParts: (one) =>
      [tries.first.get(refusedCallKey(one)), balances.around.get(refusedCallKey(one))].filter((part) => part !== undefined),
    first: balances.idle,
    otherMpin,
    last: [closed, ...wrongTransfer.order],
  });
  const before = [subAgent.tag, customer.beneficiaries.payee, foreign.added, foreign.detail, mpinSender, usualScheme];
  return { attempts, opening, tries, otherMpin, closed, balances, wrongTransfer, before, order };
}

export function createRefusals(parts: RefusalParts): Refusals {
  const { deps, customer } = parts;
  const { attempts, opening, tries, otherMpin, closed, balances, wrongTransfer, before, order } = createRefusalSteps(parts);
  const { whole, mpinSenderTried } = createWholeSteps(parts, { before, order, otherMpin });
  const results = new Map(attempts.map((one) => [refusedCallKey(one), createResultStep(whole, closed, tries, one)]));
  const closing = createPartStep(
    whole,
    step('the customer after refused calls', async (session) => (await session.use(closed)).detail),
  );
  return {
    whole,
    mpinSenderTried,
    results: new Map([...results, ['state-of-another-OP-12', createPartStep(whole, otherMpin)]]),
    balances: new Map([...balances.around].map(([key, part]) => [key, createPartStep(whole, part)])),
    opening: createPartStep(whole, opening),
    closing,
    idle: step('the customer read once more', async (session) => {
      await session.use(closing);
      const sender = await session.use(customer.sender);
      return deps.inTurn(sender.person, () => readDetail(deps, session, sender));
    }),
    accountsOfWrongCodes: async (session) => {
      const done = await Promise.all([...results.values()].map((one) => session.after(one)));
      return accountsOfWrongCodes(done.flatMap((each) => (each.ok ? [each.value] : [])));
    },
    wrongTransfer: { reply: createPartStep(whole, wrongTransfer.reply), balances: createPartStep(whole, wrongTransfer.balances) },
  };
}
