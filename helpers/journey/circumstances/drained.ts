import { idAt, schemeAt } from '../../judge/fields.ts';
import { findNotServedStop, isTransferRefusal } from '../../judge/served.ts';
import { notApplicable, Stop } from '../../judge/stop.ts';
import { step, type Session, type Step } from '../../session/session.ts';
import { createUnlockedRead } from '../calls/closing.ts';
import type { RefusedCallResult } from '../calls/send-refused-call.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import { findNewestDetail, readDetailToPayWith, type Sender } from '../sender/sender.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { partIfDone } from '../setup/part-step.ts';
import type { Listed } from '../setup/detail.ts';
import { calculateAboveBalance, readBalances } from '../transfer/balance.ts';
import { createBalanceReader, readFirstBalance } from '../transfer/balance-reader.ts';
import { buildSchemeCall, nextToUsual, readTransferScheme, sendTransfer } from '../transfer/transfer.ts';
import { pollInvoice, pollStatus } from '../transfer/polled-status.ts';
import { transferSecurityScheme } from '../../../specs/operations.ts';
import { createCircumstance } from '../setup/circumstance.ts';
import { createEmptyingAlone, createEmptyingTogether } from './empty-wallet.ts';
import type { Emptying } from './emptying.ts';
import { sendForbiddenTransfer } from './switched-off.ts';
import { partsIfDone, sendTransferWithWrongCode, sendUnconsentedTransfer, type WithoutCode } from './unconsented.ts';

/** What was left in the end, after a transfer that the wallet no longer held the money for. */
export interface Emptied extends Emptying {
  readonly refused: RefusedCallResult;
  /** Behind it the wallet holds more than it was emptied to: money came in meanwhile, and may have paid for it. */
  readonly hasRisen: boolean;
}

export interface Drained {
  readonly bankTransfer: Step<void>;
  /** OP-9 with `NONE`, and without a consent, while `bank` is the payment source. */
  readonly unconsentedFromBank: WithoutCode;
  /** OP-9 with a wrong code, while `bank` is the payment source. */
  readonly wrongCodeFromBank: Step<RefusedCallResult>;
  readonly emptying: Step<Emptying>;
  readonly emptiedWallet: Step<Emptied>;
}

interface DrainedParts {
  /** A sender that no other check compares any more. */
  readonly journey: CustomerJourney;
  readonly payee: Step<Listed>;
  /** Transfers that must find the caps and the wallet of the sender unspent. */
  readonly follows: readonly Step<unknown>[];
}

/** OP-8 has named `bank`. */
interface BankPayer {
  readonly sender: Sender;
  readonly payee: Listed;
  readonly scheme: string;
  readonly amount: string;
}

async function nameBank(deps: Dependencies, session: Session, sender: Sender, payee: Listed): Promise<BankPayer> {
  const reply = await session.send(transferSecurityScheme, buildSchemeCall(sender, 'bank'));
  if (findNotServedStop(reply) !== null) throw notApplicable('OP-8 does not serve bank for this sender');
  return { sender, payee, scheme: schemeAt(reply, session.doubt), amount: nextToUsual(deps) };
}

/** Of the transfer, or of the OP-6 before it. */
const isAnyRefusal = (error: unknown): boolean => isTransferRefusal(error) || (error instanceof Stop && error.why.kind === 'violation');

async function payFromBank(deps: Dependencies, session: Session, { sender, payee, scheme, amount }: BankPayer): Promise<void> {
  const detail = await readDetailToPayWith(deps, session, sender);
  await readFirstBalance(deps, session, sender, detail);
  const asked = await sendTransfer(deps, session, { sender, detail, scheme, order: { amount, payee } });
  const { last, status } = await pollStatus(deps, session, sender, asked);
  if (idAt(last, 'result.invoiceId') !== null) await pollInvoice(deps, session, sender, asked, status);
}

/**
 * A transfer from `bank`, after two without a code and one with a wrong code. OP-8 names `wallet` again, whatever became of them
 * (reading 20).
 */
