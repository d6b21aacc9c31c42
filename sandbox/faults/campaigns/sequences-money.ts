import { faultTable } from '../table.ts';
import type { Transfer } from '../../state/store.ts';
import type { Answer, Ask, Twist } from '../../http/exchange.ts';
import { field } from '../../http/json.ts';
import { answering, asking, on, resultField, resultOf, succeeded } from '../../twists/twists.ts';
import { textOf, withBad, withPayload } from '../../twists/results.ts';
import {
  activatedBefore,
  activatedTwice,
  addedAgain,
  behind,
  hasMpin,
  late,
  othersThan,
  paidTwice,
  senderIn,
} from '../../twists/history.ts';
import { shifted } from '../../twists/responses.ts';
import { afterTransfer, payingRejected } from '../../twists/store.ts';
import { lastSegment } from '../../twists/requests.ts';

const rupee = 100;

/** The transfers of the sender of an ask, the newest last. */
const transfersOf = (ask: Ask): Transfer[] => {
  const sender = senderIn(ask);
  return [...ask.bank.invoices.values()].filter((transfer) => transfer.sender === sender);
};

/** What was COMPLETED is FAILED when another transfer has come after it. */
const turning = (operation: string): Twist =>
  answering(on(operation), (answer, ask) => {
    const newest = transfersOf(ask).at(-1);
    const asked = lastSegment(ask);
    const isNewest = newest === undefined || [newest.correlationId, String(newest.invoiceId)].includes(asked);
    return field(resultOf(answer), 'status') === 'COMPLETED' && !isNewest ? withBad(answer, 'status', 'FAILED') : answer;
  });

/** Does something when OP-9 has refused. */
const refused =
  (act: (ask: Ask) => void): Twist =>
  (right) =>
  async (ask) => {
    const answer: Answer = await right(ask);
    if (on('OP-9')(ask) && !succeeded(answer)) act(ask);
    return answer;
  };

/** OP-10 answers for a correlationId that came twice with the invoice after. */
const ofNeither: Twist = (right) => {
  const seen = new Map<string, number>();
  return async (ask) => {
    const answer = await right(ask);
    const id = textOf(field(ask.body, 'correlationId'));
    if (on('OP-9')(ask) && succeeded(answer)) seen.set(id, (seen.get(id) ?? 0) + 1);
    const twice = on('OP-10')(ask) && (seen.get(lastSegment(ask)) ?? 0) > 1;
    return twice ? withBad(answer, 'invoiceId', Number(field(resultOf(answer), 'invoiceId')) + 1) : answer;
  };
};

const secondInvoice: Twist = asking(on('OP-9'), (ask) => ({
  ...ask,
  policy: { ...ask.policy, transfer: { ...ask.policy.transfer, repeatedCorrelationId: 'new-invoice' } },
}));

/** The wallet is as full as before after every third transfer. */
const everyThirdFree: Twist = (right) => {
  const paid = new Map<string, number>();
  const twisted = afterTransfer('paid', (sender, amount) => {
    const count = (paid.get(sender.tagId) ?? 0) + 1;
    paid.set(sender.tagId, count);
    if (count % 3 === 0) sender.balance += amount;
  });
  return twisted(right);
};

