import type { Fault } from '../../catalog.ts';
import { campaignTable, type Dimension } from './table.ts';
import { headerText, isWellFormed, lastSegment, findPayer, findSender, userInPath, withBody, readRawText } from '../../twists/requests.ts';
import type { ServiceResponse, ServiceRequest, Twist } from '../../http/exchange.ts';
import { field } from '../../http/json.ts';
import { on, succeeded, type When } from '../../twists/twists.ts';
import { asText } from '../../twists/results.ts';
import { changeListedField } from '../../twists/responses.ts';
import { issuedInvoice } from '../../twists/history.ts';

/** Acts on a call although the service refused it. */
const actDespiteRefusal =
  (operation: string, when: When, act: (request: ServiceRequest) => void): Twist =>
  (right) =>
  async (request) => {
    const response = await right(request);
    if (request.agent !== undefined && on(operation)(request) && when(request) && !succeeded(response)) act(request);
    return response;
  };

const hasQuoteInQuery: When = ({ query }) => [...query].flat().some((value) => value.endsWith("'"));
const hasWordsForTime: When = (request) => headerText(request, 'request-time') === 'now';
const hasQuotedConsent: When = (request) => headerText(request, 'consent').startsWith('"');

const rawAmount = ({ body }: ServiceRequest): number => Number(field(body, 'amount') ?? Number.NaN);

const takeARupee = (request: ServiceRequest): void => {
  const payer = findSender(request);
  if (payer !== undefined) payer.balance -= 100;
};

const listAnyway = (request: ServiceRequest): void => {
  const id = request.store.nextBeneficiary++;
  const accountNumber = /"accountNo":"([^"]*)"/.exec(readRawText(request))?.[1] ?? '';
  userInPath(request)?.beneficiaries.set(id, { id, accountNumber, ifscCode: 'ZZZZ0000001', holderName: 'Testcase Other', active: false });
};

const activateAnyway = (request: ServiceRequest): void => {
  const beneficiary = userInPath(request)?.beneficiaries.get(Number(lastSegment(request)));
  if (beneficiary !== undefined) beneficiary.active = true;
};

const activateTruthy: Twist = (right) => async (request) => {
  const response = await right(request);
  if (!on('OP-7')(request) || field(request.body, 'active') !== true || !succeeded(response)) return response;
  const newest = [...(userInPath(request)?.beneficiaries.values() ?? [])].at(-1);
  if (newest !== undefined) newest.active = true;
  return response;
};

/** For an amount just below zero, pays the positive amount and then reverses it. */
const creditNegative: Twist = (right) => async (request) => {
  const amount = rawAmount(request);
  if (!on('OP-9')(request) || !isWellFormed(request) || !(amount > -1 && amount < 0)) return right(request);
  const response: ServiceResponse = await right(withBody(request, (body) => ({ ...body, amount: -amount })));
  const transfer = request.store.invoices.get(issuedInvoice(response));
  const payer = findPayer(request);
  if (transfer === undefined || payer === undefined) return response;
  payer.balance += 2 * transfer.amount;
  transfer.amount = -transfer.amount;
  return response;
};

interface EffectRow {
  id: string;
  does: string;
  dimension: Dimension;
  when: When;
}

const refusedWithEffect = (
  prefix: string,
  clause: string,
  operation: string,
  act: (request: ServiceRequest) => void,
  rows: EffectRow[],
): Fault[] =>
  campaignTable(
    rows.map(({ id, when, ...row }) => ({
      ...row,
      id: `${prefix}-${id}`,
      breaks: [clause],
      on: [operation],
      twist: actDespiteRefusal(operation, when, act),
    })),
  );

const chargedFaults = refusedWithEffect('charged', 'OP9-REFUSED-NOTHING-MOVED', 'OP-9', takeARupee, [
  {
    id: 'decimals',
    does: 'A transfer refused for a third decimal costs its fee.',
    dimension: 'payload',
    when: (request) => /\.\d{3}/.test(String(rawAmount(request))),
  },
  {
    id: 'broken-json',
    does: 'A transfer with a trailing comma is answered with HTTP 400, and charged.',
    dimension: 'json',
    when: (request) => /,\s*\}$/.test(readRawText(request)),
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

const listedFaults = refusedWithEffect('listed', 'REFUSAL-NOTHING-CHANGED', 'OP-7', listAnyway, [
  {
    id: 'with-control',
    does: 'A name with a control is refused, and listed.',
    dimension: 'payload',
    when: ({ body }) => asText(field(body, 'name')).includes('\u0007'),
  },
  {
    id: 'broken-json',
    does: 'A payload with letters behind it is answered with HTTP 400, and listed.',
    dimension: 'json',
    when: (request) => readRawText(request).endsWith('}abc'),
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

const activatedFaults = refusedWithEffect('activated', 'REFUSAL-NOTHING-CHANGED', 'OP-13', activateAnyway, [
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
    when: (request) => readRawText(request).includes('TRUE'),
  },
  {
    id: 'quote-in-query',
    does: 'An activation refused for an apostrophe in the query is done.',
    dimension: 'address',
    when: hasQuoteInQuery,
  },
  { id: 'words-for-time', does: 'An activation refused for the request-time is done.', dimension: 'headers', when: hasWordsForTime },
]);

const servedFaults = campaignTable([
  {
    id: 'name-listed-as-markup',
    warns: ['OP7-LISTED-AS-SENT'],
    does: 'OP-6 lists an apostrophe in a name as markup writes it.',
    on: ['OP-7'],
    dimension: 'payload',
    twist: changeListedField('accountHolderName', (name) => asText(name).replaceAll("'", '&#39;')),
  },
  {
    id: 'active-as-asked',
    breaks: ['FIELD-RESULT-NOT-CHOSEN'],
    does: 'A beneficiary whose payload says that it is active needs no activation.',
    on: ['OP-7'],
    dimension: 'payload',
    twist: activateTruthy,
  },
  {
    id: 'paid-backwards',
    breaks: ['OP9-NEGATIVE-AMOUNT'],
    does: 'An amount just below zero credits the sender.',
    on: ['OP-9'],
    dimension: 'payload',
    twist: creditNegative,
  },
]);

export const campaignEffectFaults: Fault[] = [...chargedFaults, ...listedFaults, ...activatedFaults, ...servedFaults];
