import { crashTable } from './crashes.ts';
import { campaignTable, type Dimension } from './table.ts';
import { headerText, lastSegment } from '../../twists/requests.ts';
import type { Fault } from '../../catalog.ts';
import type { ServiceRequest } from '../../http/exchange.ts';
import { on, onWire, type When, allOperations } from '../../twists/twists.ts';

const operationsWithoutEffect = ['OP-1', 'OP-2', 'OP-5', 'OP-6', 'OP-8', 'OP-10', 'OP-11', 'OP-14', 'OP-15'];

const queryValues = ({ query }: ServiceRequest): string[] => [...query].flat();

const longestHeader = ({ headers }: ServiceRequest): number => Math.max(...Object.values(headers).map((value) => String(value).length));

const crashFaults: Fault[] = [
  ...crashTable('address', [
    {
      id: 'escaped-nul',
      does: 'An escaped NUL in an address answers 500.',
      on: allOperations,
      when: (request) => request.path.includes('%00') || queryValues(request).some((value) => value.includes('\u0000')),
    },
    {
      id: 'long-number',
      does: 'An invoice of more digits than a long holds answers 500.',
      on: ['OP-11'],
      when: (request) => /^\d{20,}$/.test(lastSegment(request)),
    },
    {
      id: 'apostrophe-in-query',
      does: 'An apostrophe in the query answers 500.',
      on: ['OP-5'],
      when: (request) => queryValues(request).some((value) => value.endsWith("'")),
    },
    { id: 'broken-percent', does: 'A broken escape in the path answers 500.', on: ['OP-1'], when: ({ path }) => path.includes('%zz') },
    {
      id: 'query-twice',
      does: 'A parameter sent twice answers 500.',
      on: ['OP-14'],
      when: ({ query }) => query.getAll('sessionId').length > 1,
    },
    {
      id: 'case-of-user-type',
      does: 'A user type in upper case answers 500.',
      on: ['OP-4'],
      when: ({ path }) => path.includes('/CUSTOMER/'),
    },
    {
      id: 'no-utf-8-in-path',
      does: 'Bytes in the path that are no UTF-8 answer 500.',
      on: ['OP-10'],
      when: ({ path }) => /%ff/i.test(path),
    },
  ]),
  ...crashTable('headers', [
    { id: 'huge-header', does: 'A huge header answers 500.', on: allOperations, when: (request) => longestHeader(request) > 12_000 },
    {
      id: 'request-time',
      does: 'A request-time no long holds answers 500.',
      on: ['OP-15'],
      when: (request) => headerText(request, 'request-time').length > 18,
    },
    {
      id: 'unknown-charset',
      does: 'An unknown charset answers 500.',
      on: ['OP-3'],
      when: (request) => headerText(request, 'content-type').includes('bogus'),
    },
    {
      id: 'accept-xml',
      does: 'Somebody who accepts XML alone is answered with 500.',
      on: ['OP-8'],
      when: (request) => headerText(request, 'accept') === 'application/xml',
    },
    { id: 'odd-range', does: 'A broken range answers 500.', on: ['OP-2'], when: (request) => headerText(request, 'range') === 'bytes=-' },
  ]),
  ...crashTable('bytes', [
    {
      id: 'chunks',
      does: 'A body in chunks answers 500.',
      on: ['OP-2', 'OP-8'],
      when: (request) => headerText(request, 'transfer-encoding') !== '',
    },
  ]),
];

const UNANSWERED: [id: string, does: string, dimension: Dimension, when: When][] = [
  [
    'long-query-unanswered',
    'A long query is never answered.',
    'address',
    (request) => queryValues(request).some((value) => value.length > 5000),
  ],
  [
    'odd-header-unanswered',
    'A header beyond ASCII is never answered.',
    'headers',
    (request) => /[^ -~]/.test(headerText(request, 'x-fuzz')),
  ],
];

/** The service hangs up instead of answering. */
const unansweredFaults = campaignTable(
  UNANSWERED.map(([id, does, dimension, when]) => ({
    id,
    breaks: ['HTTP-ANSWERED'],
    does,
    on: operationsWithoutEffect,
    dimension,
    twist: onWire((request) => on(...operationsWithoutEffect)(request) && request.agent !== undefined && when(request), { kind: 'reset' }),
  })),
);

export const campaignAddressAndHeaderFaults: Fault[] = [...crashFaults, ...unansweredFaults];
