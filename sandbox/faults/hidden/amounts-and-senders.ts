import type { Twist } from '../../http/exchange.ts';
import type { User } from '../../state/store.ts';
import {
  allOf,
  askedTransfer,
  hasDecimals,
  hasFourDigits,
  isAnotherSender,
  isBelowOne,
  isSecondTransfer,
  not,
  onQueryForm,
  onlyWhen,
  toLaterBeneficiary,
  toThirdBeneficiary,
} from '../../twists/circumstances.ts';
import { afterSuccess, findCustomer, hasMpin, issuedInvoice, whenHistory } from '../../twists/history.ts';
import { findPayer } from '../../twists/requests.ts';
import { increasedBy } from '../../twists/responses.ts';
import { delayedBackAfter } from '../../twists/wallets.ts';
import { wrongResult, withWrongValue } from '../../twists/results.ts';
import { aboutTransfers, afterTransfer } from '../../twists/transfers.ts';
import { changeResponse, changeResultField, on, succeeded, type When } from '../../twists/twists.ts';
import { faultTable } from '../table.ts';

const invoiceAmount = (when: When, change: (amount: number) => number): Twist =>
  onlyWhen(
    when,
    changeResultField('OP-11', 'amount', (value) => change(Number(value))),
  );

const cutPaise = (amount: number): number => Math.trunc(amount * 100) / 100;

const amounts = faultTable({ prefix: 'amount-', breaks: ['OP11-AMOUNT-EXACT'] }, [
  { does: 'OP-11 rounds above 1000.', twist: invoiceAmount(hasFourDigits, Math.round) },
  { does: 'OP-11 cuts amounts of four digits to tens.', twist: invoiceAmount(hasFourDigits, (amount) => Math.floor(amount / 10) * 10) },
  { does: 'OP-11 cuts paise that it counts with doubles.', twist: invoiceAmount(hasFourDigits, cutPaise) },
  { does: 'OP-11 cuts paise below one that it counts with doubles.', twist: invoiceAmount(isBelowOne, cutPaise) },
  { does: 'OP-11 shows an amount below one as one.', twist: invoiceAmount(isBelowOne, () => 1) },
  { does: 'OP-11 shows one more for another sender.', twist: invoiceAmount(isAnotherSender, (amount) => amount + 1) },
  { does: 'OP-11 shows one more for the second transfer of a sender.', twist: invoiceAmount(isSecondTransfer, (amount) => amount + 1) },
  { does: 'OP-11 cuts the second decimal.', twist: invoiceAmount(hasDecimals, (amount) => Math.floor(amount * 10) / 10) },
  {
    does: 'OP-11 shows one less for a transfer whose session was in the query.',
    twist: aboutTransfers(
      onQueryForm,
      'OP-11',
      changeResultField('OP-11', 'amount', (value) => Number(value) - 1),
    ),
  },
]);

const undebited = (when: (amount: number) => boolean): Twist =>
  afterTransfer('paid', (sender, amount) => {
    if (when(amount)) sender.balance += amount;
  });

/** Gives back what the transfer used up. */
const unlimited = (when: When, raise = 1): Twist =>
  onlyWhen(
    when,
    afterTransfer('paid', (sender, amount) => (sender.spent -= raise * amount)),
  );

const limits = faultTable({ prefix: 'amount-', warns: ['LIMIT-FALLS'] }, [
  { does: 'No limit falls by an amount with decimals.', twist: unlimited(hasDecimals) },
  { does: 'No limit falls by a transfer whose session is in the query.', twist: unlimited(onQueryForm) },
  { does: 'A limit rises by an amount of two decimals.', twist: unlimited(allOf(hasDecimals, not(isBelowOne), not(hasFourDigits)), 2) },
]);

/** Which source is paid from is found out once. */
const staysWithBank: Twist = (right) => {
  const banked = new Set<User>();
  const free = afterTransfer('paid', (sender, amount) => (sender.balance += amount))(right);
  return async (request) => {
    const sender = on('OP-9')(request) ? findPayer(request) : undefined;
    const isFromBank = sender?.paymentSource === 'bank';
    const response = await (sender !== undefined && !isFromBank && banked.has(sender) ? free : right)(request);
    if (sender !== undefined && isFromBank && succeeded(response)) banked.add(sender);
    return response;
  };
};

const costs = faultTable({ prefix: 'amount-', breaks: [], warns: ['OP14-DEBITED'] }, [
  {
    does: 'A transfer is debited tenfold.',
    twist: afterTransfer('paid', (sender, amount) => (sender.balance -= 9 * amount)),
  },
]);

