import { digits, type Beneficiary, type Outcome, type Transfer, type User } from './store.ts';
import type { AgentContext } from '../http/exchange.ts';
import { withinLimits } from './limits.ts';
import { paise, type Paise } from './money.ts';
import type { Policy } from '../service/policy.ts';

const OVERDRAWN = { 'OP-9': 'refused', 'OP-10': 'rejected', 'OP-11': 'failed' } as const;

/** Decides the outcome of a transfer once, when the request comes in. */
export function decideOutcome(policy: Policy, sender: User, beneficiary: Beneficiary, amount: Paise): Outcome | 'refused' {
  const { transfer } = policy;
  const needed = amount + transferFee(policy);
  const funded = sender.paymentSource !== 'wallet' || needed <= sender.balance - sender.held;
  if (!funded || !withinLimits(policy, sender, amount)) return OVERDRAWN[transfer.overdrawnFailsIn];
  return transfer.declinedAccounts.includes(beneficiary.accountNumber) ? 'declined' : 'paid';
}

const transferFee = (policy: Policy): Paise => paise(policy.transfer.fee) ?? 0;

interface Booking {
  sender: User;
  beneficiary: Beneficiary;
  correlationId: string;
  amount: Paise;
  outcome: Outcome;
}

export function recordTransfer({ store, policy, agent }: AgentContext, booking: Booking): Transfer {
  const invoiceId = store.nextInvoice++;
  const transfer: Transfer = {
    ...booking,
    invoiceId,
    agent,
    fee: transferFee(policy),
    source: booking.sender.paymentSource,
    settled: false,
    statusReads: 0,
    invoiceReads: 0,
    transactionId: `SANDBOX${invoiceId}`,
    bankRRN: digits(12),
  };
  store.invoices.set(String(invoiceId), transfer);
  if (movesMoney(transfer)) reserve(policy, transfer);
  return transfer;
}

// Nothing of an overdrawn transfer was ever submitted, so it never touches the money.
const movesMoney = ({ outcome }: Transfer): boolean => outcome === 'paid' || outcome === 'declined';

function reserve(policy: Policy, transfer: Transfer): void {
  transfer.sender.spent += transfer.amount;
  if (policy.transfer.debited === 'when-accepted') transfer.sender.balance -= debit(transfer);
  else transfer.sender.held += debit(transfer);
}

/** Only a wallet transfer takes money from the wallet. */
const debit = ({ source, amount, fee }: Transfer): Paise => (source === 'wallet' ? amount + fee : 0);

/** The moment the invoice is final: what was promised is taken or given back, exactly once. */
export function settleTransfer(policy: Policy, transfer: Transfer): void {
  if (transfer.settled) return;
  transfer.settled = true;
  if (!movesMoney(transfer)) return;
  if (policy.transfer.debited === 'when-settled') {
    transfer.sender.held -= debit(transfer);
    transfer.sender.balance -= debit(transfer);
  }
  if (transfer.outcome === 'declined' && policy.transfer.refundsFailures) giveBack(transfer);
}

function giveBack(transfer: Transfer): void {
  transfer.sender.balance += debit(transfer);
  transfer.sender.spent -= transfer.amount;
}
