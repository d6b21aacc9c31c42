import { digits, setBounded, type Beneficiary, type Outcome, type Transfer, type User } from './store.ts';
import type { AgentContext } from '../http/exchange.ts';
import { withinLimits } from './limits.ts';
import { paise, type Paise } from './money.ts';
import type { Policy } from '../service/policy.ts';

const OVERDRAWN_OUTCOMES = { 'OP-9': 'refused', 'OP-10': 'rejected', 'OP-11': 'failed' } as const;

/** The outcome is decided once, when the request arrives. */
export function decideOutcome(policy: Policy, sender: User, beneficiary: Beneficiary, amount: Paise): Outcome | 'refused' {
  const { transfer } = policy;
  const needed = amount + transferFee(policy);
  const funded = sender.paymentSource !== 'wallet' || needed <= sender.balance - sender.held;
  if (!funded || !withinLimits(policy, sender, amount)) return OVERDRAWN_OUTCOMES[transfer.overdrawnFailsIn];
  return transfer.declinedAccounts.includes(beneficiary.accountNumber) ? 'declined' : 'paid';
}

const transferFee = (policy: Policy): Paise => paise(policy.transfer.fee) ?? 0;

interface BookedTransfer {
  sender: User;
  beneficiary: Beneficiary;
  correlationId: string;
  amount: Paise;
  outcome: Outcome;
}

export function recordTransfer({ store, policy, agent }: AgentContext, booking: BookedTransfer): Transfer {
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
  setBounded(store.invoices, String(invoiceId), transfer);
  if (movesMoney(transfer)) reserveMoney(policy, transfer);
  return transfer;
}

// An overdrawn transfer was never submitted, so it never moves money.
const movesMoney = ({ outcome }: Transfer): boolean => outcome === 'paid' || outcome === 'declined';

function reserveMoney(policy: Policy, transfer: Transfer): void {
  transfer.sender.spent += transfer.amount;
  if (policy.transfer.debited === 'when-accepted') transfer.sender.balance -= debitAmount(transfer);
  else transfer.sender.held += debitAmount(transfer);
}

const debitAmount = ({ source, amount, fee }: Transfer): Paise => (source === 'wallet' ? amount + fee : 0);

/** Called when the invoice is final. It takes the money or gives it back, exactly once. */
export function settleTransfer(policy: Policy, transfer: Transfer): void {
  if (transfer.settled) return;
  transfer.settled = true;
  if (!movesMoney(transfer)) return;
  if (policy.transfer.debited === 'when-settled') {
    transfer.sender.held -= debitAmount(transfer);
    transfer.sender.balance -= debitAmount(transfer);
  }
  if (transfer.outcome === 'declined' && policy.transfer.refundsFailures) refundTransfer(transfer);
  // `isDelayed` means that the amount settles in the wallet of the customer (Invoice).
  if (transfer.outcome === 'paid' && policy.transfer.isDelayed) transfer.sender.balance += transfer.amount;
}

function refundTransfer(transfer: Transfer): void {
  transfer.sender.balance += debitAmount(transfer);
  transfer.sender.spent -= transfer.amount;
}
