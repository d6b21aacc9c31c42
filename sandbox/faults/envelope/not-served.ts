import { faultTable } from '../table.ts';
import { plain } from '../../http/responses.ts';
import type { Twist } from '../../http/exchange.ts';
import { field, isObject } from '../../http/json.ts';
import { answering, asking, business, instead, on, onPath, overTheWire, resultOf, succeeded } from '../../twists/twists.ts';
import { withBody } from '../../twists/results.ts';
import { envelopeOf, html, ofSecondCustomer, serverError } from '../../twists/responses.ts';

const operations = Array.from({ length: 16 }, (_, at) => `OP-${at + 1}`);

const served = (operation: string): string => `${operation.replace('-', '')}-SERVED`;

/** From the second invoice that is done on. */
const forgettingInvoices: Twist = (right) => {
  let done = 0;
  return async (ask) => {
    const answer = await right(ask);
    if (!on('OP-11')(ask) || field(resultOf(answer), 'status') !== 'COMPLETED') return answer;
    done += 1;
    return done > 1 ? envelopeOf(4040, 'invoice.not.found') : answer;
  };
};

/** Nothing is there behind the login. */
const missing = faultTable(
  {},
  operations.map((operation) => ({
    breaks: [served(operation)],
    does: `${operation} is HTTP 404 behind the login.`,
    twist: instead(
      (ask) => onPath(operation)(ask) && ask.agent !== undefined,
      (ask) => plain(ask, 404),
    ),
  })),
);

/** Served for so many times, and then refused outright. */
const refusedLater =
  (operation: string, times: number, status: number): Twist =>
  (right) => {
    let done = 0;
    return async (ask) => {
      const answer = await right(ask);
      if (!on(operation)(ask) || !succeeded(answer)) return answer;
      done += 1;
      return done > times ? plain(ask, status) : answer;
    };
  };

const LATER: [operation: string, times: number, status: number][] = [
  ['OP-6', 3, 400],
  ['OP-8', 3, 404],
  ['OP-14', 3, 405],
];

const later = faultTable(
  {},
  LATER.map(([operation, times, status]) => ({
    breaks: [served(operation)],
    does: `${operation} is HTTP ${status} once it was served ${times} times.`,
    twist: refusedLater(operation, times, status),
  })),
);

/** Documented operations that are not there, or only under another name, and tokens that open nothing. */
export const servedFaults = [
  ...missing,
  ...later,
  ...faultTable({ breaks: ['OP5-SERVED'] }, [
    { does: 'OP-5 is HTTP 405.', twist: answering(on('OP-5'), (answer, ask) => (succeeded(answer) ? plain(ask, 405) : answer)) },
    { does: 'OP-5 is a server error.', twist: answering(on('OP-5'), (answer) => (succeeded(answer) ? serverError : answer)) },
    { does: 'OP-5 fails at the gateway each time.', twist: answering(on('OP-5'), (answer) => (succeeded(answer) ? html(502) : answer)) },
    { does: 'The second customer has no OP-5.', twist: instead(ofSecondCustomer('OP-5'), (ask) => plain(ask, 404)) },
  ]),
  ...faultTable({}, [
    {
      breaks: ['OP8-SERVED'],
      does: 'OP-8 is HTTP 415.',
      twist: answering(on('OP-8'), (answer, ask) => (succeeded(answer) ? plain(ask, 415) : answer)),
    },
    {
      breaks: ['OP9-SERVED'],
      does: 'OP-9 is HTTP 400.',
      twist: answering(on('OP-9'), (answer, ask) => (succeeded(answer) ? plain(ask, 400) : answer)),
    },
    {
      breaks: ['OP7-SERVED', 'CODE-ONLY-WITH-200'],
      does: 'OP-7 succeeds with HTTP 201.',
      twist: answering(on('OP-7'), (answer) => (succeeded(answer) ? { ...answer, status: 201 } : answer)),
    },
    {
      breaks: ['OP9-SERVED'],
      does: 'OP-9 is a server error.',
      twist: answering(on('OP-9'), (answer) => (succeeded(answer) ? serverError : answer)),
    },
    {
      breaks: ['OP11-SERVED'],
      does: 'OP-11 is cut each time.',
      twist: overTheWire((ask) => on('OP-11')(ask) && ask.agent !== undefined, { kind: 'truncate', bytes: 10 }),
    },
    {
      id: 'op15-busy-each-time',
      breaks: ['OP15-SERVED'],
      does: 'OP-15 alone is answered with 503 and asks us to come back at once, each time.',
      twist: answering(on('OP-15'), (answer) => (succeeded(answer) ? { ...html(503), headers: { 'retry-after': '0' } } : answer)),
    },
    {
      id: 'invoices-forgotten',
      breaks: ['OP11-SERVED'],
      does: 'Invoices are forgotten from the second that is done on, and tags are not: no reset of the data.',
      twist: forgettingInvoices,
    },
    {
      breaks: ['ENVELOPE-BODY'],
      does: 'OP-1 is an HTML page each time.',
      twist: answering(on('OP-1'), (answer) => (succeeded(answer) ? html(200) : answer)),
    },
    { breaks: ['AUTH-TOKEN-ACCEPTED'], does: 'A fresh token opens nothing.', twist: instead(business, (ask) => plain(ask, 401)) },
    {
      breaks: ['TOKEN-ACCESS-TOKEN'],
      does: 'The token answer has no access_token.',
      twist: answering(on('TOKEN'), (answer) => withBody(answer, { token: 'artificial' })),
    },
    {
      breaks: ['TOKEN-ACCESS-TOKEN'],
      does: 'The token answer is empty.',
      twist: instead(on('TOKEN'), () => ({ status: 200, headers: {} })),
    },
    { breaks: ['TOKEN-SERVED'], does: 'The documented token request is HTTP 415.', twist: instead(on('TOKEN'), (ask) => plain(ask, 415)) },
    {
      breaks: ['OP2-SERVED'],
      does: 'OP-2 succeeds with 4001.',
      twist: answering(on('OP-2'), (answer) => (succeeded(answer) ? envelopeOf(4001, 'not.allowed') : answer)),
    },
    {
      breaks: ['OP13-SERVED'],
      does: 'OP-13 succeeds with 4001.',
      twist: answering(on('OP-13'), (answer) => (succeeded(answer) ? envelopeOf(4001, 'not.allowed') : answer)),
    },
    {
      id: 'account-field-renamed',
      breaks: ['OP7-SERVED'],
      does: 'OP-7 wants accountNumber instead of accountNo.',
      twist: asking(on('OP-7'), (ask) =>
        isObject(ask.body) ? { ...ask, body: { ...ask.body, accountNo: ask.body['accountNumber'] ?? null } } : ask,
      ),
    },
  ]),
];