/** Beneficiaries and transfers that change by what comes after them. */
export const walkMoneyFaults = faultTable({ prefix: 'walk-', way: 'sequences', campaign: true }, [
  {
    breaks: ['OP7-LISTED-AS-SENT'],
    does: 'A beneficiary added by a sender that has paid twice is listed with a masked account.',
    twist: late(
      paidTwice,
      asking(on('OP-7'), (ask) =>
        withPayload(ask, (payload) => ({ ...payload, accountNo: `XXXXXX${textOf(payload['accountNo']).slice(-6)}` })),
      ),
    ),
  },
  {
    breaks: ['OP7-LISTED-UNDER-ID'],
    does: 'A beneficiary added after an account was registered again is listed under another id.',
    twist: late(addedAgain, resultField('OP-7', 'beneficiaryId', shifted(50_000))),
  },
  {
    breaks: ['OP13-ACTIVATES-ONLY-THAT'],
    does: 'A second activation takes back the first.',
    twist: late(
      activatedBefore,
      behind('OP-13', (ask, { beneficiaries }) => {
        for (const one of beneficiaries.values()) one.active &&= String(one.id) === lastSegment(ask);
      }),
    ),
  },
  {
    breaks: ['OP13-ACTIVATES'],
    does: 'A transfer of a sender with an MPIN takes back the activation of whom it pays.',
    twist: late(
      hasMpin,
      behind('OP-9', ({ body }, { beneficiaries }) => {
        const paid = beneficiaries.get(Number(textOf(field(body, 'to'))));
        if (paid !== undefined) paid.active = false;
      }),
    ),
  },
  {
    breaks: ['OP13-FALSE-DOES-NOT-ACTIVATE'],
    does: 'OP-13 with false activates for a sender that has activated two beneficiaries.',
    twist: late(
      activatedTwice,
      asking(on('OP-13'), (ask) => withPayload(ask, () => ({ object: true }))),
    ),
  },
  {
    breaks: ['OP10-SERVED'],
    does: 'Transfers are forgotten when their sender sets an MPIN.',
    twist: behind('OP-12', ({ bank }, sender) => {
      for (const [key, transfer] of bank.transfers) if (transfer.sender === sender) bank.transfers.delete(key);
    }),
  },
  {
    breaks: ['OP11-SERVED'],
    does: 'An invoice of a sender with an MPIN is forgotten with the next transfer.',
    twist: late(
      hasMpin,
      behind('OP-9', (ask) => {
        for (const { invoiceId } of transfersOf(ask).slice(0, -1)) ask.bank.invoices.delete(String(invoiceId));
      }),
    ),
  },
  {
    breaks: ['OP10-INVOICE-AGREES'],
    does: 'OP-10 finds the newest invoice for the older transfers of a sender that has activated two beneficiaries.',
    twist: late(
      activatedTwice,
      answering(on('OP-10'), (answer, ask) => withBad(answer, 'invoiceId', transfersOf(ask).at(-1)?.invoiceId ?? 0)),
    ),
  },
  {
    breaks: ['OP10-SAME-CORRELATION-ID'],
    does: 'OP-10 answers for neither of two transfers of a sender with an MPIN.',
    twist: late((sender, pasts) => sender === undefined || hasMpin(sender, pasts), ofNeither),
  },
  {
    warns: ['OP9-SAME-CORRELATION-ID'],
    does: 'A transfer of a sender with an MPIN that is asked for again is a second one.',
    twist: late(hasMpin, secondInvoice),
  },
  {
    breaks: ['OP10-FINAL-STATUS-KEPT'],
    does: 'A COMPLETED request of a sender with an MPIN is FAILED after the next transfer.',
    twist: late(hasMpin, turning('OP-10')),
  },
  {
    breaks: ['OP11-FINAL-STATUS-KEPT'],
    does: 'A COMPLETED invoice of a sender that has activated two beneficiaries is FAILED after the next transfer.',
    twist: late(activatedTwice, turning('OP-11')),
  },
  {
    breaks: ['OP10-FAILED-IS-REJECTED'],
    does: 'What OP-10 calls FAILED is paid by OP-11 for a sender with an MPIN.',
    twist: late(hasMpin, payingRejected),
  },
  {
    breaks: ['OP11-AMOUNT-EXACT'],
    does: 'The invoice of a sender with an MPIN shows one rupee more than was asked for after two transfers.',
    twist: late((sender, pasts) => hasMpin(sender, pasts) && paidTwice(sender, pasts), resultField('OP-11', 'amount', shifted(1))),
  },
  {
    breaks: ['OP6-UNTOUCHED-BY-OTHERS'],
    does: 'A transfer of a sender with an MPIN costs every other sender a rupee.',
    twist: late(
      hasMpin,
      behind('OP-9', (ask, sender) => {
        for (const other of othersThan(ask, sender)) other.balance -= rupee;
      }),
    ),
  },
  {
    breaks: ['OP6-UNTOUCHED-BY-OTHERS'],
    does: 'A second activation of one sender activates the beneficiaries of all others.',
    twist: late(
      activatedBefore,
      behind('OP-13', (ask, sender) => {
        for (const { beneficiaries } of othersThan(ask, sender)) for (const one of beneficiaries.values()) one.active = true;
      }),
    ),
  },
  {
    breaks: ['OP10-FAILED-NOTHING-MOVED'],
    does: 'A FAILED transfer of a sender with an MPIN costs a rupee.',
    twist: late(
      hasMpin,
      afterTransfer('rejected', (sender) => (sender.balance -= rupee)),
    ),
  },
  {
    breaks: ['OP9-REFUSED-NOTHING-MOVED'],
    does: 'A refused transfer of a sender with an MPIN costs a rupee.',
    twist: late(
      hasMpin,
      refused((ask) => {
        const sender = senderIn(ask);
        if (sender !== undefined) sender.balance -= rupee;
      }),
    ),
  },
  {
    breaks: ['REFUSAL-NOTHING-CHANGED'],
    does: 'A refused transfer of a sender with an MPIN uses up its limit.',
    twist: late(
      hasMpin,
      refused((ask) => {
        const sender = senderIn(ask);
        if (sender !== undefined) sender.spent += rupee;
      }),
    ),
  },
  { breaks: ['OP14-DEBITED'], does: 'Every third transfer of a sender leaves its wallet as it was.', twist: everyThirdFree },
  {
    breaks: ['LIMIT-NOT-RAISED'],
    does: 'A transfer of a sender with an MPIN raises what is left.',
    twist: late(
      hasMpin,
      afterTransfer('paid', (sender, amount) => (sender.spent -= 2 * amount)),
    ),
  },
]);
