import type { Fault } from '../../catalog.ts';
import { campaignTable, type Dimension } from './table.ts';
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

interface EffectRow {
  id: string;
  does: string;
  dimension: Dimension;
  when: When;
}

const refusedWithEffect = (prefix: string, clause: string, operation: string, act: (ask: Ask) => void, rows: EffectRow[]): Fault[] =>
  campaignTable(
    rows.map(({ id, when, ...row }) => ({
      ...row,
      id: `${prefix}-${id}`,
      breaks: [clause],
      on: [operation],
      twist: actingDespite(operation, when, act),
    })),
  );

const charged = refusedWithEffect('charged', 'OP9-REFUSED-NOTHING-MOVED', 'OP-9', takeARupee, [
  {
    id: 'decimals',
    does: 'A transfer refused for a third decimal costs its fee.',
    dimension: 'payload',
    when: (ask) => /\.\d{3}/.test(String(amountOf(ask))),
  },
  {
    id: 'broken-json',
    does: 'A transfer with a trailing comma is answered with HTTP 400, and charged.',
    dimension: 'json',
    when: (ask) => /,\s*\}$/.test(rawOf(ask)),
  },
  {
    id: 'quote-in-query',
    does: 'A transfer refused for an apostrophe in its query is charged.',
    dimension: 'address',
    when: hasQuoteInQuery,
  },
  { id: 'words-for-time', does: 'A transfer refused for its request-time is charged.', dimension: 'headers', when: hasWordsForTime },
  { id: 'quoted-consent', does: 'A transfer refused for a consent in quotes is charged.', dimension: 'consent', when: hasQuotedConsent },
]);

const listed = refusedWithEffect('listed', 'REFUSAL-NOTHING-CHANGED', 'OP-7', list, [
  {
    id: 'with-control',
    does: 'A name with a control is refused, and listed.',
    dimension: 'payload',
    when: ({ body }) => textOf(field(body, 'name')).includes('\u0007'),
  },
  {
    id: 'broken-json',
    does: 'A payload with letters behind it is answered with HTTP 400, and listed.',
    dimension: 'json',
    when: (ask) => rawOf(ask).endsWith('}abc'),
  },
  {
    id: 'quote-in-query',
    does: 'A beneficiary refused for an apostrophe in the query is listed.',
    dimension: 'address',
    when: hasQuoteInQuery,
  },
  { id: 'words-for-time', does: 'A beneficiary refused for the request-time is listed.', dimension: 'headers', when: hasWordsForTime },
  { id: 'quoted-consent', does: 'A beneficiary refused for a consent in quotes is listed.', dimension: 'consent', when: hasQuotedConsent },
]);

const activated = refusedWithEffect('activated', 'REFUSAL-NOTHING-CHANGED', 'OP-13', activate, [
  {
    id: 'text-for-boolean',
    does: 'The text true is refused, and activates.',
    dimension: 'payload',
    when: ({ body }) => field(body, 'object') === 'true',
  },
  {
    id: 'upper-case-word',
    does: 'TRUE is answered with HTTP 400, and activates.',
    dimension: 'json',
    when: (ask) => rawOf(ask).includes('TRUE'),
  },
  {
    id: 'quote-in-query',
    does: 'An activation refused for an apostrophe in the query is done.',
    dimension: 'address',
    when: hasQuoteInQuery,
  },
  { id: 'words-for-time', does: 'An activation refused for the request-time is done.', dimension: 'headers', when: hasWordsForTime },
]);

const served = campaignTable([
  {
    id: 'name-listed-as-markup',
    warns: ['OP7-LISTED-AS-SENT'],
    does: 'OP-6 lists an apostrophe in a name as markup writes it.',
    on: ['OP-7'],
    dimension: 'payload',
    twist: listedField('accountHolderName', (name) => textOf(name).replaceAll("'", '&#39;')),
  },
  {
    id: 'active-as-asked',
    breaks: ['FIELD-RESULT-NOT-CHOSEN'],
    does: 'A beneficiary whose payload says that it is active needs no activation.',
    on: ['OP-7'],
    dimension: 'payload',
    twist: activeAsAsked,
  },
  {
    id: 'paid-backwards',
    breaks: ['OP9-NEGATIVE-AMOUNT'],
    does: 'An amount just below zero credits the sender.',
    on: ['OP-9'],
    dimension: 'payload',
    twist: paidBackwards,
  },
]);

/** What odd calls do behind an answer that says otherwise. */
export const fuzzEffectFaults: Fault[] = [...charged, ...listed, ...activated, ...served];
