import { lastSegment, payerOf } from '../../twists/requests.ts';
import type { Transfer } from '../../state/store.ts';
import type { Fault } from '../../catalog.ts';
import type { Ask, Twist } from '../../http/exchange.ts';
import { field } from '../../http/json.ts';
import { asking, codeOf, on, resultOf, succeeded } from '../../twists/twists.ts';
import { textOf, withBad } from '../../twists/results.ts';
import { senderIn } from '../../twists/history.ts';
import { byCorrelationId, bySender, raceFault, whileTransferring, whileUnderWay } from '../../twists/concurrency.ts';
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
export const raceFaults: Fault[] = [
  raceFault('OP9-RACE-OVERSPEND', 'Two transfers at once both find the same balance.', whileUnderWay('OP-9', bySender, paysAnything)),
  {
    ...raceFault(
      'OP9-SAME-CORRELATION-ID',
      'A correlationId sent twice at once yields two invoices.',
      whileUnderWay('OP-9', byCorrelationId, secondInvoice),
    ),
    breaks: [],
    warns: ['OP9-SAME-CORRELATION-ID'],
  },
  raceFault('OP10-SAME-CORRELATION-ID', 'OP-10 answers for neither of two requests that came at once.', ofNeither),
  raceFault(
    'OP11-AMOUNT-EXACT',
    'The later of two transfers at once is told with the amount of the other.',
    whileUnderWay(
      'OP-9',
      bySender,
      accepted((ask) => {
        const two = newestTwo(ask);
        if (two !== undefined) two.newest.amount = two.older.amount;
      }),
    ),
  ),
  raceFault(
    'OP10-INVOICE-AGREES',
    'Of two transfers at once OP-10 finds the later one under both correlationIds.',
    whileUnderWay(
      'OP-9',
      bySender,
      accepted((ask) => {
        const two = newestTwo(ask);
        if (two !== undefined) ask.bank.transfers.set(`${two.older.agent.id} ${two.older.correlationId}`, two.newest);
      }),
    ),
  ),
  raceFault(
    'OP14-DEBITED',
    'The later of two transfers at once does not lower the balance.',
    whileUnderWay(
      'OP-9',
      bySender,
      afterTransfer('paid', (sender, amount) => (sender.balance += amount)),
    ),
  ),
  raceFault(
    'OP7-LISTED-AS-SENT',
    'Of two names for one account at once the refused one is listed.',
    whileUnderWay('OP-7', (ask) => `${bySender(ask)} ${accountIn(ask)}`, writingInSpite),
  ),
  raceFault('OP7-LISTED-UNDER-ID', 'Two accounts added at once are given one id.', whileUnderWay('OP-7', bySender, oneId)),
  raceFault(
    'OP13-ACTIVATES',
    'The later of two activations at once is lost.',
    whileUnderWay('OP-13', bySender, asking(on('OP-13'), activatingNothing)),
  ),
  raceFault(
    'OP13-ACTIVATES',
    'An activation that comes while its sender pays is lost.',
    whileTransferring('OP-13', bySender, asking(on('OP-13'), activatingNothing)),
    'race-with-a-transfer',
  ),
  raceFault(
    'OP10-INVOICE-AGREES',
    'OP-10 takes a transfer that is under way for the one before.',
    whileTransferring('OP-10', idInPathOrBody, forTheNewest),
    'race-with-its-transfer',
  ),
  raceFault(
    'OP6-OWN-DATA',
    "The later of two senders that read at once is listed everybody's beneficiaries.",
    whileUnderWay('OP-6', () => 'anybody', everybodysBeneficiaries),
  ),
  raceFault('OP4-TAG-KEPT', 'A mobile tagged twice at once gets two tags.', whileUnderWay('OP-4', lastSegment, newTagEachTime)),
];
