import { requestTransfer } from '../../../specs/operations.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import type { AttemptResult } from '../calls/attempt.ts';
import { closingOf, type Closed } from '../calls/closing.ts';
import { currentDetail, readDetail } from '../sender/sender.ts';
import type { Detail } from '../setup/detail.ts';
import { partOf } from '../setup/part-of.ts';
import { accountsOfWrongCodes, type AccountsOfWrongCodes } from './accounts-of-wrong-codes.ts';
import { balanceSnapshots, wrongTransferOf, type BalanceSnapshots, type WrongTransfer } from './balance-snapshots.ts';
import type { Attempt } from './refusal.ts';
import { attemptKey, attemptsOn } from './refusal-list.ts';
import { codesOf, otherMpinOf, sceneOf, triesOf, usualSchemeOf, wholeOf, type RefusalParts, type Tries } from './refusal-steps.ts';

/** Calls that ought to be refused, tried on the customer when everything else is told of it. */
export interface Refusals {
  readonly whole: Step<void>;
  /** The part of it that uses the MPIN sender; what comes behind this need not wait for the rest. */
  readonly mpinSenderTried: Step<void>;
  /** By `attemptKey`. */
  readonly results: ReadonlyMap<string, Step<AttemptResult>>;
  /** Around each of them that asks for a transfer. */
  readonly balances: ReadonlyMap<string, Step<BalanceSnapshots>>;
  readonly opening: Step<Detail>;
  /** OP-6 with the code that the others were tried with; once more with a new one where that was used up. */
  readonly closing: Step<Detail>;
  /** And once more with nothing in between, for whoever is about to accuse. */
  readonly idle: Step<Detail>;
  readonly accountsOfWrongCodes: (session: Session) => Promise<AccountsOfWrongCodes>;
  readonly wrongTransfer: Pick<WrongTransfer, 'reply' | 'balances'>;
}

/** What a call came to: with the code that was shared, if that was right to the last. */
const resultOf = (whole: Step<void>, closed: Step<Closed>, { first, own }: Tries, one: Attempt): Step<AttemptResult> =>
  step(`${one.operation.id}: ${one.way}`, async (session) => {
    await session.after(whole);
    const done = await session.after(closed);
    const again = own.get(attemptKey(one));
    const tried = again === undefined || (done.ok && done.value.live) ? first.get(attemptKey(one)) : again;
    if (tried === undefined) throw new Error(`expected an attempt ${attemptKey(one)}, received none: add it to refusal-list.ts`);
    return session.use(tried);
  });

/** The steps of the whole in the order they are done; the MPIN sender is needed no more behind `otherMpin`. */
interface Sequence {
  readonly attempts: readonly Attempt[];
  readonly partsOf: (one: Attempt) => readonly Step<unknown>[];
  readonly first: Step<unknown>;
  readonly otherMpin: Step<unknown>;
  readonly last: readonly Step<unknown>[];
}

function inOrder({ attempts, partsOf, first, otherMpin, last }: Sequence): readonly Step<unknown>[] {
  const ofAnother = attempts.findIndex(({ way }) => way === 'state-of-another');
  return [first, ...attempts.slice(0, ofAnother).flatMap(partsOf), otherMpin, ...attempts.slice(ofAnother).flatMap(partsOf), ...last];
}

/** The steps of the whole, which nobody asks for but through it. */
function stepsOf(parts: RefusalParts) {
  const { deps, customer, subAgent, foreign, mpinSender } = parts;
  const attempts = attemptsOn(foreign);
  const opening = step('the customer before refused calls', async (session) =>
    currentDetail(deps, session, await session.use(customer.sender)),
  );
  const usualScheme = usualSchemeOf(customer);
  const scene = sceneOf(parts, usualScheme, opening);
  const codes = codesOf(parts);
  const tries = triesOf(scene, codes, attempts);
  const otherMpin = otherMpinOf(parts, codes);
  const closed = closingOf(deps, scene, codes.live, [...tries.own.values()]);
  const transfers = attempts.filter(({ operation }) => operation.id === requestTransfer.id);
  const balances = balanceSnapshots(deps, scene, opening, transfers.map(attemptKey));
  const wrongTransfer = wrongTransferOf(deps, scene, closed);
  const order = inOrder({
    attempts,
    partsOf: (one) => [tries.first.get(attemptKey(one)), balances.around.get(attemptKey(one))].filter((part) => part !== undefined),
    first: balances.idle,
    otherMpin,
    last: [closed, ...wrongTransfer.order],
  });
  const before = [subAgent.tag, customer.beneficiaries.payee, foreign.added, foreign.detail, mpinSender, usualScheme];
  return { attempts, opening, tries, otherMpin, closed, balances, wrongTransfer, before, order };
}

export function refusalsOf(parts: RefusalParts): Refusals {
  const { deps, customer } = parts;
  const { attempts, opening, tries, otherMpin, closed, balances, wrongTransfer, before, order } = stepsOf(parts);
  const { whole, mpinSenderTried } = wholeOf(parts, { before, order, otherMpin });
  const results = new Map(attempts.map((one) => [attemptKey(one), resultOf(whole, closed, tries, one)]));
  const closing = partOf(
    whole,
    step('the customer after refused calls', async (session) => (await session.use(closed)).detail),
  );
  return {
    whole,
    mpinSenderTried,
    results: new Map([...results, ['state-of-another-OP-12', partOf(whole, otherMpin)]]),
    balances: new Map([...balances.around].map(([key, part]) => [key, partOf(whole, part)])),
    opening: partOf(whole, opening),
    closing,
    idle: step('the customer once more', async (session) => {
      await session.use(closing);
      const sender = await session.use(customer.sender);
      return deps.inTurn(sender.person, () => readDetail(deps, session, sender));
    }),
    accountsOfWrongCodes: async (session) => {
      const done = await Promise.all([...results.values()].map((one) => session.after(one)));
      return accountsOfWrongCodes(done.flatMap((each) => (each.ok ? [each.value] : [])));
    },
    wrongTransfer: { reply: partOf(whole, wrongTransfer.reply), balances: partOf(whole, wrongTransfer.balances) },
  };
}
