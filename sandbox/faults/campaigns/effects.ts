import { campaignTable } from './table.ts';
import { headerOf, isGood, lastSegment, payerOf, senderOf, userInPath, withBody } from '../../twists/requests.ts';
import type { Answer, Ask, Twist } from '../../http/exchange.ts';
import { field } from '../../http/json.ts';
import { on, succeeded, type When } from '../../twists/twists.ts';
import { textOf } from '../../twists/results.ts';
import { listedField } from '../../twists/responses.ts';
import { invoiceIn } from '../../twists/history.ts';

/** Does something about a call all the same when it is refused. */
const actingDespite =
  (operation: string, when: When, act: (ask: Ask) => void): Twist =>
  (right) =>
  async (ask) => {
    const answer = await right(ask);
    if (ask.agent !== undefined && on(operation)(ask) && when(ask) && !succeeded(answer)) act(ask);
    return answer;
  };

const rawOf = ({ raw }: Ask): string => Buffer.from(raw).toString('utf8');

/** What may be odd about a call, by the dimension in which it is. */
const hasQuoteInQuery: When = ({ query }) => [...query].flat().some((value) => value.endsWith("'"));
const hasWordsForTime: When = (ask) => headerOf(ask, 'request-time') === 'now';
const hasQuotedConsent: When = (ask) => headerOf(ask, 'consent').startsWith('"');

const amountOf = ({ body }: Ask): number => Number(field(body, 'amount') ?? Number.NaN);

const takeARupee = (ask: Ask): void => {
  const payer = senderOf(ask);
  if (payer !== undefined) payer.balance -= 100;
};

const list = (ask: Ask): void => {
  const id = ask.bank.nextBeneficiary++;
  const accountNumber = /"accountNo":"([^"]*)"/.exec(rawOf(ask))?.[1] ?? '';
  userInPath(ask)?.beneficiaries.set(id, { id, accountNumber, ifscCode: 'ZZZZ0000001', holderName: 'Testcase Other', active: false });
};

const activate = (ask: Ask): void => {
  const beneficiary = userInPath(ask)?.beneficiaries.get(Number(lastSegment(ask)));
  if (beneficiary !== undefined) beneficiary.active = true;
};

const activeAsAsked: Twist = (right) => async (ask) => {
  const answer = await right(ask);
  if (!on('OP-7')(ask) || field(ask.body, 'active') !== true || !succeeded(answer)) return answer;
  const newest = [...(userInPath(ask)?.beneficiaries.values() ?? [])].at(-1);
  if (newest !== undefined) newest.active = true;
  return answer;
};

/** An amount just below zero is paid the other way round. */
const paidBackwards: Twist = (right) => async (ask) => {
  const amount = amountOf(ask);
  if (!on('OP-9')(ask) || !isGood(ask) || !(amount > -1 && amount < 0)) return right(ask);
  const answer: Answer = await right(withBody(ask, (body) => ({ ...body, amount: -amount })));
  const transfer = ask.bank.invoices.get(invoiceIn(answer));
  const payer = payerOf(ask);
  if (transfer === undefined || payer === undefined) return answer;
  payer.balance += 2 * transfer.amount;
  transfer.amount = -transfer.amount;
  return answer;
};

