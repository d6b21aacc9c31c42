import { digits, type Beneficiary, type Fate, type Transfer, type User } from './store.ts';
import type { Call } from '../http/exchange.ts';
import { withinLimits } from './limits.ts';
import { paise, type Paise } from './money.ts';
import type { Policy } from '../service/policy.ts';

const OVERDRAWN = { 'OP-9': 'refused', 'OP-10': 'rejected', 'OP-11': 'failed' } as const;

/** Decided once, when the request comes in: what will become of it. */
export function fateOf(policy: Policy, sender: User, beneficiary: Beneficiary, amount: Paise): Fate | 'refused' {
  const { transfer } = policy;
  const needed = amount + feeOf(policy);
  const funded = sender.paymentSource !== 'wallet' || needed <= sender.balance - sender.held;
  if (!funded || !withinLimits(policy, sender, amount)) return OVERDRAWN[transfer.overdrawnFailsIn];
  return transfer.declinedAccounts.includes(beneficiary.accountNumber) ? 'declined' : 'paid';
}

const feeOf = (policy: Policy): Paise => paise(policy.transfer.fee) ?? 0;

interface Booking {
  sender: User;
  beneficiary: Beneficiary;
  correlationId: string;
  amount: Paise;
  fate: Fate;
}

export function book({ bank, policy, agent }: Call, booking: Booking): Transfer {
  const invoiceId = bank.nextInvoice++;
  const transfer: Transfer = {
    ...booking,
    invoiceId,
    agent,
    fee: feeOf(policy),
    source: booking.sender.paymentSource,
    settled: false,
    statusLooks: 0,
    invoiceLooks: 0,
    transactionId: `SANDBOX${invoiceId}`,
    bankRRN: digits(12),
  };
  bank.invoices.set(String(invoiceId), transfer);
  if (moves(transfer)) reserve(policy, transfer);
  return transfer;
}

// Nothing of an overdrawn transfer was ever submitted, so it never touches the money.
const moves = ({ fate }: Transfer): boolean => fate === 'paid' || fate === 'declined';

function reserve(policy: Policy, transfer: Transfer): void {
  transfer.sender.spent += transfer.amount;
  if (policy.transfer.debited === 'when-accepted') transfer.sender.balance -= taken(transfer);
  else transfer.sender.held += taken(transfer);
}

/** Only a wallet transfer takes money from the wallet. */
const taken = ({ source, amount, fee }: Transfer): Paise => (source === 'wallet' ? amount + fee : 0);

/** The moment the invoice is final: what was promised is taken or given back, exactly once. */
export function settle(policy: Policy, transfer: Transfer): void {
  if (transfer.settled) return;
  transfer.settled = true;
  if (!moves(transfer)) return;
  if (policy.transfer.debited === 'when-settled') {
    transfer.sender.held -= taken(transfer);
    transfer.sender.balance -= taken(transfer);
  }
  if (transfer.fate === 'declined' && policy.transfer.refundsFailures) giveBack(transfer);
}

function giveBack(transfer: Transfer): void {
  transfer.sender.balance += taken(transfer);
  transfer.sender.spent -= transfer.amount;
}
