import { faultTable } from '../table.ts';
import { lastSegment, payerOf } from '../../twists/requests.ts';
import type { Transfer } from '../../state/store.ts';
import type { Ask, Twist } from '../../http/exchange.ts';
import { field } from '../../http/json.ts';
import { asking, codeOf, on, resultOf, succeeded } from '../../twists/twists.ts';
import { textOf, withBad } from '../../twists/results.ts';
import { senderIn } from '../../twists/history.ts';
import { byCorrelationId, bySender, whileTransferring, whileUnderWay } from '../../twists/concurrency.ts';
import { envelopeOf } from '../../twists/responses.ts';
import { activatingNothing, afterTransfer, everybodysBeneficiaries, newTagEachTime, paysAnything } from '../../twists/store.ts';

/** The newest transfer of the payer, and the one before it. */
function newestTwo(ask: Ask): { newest: Transfer; older: Transfer } | undefined {
  const sender = payerOf(ask);
  const [older, newest] = [...ask.bank.invoices.values()].filter((transfer) => transfer.sender === sender).slice(-2);
  return older === undefined || newest === undefined ? undefined : { newest, older };
}

/** Does something when a transfer was accepted. */
const accepted =
  (act: (ask: Ask) => void): Twist =>
  (right) =>
  async (ask) => {
    const answer = await right(ask);
    if (succeeded(answer)) act(ask);
    return answer;
  };

const secondInvoice: Twist = asking(on('OP-9'), (ask) => ({
  ...ask,
  policy: { ...ask.policy, transfer: { ...ask.policy.transfer, repeatedCorrelationId: 'new-invoice' } },
}));

/** OP-10 answers for a correlationId that came twice at once with the invoice after. */
const ofNeither: Twist = (right) => {
  const twice = new Set<string>();
  const racing = whileUnderWay('OP-9', byCorrelationId, (inner) => (ask) => {
    twice.add(byCorrelationId(ask));
    return inner(ask);
  })(right);
  return async (ask) => {
    const answer = await racing(ask);
    const mixed = on('OP-10')(ask) && twice.has(lastSegment(ask));
    return mixed ? withBad(answer, 'invoiceId', Number(field(resultOf(answer), 'invoiceId')) + 1) : answer;
  };
};

const accountIn = ({ body }: Ask): string => textOf(field(body, 'accountNo'));

/** The second of two names for one account is refused, and written all the same. */
const writingInSpite: Twist = (right) => async (ask) => {
  const listed = [...(senderIn(ask)?.beneficiaries.values() ?? [])].find(({ accountNumber }) => accountNumber === accountIn(ask));
  if (listed === undefined) return right(ask);
  listed.holderName = textOf(field(ask.body, 'name'));
  return envelopeOf(4160, 'beneficiary.listed.already');
};

/** Two accounts are given one id. */
const oneId: Twist = (right) => async (ask) => {
  const listed = [...(senderIn(ask)?.beneficiaries.values() ?? [])];
  const isNew = !listed.some(({ accountNumber }) => accountNumber === accountIn(ask));
  const answer = await right(ask);
  const last = listed.at(-1);
  return isNew && last !== undefined && codeOf(answer) === 2000 ? withBad(answer, 'beneficiaryId', last.id) : answer;
};

const idInPathOrBody = (ask: Ask): string => (on('OP-9')(ask) ? byCorrelationId(ask) : lastSegment(ask));

/** OP-10 answers for the newest transfer there is. */
const forTheNewest: Twist = asking(on('OP-10'), (ask) => {
  const newest = [...ask.bank.invoices.values()].findLast(({ agent }) => agent === ask.agent);
  return newest === undefined ? ask : { ...ask, path: ask.path.replace(lastSegment(ask), newest.correlationId) };
});

/** What goes wrong only when two calls come at once. */
export const raceFaults = faultTable({ prefix: 'race-', way: 'race', campaign: true }, [
  {
    breaks: ['OP9-RACE-OVERSPEND'],
    does: 'Two transfers at once both find the same balance.',
    twist: whileUnderWay('OP-9', bySender, paysAnything),
  },
  {
    warns: ['OP9-SAME-CORRELATION-ID'],
    does: 'A correlationId sent twice at once yields two invoices.',
    twist: whileUnderWay('OP-9', byCorrelationId, secondInvoice),
  },
  { breaks: ['OP10-SAME-CORRELATION-ID'], does: 'OP-10 answers for neither of two requests that came at once.', twist: ofNeither },
  {
    breaks: ['OP11-AMOUNT-EXACT'],
    does: 'The later of two transfers at once is told with the amount of the other.',
    twist: whileUnderWay(
      'OP-9',
      bySender,
      accepted((ask) => {
        const two = newestTwo(ask);
        if (two !== undefined) two.newest.amount = two.older.amount;
      }),
    ),
  },
  {
    breaks: ['OP10-INVOICE-AGREES'],
    does: 'Of two transfers at once OP-10 finds the later one under both correlationIds.',
    twist: whileUnderWay(
      'OP-9',
      bySender,
      accepted((ask) => {
        const two = newestTwo(ask);
        if (two !== undefined) ask.bank.transfers.set(`${two.older.agent.id} ${two.older.correlationId}`, two.newest);
      }),
    ),
  },
  {
    breaks: ['OP14-DEBITED'],
    does: 'The later of two transfers at once does not lower the balance.',
    twist: whileUnderWay(
      'OP-9',
      bySender,
      afterTransfer('paid', (sender, amount) => (sender.balance += amount)),
    ),
  },
  {
    breaks: ['OP7-LISTED-AS-SENT'],
    does: 'Of two names for one account at once the refused one is listed.',
    twist: whileUnderWay('OP-7', (ask) => `${bySender(ask)} ${accountIn(ask)}`, writingInSpite),
  },
  { breaks: ['OP7-LISTED-UNDER-ID'], does: 'Two accounts added at once are given one id.', twist: whileUnderWay('OP-7', bySender, oneId) },
  {
    breaks: ['OP13-ACTIVATES'],
    does: 'The later of two activations at once is lost.',
    twist: whileUnderWay('OP-13', bySender, asking(on('OP-13'), activatingNothing)),
  },
  {
    breaks: ['OP13-ACTIVATES'],
    does: 'An activation that comes while its sender pays is lost.',
    way: 'race-with-a-transfer',
    twist: whileTransferring('OP-13', bySender, asking(on('OP-13'), activatingNothing)),
  },
  {
    breaks: ['OP10-INVOICE-AGREES'],
    does: 'OP-10 takes a transfer that is under way for the one before.',
    way: 'race-with-its-transfer',
    twist: whileTransferring('OP-10', idInPathOrBody, forTheNewest),
  },
  {
    breaks: ['OP6-OWN-DATA'],
    does: "The later of two senders that read at once is listed everybody's beneficiaries.",
    twist: whileUnderWay('OP-6', () => 'anybody', everybodysBeneficiaries),
  },
  {
    breaks: ['OP4-TAG-KEPT'],
    does: 'A mobile tagged twice at once gets two tags.',
    twist: whileUnderWay('OP-4', lastSegment, newTagEachTime),
  },
]);
