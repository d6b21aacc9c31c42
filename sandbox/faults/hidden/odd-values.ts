import { field } from '../../http/json.ts';
import type { Twist } from '../../http/exchange.ts';
import { bodyText, isWellFormed, readRawText, withBody } from '../../twists/requests.ts';
import { changeRequest, on } from '../../twists/twists.ts';
import { changeListedField } from '../../twists/responses.ts';
import { asText } from '../../twists/results.ts';
import { crashTable } from '../campaigns/crashes.ts';
import { campaignTable } from '../campaigns/table.ts';
import { faultTable } from '../table.ts';

const rawAmount = (raw: string): string => /"amount":\s*(-?[\d.eE+]+)/.exec(raw)?.[1] ?? '';
const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

const crashFaults = crashTable('payload', [
  {
    id: 'three-decimals',
    does: 'Three decimals answer 500.',
    on: ['OP-9'],
    when: (request) => /\.\d{3,}/.test(rawAmount(readRawText(request))),
  },
  {
    id: 'amount-of-sixteen-digits',
    does: 'An amount of 1e15 answers 500.',
    on: ['OP-9'],
    when: ({ body }) => Number(field(body, 'amount')) >= 1e15,
  },
  {
    id: 'correlation-id-in-capitals',
    does: 'A correlationId with capitals answers 500.',
    on: ['OP-9'],
    when: (request) => /[A-Z]/.test(bodyText(request, 'correlationId')),
  },
  {
    id: 'correlation-id-beyond-255',
    does: 'A correlationId beyond 255 characters answers 500.',
    on: ['OP-9'],
    when: (request) => bodyText(request, 'correlationId').length > 255,
  },
  {
    id: 'correlation-id-not-ascii',
    does: 'A correlationId that is not ASCII answers 500.',
    on: ['OP-9'],
    when: (request) => !isAscii(bodyText(request, 'correlationId')),
  },
  {
    id: 'name-in-another-script',
    does: 'A name in another script answers 500.',
    on: ['OP-7'],
    when: (request) => !isAscii(bodyText(request, 'name')),
  },
  {
    id: 'person-in-another-script',
    does: 'A person with a name in another script answers 500.',
    on: ['OP-16'],
    when: (request) => !isAscii(bodyText(request, 'name')),
  },
  {
    id: 'mobile-with-a-sign',
    does: 'A negative mobile answers 500.',
    on: ['OP-3'],
    when: ({ body }) => Number(field(body, 'object')) < 0,
  },
]);

/** Stores a payload field in another way than it was sent. */
const storedAs = (operation: string, name: string, change: (sent: string) => string): Twist =>
  changeRequest(
    (request) => on(operation)(request) && isWellFormed(request) && change(bodyText(request, name)) !== bodyText(request, name),
    (request) => withBody(request, (body) => ({ ...body, [name]: change(bodyText(request, name)) })),
  );

const changedFaults = campaignTable([
  {
    id: 'name-loses-its-letters',
    warns: ['OP7-LISTED-AS-SENT'],
    does: 'OP-6 lists a question mark for every letter of another script.',
    on: ['OP-7'],
    dimension: 'payload',
    twist: changeListedField('accountHolderName', (name) => asText(name).replaceAll(/[^\x20-\x7e]/g, '?')),
  },
  {
    id: 'name-loses-its-apostrophe',
    warns: ['OP7-LISTED-AS-SENT'],
    does: 'OP-7 stores a name without its apostrophe.',
    on: ['OP-7'],
    dimension: 'payload',
    twist: storedAs('OP-7', 'name', (name) => name.replaceAll("'", '')),
  },
]);

/** No campaign is needed: a caller may always choose letters. */
const plainFaults = faultTable({ prefix: 'odd-' }, [
  {
    breaks: ['OP10-SERVED'],
    does: 'OP-9 stores a correlationId in small letters, and OP-10 does not find it.',
    twist: storedAs('OP-9', 'correlationId', (id) => id.toLowerCase()),
  },
]);

export const oddValueFaults = [...crashFaults, ...changedFaults, ...plainFaults];