const debits = faultTable({ prefix: 'amount-', breaks: ['OP14-DEBITED'] }, [
  {
    does: 'After a transfer from the bank, the wallet of its sender pays nothing.',
    everywhere: true,
    twist: staysWithBank,
  },
  { does: 'A transfer with decimals is not debited.', twist: undebited((amount) => amount % 100 !== 0) },
  { does: 'A transfer below one is not debited.', twist: undebited((amount) => amount < 100) },
  {
    does: 'A transfer with an MPIN is not debited.',
    twist: whenHistory(
      hasMpin,
      undebited(() => true),
    ),
  },
  {
    does: 'A transfer to a third beneficiary is not debited.',
    twist: onlyWhen(
      toThirdBeneficiary,
      undebited(() => true),
    ),
  },
  {
    does: 'A transfer whose session is in the query is not debited.',
    twist: onlyWhen(
      onQueryForm,
      undebited(() => true),
    ),
  },
  {
    does: 'A transfer to a second beneficiary is not debited.',
    twist: onlyWhen(
      toLaterBeneficiary,
      undebited(() => true),
    ),
  },
  { does: 'A transfer of four digits is not debited.', twist: undebited((amount) => amount >= 100_000) },
  {
    does: 'The second transfer of a sender is not debited.',
    twist: (right) => {
      const paid = new Set<User>();
      return afterTransfer('paid', (sender, amount) => {
        if (paid.has(sender)) sender.balance += amount;
        paid.add(sender);
      })(right);
    },
  },
  {
    does: 'The transfers of another sender are not debited.',
    twist: (right) => {
      let first: User | undefined;
      return afterTransfer('paid', (sender, amount) => {
        first ??= sender;
        if (sender !== first) sender.balance += amount;
      })(right);
    },
  },
]);

const otherInvoice = (when: When): Twist => onlyWhen(when, changeResultField('OP-10', 'invoiceId', increasedBy(1)));

const invoices = faultTable({ prefix: 'amount-', breaks: ['OP10-INVOICE-AGREES'] }, [
  { does: 'OP-10 names another invoice for an amount with decimals.', twist: otherInvoice(hasDecimals) },
  { does: 'OP-10 names another invoice for another sender.', twist: otherInvoice(isAnotherSender) },
  {
    does: 'OP-10 names the first invoice of a sender for all.',
    twist: changeResponse(on('OP-10'), (response, request) => {
      const sender = askedTransfer(request)?.sender;
      const first = [...request.store.invoices.values()].find((one) => one.sender === sender && one.outcome === 'paid');
      return first === undefined ? response : withWrongValue(response, 'invoiceId', first.invoiceId);
    }),
  },
  { does: 'OP-10 names another invoice for an amount of four digits.', twist: otherInvoice(hasFourDigits) },
]);

const others = faultTable({ prefix: 'amount-' }, [
  {
    breaks: ['LIMIT-NOT-RAISED'],
    does: 'Every transfer of another sender raises what is left.',
    twist: (right) => {
      let first: User | undefined;
      return afterTransfer('paid', (sender, amount) => {
        first ??= sender;
        if (sender !== first) sender.spent -= 2 * amount;
      })(right);
    },
  },
  {
    breaks: ['OP6-SENDER-MOBILE-AGREES'],
    does: 'OP-6 names the mobile of one customer for all others.',
    twist: onlyWhen((request) => findCustomer(request)?.mobile !== '9990000002', wrongResult('OP-6', 'senderMobile', 9_990_000_002)),
  },
  {
    warns: ['OP11-DELAYED-COMES-BACK'],
    does: 'isDelayed is always true, and the wallet is debited for good.',
    twist: wrongResult('OP-11', 'isDelayed', 'true'),
  },
  {
    warns: ['OP8-QUERY-PAYMENT-SOURCE'],
    does: 'A transfer from the bank is taken from the wallet.',
    everywhere: true,
    twist: afterSuccess('OP-9', ({ store }, sender, response) => {
      const transfer = store.invoices.get(issuedInvoice(response));
      if (transfer?.source === 'bank') sender.balance -= transfer.amount;
    }),
  },
  {
    warns: ['OP11-DELAYED-COMES-BACK'],
    does: 'The amount of a delayed transfer comes back twice.',
    twist: delayedBackAfter(50, 2),
  },
  {
    warns: ['OP11-DELAYED-COMES-BACK'],
    does: 'isDelayed is true for decimals, and the wallet is debited for good.',
    twist: onlyWhen(hasDecimals, wrongResult('OP-11', 'isDelayed', 'true')),
  },
  {
    warns: ['OP11-BENEFICIARY-NAME-AGREES'],
    does: 'OP-11 names the sender where a later beneficiary was paid.',
    twist: aboutTransfers(toLaterBeneficiary, 'OP-11', wrongResult('OP-11', 'beneficiaryName', 'Testcase Sender')),
  },
  {
    warns: ['OP11-BENEFICIARY-NAME-AGREES'],
    does: 'OP-11 names somebody else for another sender.',
    twist: onlyWhen(isAnotherSender, wrongResult('OP-11', 'beneficiaryName', 'Somebody Else')),
  },
]);

export const amountAndSenderFaults = [...amounts, ...limits, ...debits, ...costs, ...invoices, ...others];