/** What odd calls do behind an answer that says otherwise. */
export const fuzzEffectFaults = campaignTable([
  {
    id: 'charged-decimals',
    breaks: ['OP9-REFUSED-NOTHING-MOVED'],
    does: 'A transfer refused for a third decimal costs its fee.',
    operations: ['OP-9'],
    dimension: 'payload',
    twist: actingDespite('OP-9', (ask) => /\.\d{3}/.test(String(amountOf(ask))), takeARupee),
  },
  {
    id: 'charged-broken-json',
    breaks: ['OP9-REFUSED-NOTHING-MOVED'],
    does: 'A transfer with a trailing comma is answered with HTTP 400, and charged.',
    operations: ['OP-9'],
    dimension: 'json',
    twist: actingDespite('OP-9', (ask) => /,\s*\}$/.test(rawOf(ask)), takeARupee),
  },
  {
    id: 'charged-quote-in-query',
    breaks: ['OP9-REFUSED-NOTHING-MOVED'],
    does: 'A transfer refused for an apostrophe in its query is charged.',
    operations: ['OP-9'],
    dimension: 'address',
    twist: actingDespite('OP-9', hasQuoteInQuery, takeARupee),
  },
  {
    id: 'charged-words-for-time',
    breaks: ['OP9-REFUSED-NOTHING-MOVED'],
    does: 'A transfer refused for its request-time is charged.',
    operations: ['OP-9'],
    dimension: 'headers',
    twist: actingDespite('OP-9', hasWordsForTime, takeARupee),
  },
  {
    id: 'charged-quoted-consent',
    breaks: ['OP9-REFUSED-NOTHING-MOVED'],
    does: 'A transfer refused for a consent in quotes is charged.',
    operations: ['OP-9'],
    dimension: 'consent',
    twist: actingDespite('OP-9', hasQuotedConsent, takeARupee),
  },
  {
    id: 'listed-with-control',
    breaks: ['REFUSAL-NOTHING-CHANGED'],
    does: 'A name with a control is refused, and listed.',
    operations: ['OP-7'],
    dimension: 'payload',
    twist: actingDespite('OP-7', ({ body }) => textOf(field(body, 'name')).includes('\u0007'), list),
  },
  {
    id: 'listed-broken-json',
    breaks: ['REFUSAL-NOTHING-CHANGED'],
    does: 'A payload with letters behind it is answered with HTTP 400, and listed.',
    operations: ['OP-7'],
    dimension: 'json',
    twist: actingDespite('OP-7', (ask) => rawOf(ask).endsWith('}abc'), list),
  },
  {
    id: 'listed-quote-in-query',
    breaks: ['REFUSAL-NOTHING-CHANGED'],
    does: 'A beneficiary refused for an apostrophe in the query is listed.',
    operations: ['OP-7'],
    dimension: 'address',
    twist: actingDespite('OP-7', hasQuoteInQuery, list),
  },
  {
    id: 'listed-words-for-time',
    breaks: ['REFUSAL-NOTHING-CHANGED'],
    does: 'A beneficiary refused for the request-time is listed.',
    operations: ['OP-7'],
    dimension: 'headers',
    twist: actingDespite('OP-7', hasWordsForTime, list),
  },
  {
    id: 'listed-quoted-consent',
    breaks: ['REFUSAL-NOTHING-CHANGED'],
    does: 'A beneficiary refused for a consent in quotes is listed.',
    operations: ['OP-7'],
    dimension: 'consent',
    twist: actingDespite('OP-7', hasQuotedConsent, list),
  },
  {
    id: 'activated-text-for-boolean',
    breaks: ['REFUSAL-NOTHING-CHANGED'],
    does: 'The text true is refused, and activates.',
    operations: ['OP-13'],
    dimension: 'payload',
    twist: actingDespite('OP-13', ({ body }) => field(body, 'object') === 'true', activate),
  },
  {
    id: 'activated-upper-case-word',
    breaks: ['REFUSAL-NOTHING-CHANGED'],
    does: 'TRUE is answered with HTTP 400, and activates.',
    operations: ['OP-13'],
    dimension: 'json',
    twist: actingDespite('OP-13', (ask) => rawOf(ask).includes('TRUE'), activate),
  },
  {
    id: 'activated-quote-in-query',
    breaks: ['REFUSAL-NOTHING-CHANGED'],
    does: 'An activation refused for an apostrophe in the query is done.',
    operations: ['OP-13'],
    dimension: 'address',
    twist: actingDespite('OP-13', hasQuoteInQuery, activate),
  },
  {
    id: 'activated-words-for-time',
    breaks: ['REFUSAL-NOTHING-CHANGED'],
    does: 'An activation refused for the request-time is done.',
    operations: ['OP-13'],
    dimension: 'headers',
    twist: actingDespite('OP-13', hasWordsForTime, activate),
  },
  {
    id: 'name-listed-as-markup',
    warns: ['OP7-LISTED-AS-SENT'],
    does: 'OP-6 lists an apostrophe in a name as markup writes it.',
    operations: ['OP-7'],
    dimension: 'payload',
    twist: listedField('accountHolderName', (name) => textOf(name).replaceAll("'", '&#39;')),
  },
  {
    id: 'active-as-asked',
    breaks: ['FIELD-RESULT-NOT-CHOSEN'],
    does: 'A beneficiary whose payload says that it is active needs no activation.',
    operations: ['OP-7'],
    dimension: 'payload',
    twist: activeAsAsked,
  },
  {
    id: 'paid-backwards',
    breaks: ['OP9-NEGATIVE-AMOUNT'],
    does: 'An amount just below zero credits the sender.',
    operations: ['OP-9'],
    dimension: 'payload',
    twist: paidBackwards,
  },
]);