function createBankTransfer(
  deps: Dependencies,
  { journey: { sender, sources }, payee, follows }: DrainedParts,
): Pick<Drained, 'bankTransfer' | 'unconsentedFromBank' | 'wrongCodeFromBank'> {
  const named = step('bank named as the payment source', async (session) =>
    nameBank(deps, session, await session.use(sender), await session.use(payee)),
  );
  const none = step('a transfer from bank with NONE', async (session) => sendUnconsentedTransfer(deps, session, await session.use(named)));
  const missing = step('a transfer from bank without a consent', async (session) =>
    sendUnconsentedTransfer(deps, session, await session.use(named), 'missing'),
  );
  const wrongCode = step('a transfer from bank with a wrong code', async (session) =>
    sendTransferWithWrongCode(deps, session, await session.use(named)),
  );
  const send = async (session: Session): Promise<void> => {
    deps.mustBeAllowed('drain');
    skipWhereCodesAreTyped(deps.people);
    if (!(await session.use(sources)).includes('bank')) throw notApplicable('OP-2 does not list bank');
    await session.afterRequested(follows);
    await session.use(payee);
    const who = await session.use(sender);
    await deps.inTurn(who.person, async () => {
      const payer = await session.use(named);
      try {
        await session.afterAll([none, missing]);
        const tried = await session.after(wrongCode);
        await payFromBank(deps, session, payer).catch(async (error: unknown) => {
          // Some services lock a sender after one wrong code.
          if (tried.ok && isAnyRefusal(error)) await session.use(createUnlockedRead(deps, payer.sender));
          throw error;
        });
      } finally {
        await session.send(transferSecurityScheme, buildSchemeCall(who, 'wallet'));
      }
    });
  };
  const bankTransfer = createCircumstance(deps, 'a transfer from bank', (session) =>
    deps.wrongCodeBudget.keep(['bank-OP-9'], () => send(session)),
  );
  return {
    bankTransfer,
    unconsentedFromBank: partsIfDone(bankTransfer, { none, missing }),
    wrongCodeFromBank: partIfDone(bankTransfer)(wrongCode),
  };
}

export function createDrained(deps: Dependencies, parts: DrainedParts): Drained {
  const { journey, payee, follows } = parts;
  const { sender, beneficiaries, sources } = journey;
  const fromBank = createBankTransfer(deps, parts);
  const plan = { who: sender, payee, follows: [...follows, fromBank.bankTransfer] };
  const drained = deps.mayRace ? createEmptyingTogether(deps, plan) : createEmptyingAlone(deps, plan);
  const emptying = createCircumstance(deps, 'a wallet emptied', async (session) => {
    deps.mustBeAllowed('drain');
    skipWhereCodesAreTyped(deps.people);
    if (!(await session.use(sources)).includes('wallet')) throw notApplicable('OP-2 does not list wallet');
    return session.use(drained);
  });
  const emptiedWallet = createCircumstance(deps, 'an emptied wallet', async (session): Promise<Emptied> => {
    const emptied = await session.use(emptying);
    if (emptied.left.mainAccount >= emptied.was.mainAccount)
      throw notApplicable('a transfer of the whole balance did not empty the wallet');
    if (emptied.comesBack) throw notApplicable('the transfer that emptied the wallet is delayed or failed: its money comes back');
    const who = await session.use(sender);
    const paid = await session.use(payee);
    return deps.inTurn(who.person, async () => {
      const amount = calculateAboveBalance(emptied.left, '1');
      const scheme = schemeAt(await readTransferScheme(session, who, 'wallet'), session.doubt);
      const refused = await sendForbiddenTransfer(deps, session, { sender: who, scheme, order: { amount, payee: paid } });
      const newest = findNewestDetail(deps, who) ?? (await session.use(beneficiaries.detail));
      const left = readBalances(await createBalanceReader(deps, who, newest).read(session));
      return { ...emptied, refused, left, hasRisen: left.mainAccount > emptied.left.mainAccount };
    });
  });
  return { ...fromBank, emptying, emptiedWallet };
}
