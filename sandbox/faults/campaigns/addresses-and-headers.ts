import { headerOf, lastSegment } from '../../twists/requests.ts';
import type { Fault } from '../../catalog.ts';
import type { Ask } from '../../http/exchange.ts';
import { on, overTheWire } from '../../twists/twists.ts';
import { chapters, crash } from '../../twists/campaigns.ts';

const all = Array.from({ length: 16 }, (_, at) => `OP-${at + 1}`);
const withoutEffect = ['OP-1', 'OP-2', 'OP-5', 'OP-6', 'OP-8', 'OP-10', 'OP-11', 'OP-14', 'OP-15'];

const queryValues = ({ query }: Ask): string[] => [...query].flat();

const longestHeader = ({ headers }: Ask): number => Math.max(...Object.values(headers).map((value) => String(value).length));

/** Hangs up on somebody instead of answering. */
const silent = (id: string, story: string, dimension: string, when: (ask: Ask) => boolean): Fault => ({
  id: `fuzz-${id}`,
  story,
  breaks: ['HTTP-ANSWERED'],
  fuzz: { chapters: chapters('HTTP-ANSWERED', dimension, ...withoutEffect) },
  twist: overTheWire((ask) => on(...withoutEffect)(ask) && ask.agent !== undefined && when(ask), { kind: 'reset' }),
});

/** Addresses and headers that only somebody who tries many finds to be mistreated. */
export const fuzzAddressFaults: Fault[] = [
  crash(
    'escaped-nul',
    'An escaped NUL in an address answers 500.',
    all,
    (ask) => ask.path.includes('%00') || queryValues(ask).some((value) => value.includes('\u0000')),
    'address',
  ),
  crash(
    'long-number',
    'An invoice of more digits than a long holds answers 500.',
    ['OP-11'],
    (ask) => /^\d{20,}$/.test(lastSegment(ask)),
    'address',
  ),
  crash(
    'apostrophe-in-query',
    'An apostrophe in the query answers 500.',
    ['OP-5'],
    (ask) => queryValues(ask).some((value) => value.endsWith("'")),
    'address',
  ),
  crash('broken-percent', 'A broken escape in the path answers 500.', ['OP-1'], ({ path }) => path.includes('%zz'), 'address'),
  crash('query-twice', 'A parameter sent twice answers 500.', ['OP-14'], ({ query }) => query.getAll('sessionId').length > 1, 'address'),
  crash('case-of-user-type', 'A user type in upper case answers 500.', ['OP-4'], ({ path }) => path.includes('/CUSTOMER/'), 'address'),
  crash('no-utf-8-in-path', 'Bytes in the path that are no UTF-8 answer 500.', ['OP-10'], ({ path }) => /%ff/i.test(path), 'address'),
  crash('huge-header', 'A huge header answers 500.', all, (ask) => longestHeader(ask) > 12_000, 'headers'),
  crash(
    'request-time',
    'A request-time no long holds answers 500.',
    ['OP-15'],
    (ask) => headerOf(ask, 'request-time').length > 18,
    'headers',
  ),
  crash(
    'unknown-charset',
    'An unknown charset answers 500.',
    ['OP-3'],
    (ask) => headerOf(ask, 'content-type').includes('bogus'),
    'headers',
  ),
  crash(
    'accept-xml',
    'Somebody who accepts XML alone is answered with 500.',
    ['OP-8'],
    (ask) => headerOf(ask, 'accept') === 'application/xml',
    'headers',
  ),
  crash('odd-range', 'A broken range answers 500.', ['OP-2'], (ask) => headerOf(ask, 'range') === 'bytes=-', 'headers'),
  crash('chunks', 'A body in chunks answers 500.', ['OP-2', 'OP-8'], (ask) => headerOf(ask, 'transfer-encoding') !== '', 'bytes'),
  silent('long-query-unanswered', 'A long query is never answered.', 'address', (ask) =>
    queryValues(ask).some((value) => value.length > 5000),
  ),
  silent('odd-header-unanswered', 'A header beyond ASCII is never answered.', 'headers', (ask) => /[^ -~]/.test(headerOf(ask, 'x-fuzz'))),
];
