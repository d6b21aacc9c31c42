import { API_CODES } from '../../http/codes.ts';
import { faultTable } from '../table.ts';
import { lastSegment, findPayer } from '../../twists/requests.ts';
import type { Transfer } from '../../state/store.ts';
import type { ServiceRequest, Twist } from '../../http/exchange.ts';
import { field } from '../../http/json.ts';
import { changeRequest, on, apiResult, succeeded } from '../../twists/twists.ts';
import { asText, withWrongValue } from '../../twists/results.ts';
import { findCustomer, hasMpin, whenHistory } from '../../twists/history.ts';
import { correlationKey, senderKey, duringTransfer, whileConcurrent } from '../../twists/concurrency.ts';
import { envelopeResponse } from '../../twists/responses.ts';
import { activateNothing, listAllBeneficiaries } from '../../twists/beneficiaries.ts';
import { afterTransfer, payBeyondBalance, newInvoiceForRepeat } from '../../twists/transfers.ts';
import { newTagEachTime } from '../../twists/identities.ts';

function findNewestTwo(request: ServiceRequest): { newest: Transfer; older: Transfer } | undefined {
  const sender = findPayer(request);
  const [older, newest] = [...request.store.invoices.values()].filter((transfer) => transfer.sender === sender).slice(-2);
  return older === undefined || newest === undefined ? undefined : { newest, older };
}

/** Acts after an accepted transfer. */
const isAcceptedTransfer =
  (act: (request: ServiceRequest) => void): Twist =>
  (right) =>
  async (request) => {
    const response = await right(request);
    if (succeeded(response)) act(request);
    return response;
  };

/** For a correlationId that was sent twice at once, OP-10 answers the next invoice. */
const answerForNeither: Twist = (right) => {
  const twice = new Set<string>();
  const racing = whileConcurrent('OP-9', correlationKey, (inner) => (request) => {
    twice.add(correlationKey(request));
    return inner(request);
  })(right);
  return async (request) => {
    const response = await racing(request);
    const mixed = on('OP-10')(request) && twice.has(lastSegment(request));
    return mixed ? withWrongValue(response, 'invoiceId', Number(field(apiResult(response), 'invoiceId')) + 1) : response;
  };
};

const sentAccount = ({ body }: ServiceRequest): string => asText(field(body, 'accountNo'));

/** Refuses the second of two names for one account, and stores it. */
const renameDespiteRefusal: Twist = (right) => async (request) => {
  const listed = [...(findCustomer(request)?.beneficiaries.values() ?? [])].find(
    ({ accountNumber }) => accountNumber === sentAccount(request),
  );
  if (listed === undefined) return right(request);
  listed.holderName = asText(field(request.body, 'name'));
  return envelopeResponse(API_CODES.validationFailed, 'beneficiary.listed.already');
};

const giveOneId: Twist = (right) => async (request) => {
  const listed = [...(findCustomer(request)?.beneficiaries.values() ?? [])];
  const isNew = !listed.some(({ accountNumber }) => accountNumber === sentAccount(request));
  const response = await right(request);
  const last = listed.at(-1);
  return isNew && last !== undefined && succeeded(response) ? withWrongValue(response, 'beneficiaryId', last.id) : response;
};

const transferKey = (request: ServiceRequest): string => (on('OP-9')(request) ? correlationKey(request) : lastSegment(request));

const askForNewest: Twist = changeRequest(on('OP-10'), (request) => {
  const newest = [...request.store.invoices.values()].findLast(({ agent }) => agent === request.agent);
  return newest === undefined ? request : { ...request, path: request.path.replace(lastSegment(request), newest.correlationId) };
});

export const raceFaults = faultTable({ prefix: 'race-', way: 'race', campaign: true }, [
  {
    breaks: ['OP9-RACE-OVERSPEND'],
    does: 'Two transfers at once both find the same balance.',
    twist: whileConcurrent('OP-9', senderKey, payBeyondBalance),
  },
  {
    warns: ['OP9-SAME-CORRELATION-ID'],
    does: 'A correlationId sent twice at once yields two invoices.',
    twist: whileConcurrent('OP-9', correlationKey, newInvoiceForRepeat),
  },
  { breaks: ['OP10-SAME-CORRELATION-ID'], does: 'OP-10 answers for neither of two requests that came at once.', twist: answerForNeither },
  {
    breaks: ['OP11-AMOUNT-EXACT'],
    does: 'The later of two transfers at once is told with the amount of the other.',
    twist: whileConcurrent(
      'OP-9',
      senderKey,
      isAcceptedTransfer((request) => {
        const two = findNewestTwo(request);
        if (two !== undefined) two.newest.amount = two.older.amount;
      }),
    ),
  },
  {
    breaks: ['OP10-INVOICE-AGREES'],
    does: 'Of two transfers at once OP-10 finds the later one under both correlationIds.',
    twist: whileConcurrent(
      'OP-9',
      senderKey,
      isAcceptedTransfer((request) => {
        const two = findNewestTwo(request);
        if (two !== undefined) request.store.transfers.set(`${two.older.agent.id} ${two.older.correlationId}`, two.newest);
      }),
    ),
  },
  {
    breaks: ['OP14-DEBITED'],
    does: 'The later of two transfers at once does not lower the balance.',
    twist: whileConcurrent(
      'OP-9',
      senderKey,
      afterTransfer('paid', (sender, amount) => (sender.balance += amount)),
    ),
  },
  {
    breaks: ['OP14-DEBITED'],
    does: 'The later of two transfers at once costs a sender with an MPIN nothing.',
    twist: whenHistory(
      hasMpin,
      whileConcurrent(
        'OP-9',
        senderKey,
        afterTransfer('paid', (sender, amount) => (sender.balance += amount)),
      ),
    ),
  },
  {
    breaks: ['OP7-LISTED-AS-SENT'],
    does: 'Of two names for one account at once the refused one is listed.',
    twist: whileConcurrent('OP-7', (request) => `${senderKey(request)} ${sentAccount(request)}`, renameDespiteRefusal),
  },
  {
    breaks: ['OP7-LISTED-UNDER-ID'],
    does: 'Two accounts added at once are given one id.',
    twist: whileConcurrent('OP-7', senderKey, giveOneId),
  },
  {
    breaks: ['OP13-ACTIVATES'],
    does: 'The later of two activations at once is lost.',
    twist: whileConcurrent('OP-13', senderKey, changeRequest(on('OP-13'), activateNothing)),
  },
  {
    breaks: ['OP13-ACTIVATES'],
    does: 'An activation that comes while its sender pays is lost.',
    way: 'race-with-a-transfer',
    twist: duringTransfer('OP-13', senderKey, changeRequest(on('OP-13'), activateNothing)),
  },
  {
    breaks: ['OP10-INVOICE-AGREES'],
    does: 'OP-10 takes a transfer that is under way for the one before.',
    way: 'race-with-its-transfer',
    twist: duringTransfer('OP-10', transferKey, askForNewest),
  },
  {
    breaks: ['OP6-OWN-DATA'],
    does: "The later of two senders that read at once is listed everybody's beneficiaries.",
    twist: whileConcurrent('OP-6', () => 'anybody', listAllBeneficiaries),
  },
  {
    breaks: ['OP4-TAG-KEPT'],
    does: 'A mobile tagged twice at once gets two tags.',
    twist: whileConcurrent('OP-4', lastSegment, newTagEachTime),
  },
]);
