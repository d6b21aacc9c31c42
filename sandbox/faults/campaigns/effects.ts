import { headerOf, isGood, lastSegment, payerOf, senderOf, userInPath, withBody } from '../../twists/requests.ts';
import type { Fault } from '../../catalog.ts';
import type { Answer, Ask, Twist } from '../../http/exchange.ts';
import { field } from '../../http/json.ts';
import { on, succeeded, type When } from '../../twists/twists.ts';
import { textOf } from '../../twists/results.ts';
import { listedField } from '../../twists/responses.ts';
import { chapters } from '../../twists/campaigns.ts';
import { invoiceIn } from '../../twists/history.ts';

/** Does something about a call all the same when it is refused. */
const inSpite =
  (when: When, act: (ask: Ask) => void): Twist =>
  (right) =>
  async (ask) => {
    const answer = await right(ask);
    if (ask.agent !== undefined && when(ask) && !succeeded(answer)) act(ask);
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

const charging = (id: string, story: string, dimension: string, when: When): Fault => ({
  id: `fuzz-charged-${id}`,
  story,
  breaks: ['OP9-REFUSED-NOTHING-MOVED'],
  fuzz: { chapters: chapters('OP9-REFUSED-NOTHING-MOVED', dimension, 'OP-9') },
  twist: inSpite((ask) => on('OP-9')(ask) && when(ask), takeARupee),
});

const list = (ask: Ask): void => {
  const id = ask.bank.nextBeneficiary++;
  const accountNumber = /"accountNo":"([^"]*)"/.exec(rawOf(ask))?.[1] ?? '';
  userInPath(ask)?.beneficiaries.set(id, { id, accountNumber, ifscCode: 'ZZZZ0000001', holderName: 'Testcase Other', active: false });
};

const activate = (ask: Ask): void => {
  const beneficiary = userInPath(ask)?.beneficiaries.get(Number(lastSegment(ask)));
  if (beneficiary !== undefined) beneficiary.active = true;
};

const changing = (id: string, story: string, dimension: string, operation: 'OP-7' | 'OP-13', when: When): Fault => ({
  id: `fuzz-${operation === 'OP-7' ? 'listed' : 'activated'}-${id}`,
  story,
  breaks: ['REFUSAL-NOTHING-CHANGED'],
  fuzz: { chapters: chapters('REFUSAL-NOTHING-CHANGED', dimension, operation) },
  twist: inSpite((ask) => on(operation)(ask) && when(ask), operation === 'OP-7' ? list : activate),
});

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
export const fuzzEffectFaults: Fault[] = [
  charging('decimals', 'A transfer refused for a third decimal costs its fee.', 'payload', (ask) => /\.\d{3}/.test(String(amountOf(ask)))),
  charging('broken-json', 'A transfer with a trailing comma is answered with HTTP 400, and charged.', 'json', (ask) =>
    /,\s*\}$/.test(rawOf(ask)),
  ),
  charging('quote-in-query', 'A transfer refused for an apostrophe in its query is charged.', 'address', hasQuoteInQuery),
  charging('words-for-time', 'A transfer refused for its request-time is charged.', 'headers', hasWordsForTime),
  charging('quoted-consent', 'A transfer refused for a consent in quotes is charged.', 'consent', hasQuotedConsent),
  changing('with-control', 'A name with a control is refused, and listed.', 'payload', 'OP-7', ({ body }) =>
    textOf(field(body, 'name')).includes('\u0007'),
  ),
  changing('broken-json', 'A payload with letters behind it is answered with HTTP 400, and listed.', 'json', 'OP-7', (ask) =>
    rawOf(ask).endsWith('}abc'),
  ),
  changing('quote-in-query', 'A beneficiary refused for an apostrophe in the query is listed.', 'address', 'OP-7', hasQuoteInQuery),
  changing('words-for-time', 'A beneficiary refused for the request-time is listed.', 'headers', 'OP-7', hasWordsForTime),
  changing('quoted-consent', 'A beneficiary refused for a consent in quotes is listed.', 'consent', 'OP-7', hasQuotedConsent),
  changing(
    'text-for-boolean',
    'The text true is refused, and activates.',
    'payload',
    'OP-13',
    ({ body }) => field(body, 'object') === 'true',
  ),
  changing('upper-case-word', 'TRUE is answered with HTTP 400, and activates.', 'json', 'OP-13', (ask) => rawOf(ask).includes('TRUE')),
  changing('quote-in-query', 'An activation refused for an apostrophe in the query is done.', 'address', 'OP-13', hasQuoteInQuery),
  changing('words-for-time', 'An activation refused for the request-time is done.', 'headers', 'OP-13', hasWordsForTime),
  {
    id: 'fuzz-name-listed-as-markup',
    story: 'OP-6 lists an apostrophe in a name as markup writes it.',
    breaks: [],
    warns: ['OP7-LISTED-AS-SENT'],
    fuzz: { chapters: chapters('OP7-LISTED-AS-SENT', 'payload', 'OP-7') },
    twist: listedField('accountHolderName', (name) => textOf(name).replaceAll("'", '&#39;')),
  },
  {
    id: 'fuzz-active-as-asked',
    story: 'A beneficiary whose payload says that it is active needs no activation.',
    breaks: ['FIELD-RESULT-NOT-CHOSEN'],
    fuzz: { chapters: chapters('FIELD-RESULT-NOT-CHOSEN', 'payload', 'OP-7') },
    twist: activeAsAsked,
  },
  {
    id: 'fuzz-paid-backwards',
    story: 'An amount just below zero credits the sender.',
    breaks: ['OP9-NEGATIVE-AMOUNT'],
    fuzz: { chapters: chapters('OP9-NEGATIVE-AMOUNT', 'payload', 'OP-9') },
    twist: paidBackwards,
  },
];
