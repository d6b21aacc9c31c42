import { idOf, type Fault } from '../../catalog.ts';
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
const missing: Fault[] = operations.map((operation) => {
  const story = `${operation} is HTTP 404 behind the login.`;
  return {
    id: idOf(story),
    story,
    breaks: [served(operation)],
    twist: instead(
      (ask) => onPath(operation)(ask) && ask.agent !== undefined,
      (ask) => plain(ask, 404),
    ),
  };
});

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

const later = (operation: string, times: number, status: number): Fault => {
  const story = `${operation} is HTTP ${status} once it was served ${times} times.`;
  return { id: idOf(story), story, breaks: [served(operation)], twist: refusedLater(operation, times, status) };
};

/** Documented operations that are not there, or only under another name, and tokens that open nothing. */
export const servedFaults: Fault[] = [
  ...missing,
  later('OP-6', 3, 400),
  later('OP-8', 3, 404),
  later('OP-14', 3, 405),
  {
    id: 'op5-is-http-405',
    story: 'OP-5 is HTTP 405.',
    breaks: ['OP5-SERVED'],
    twist: answering(on('OP-5'), (answer, ask) => (succeeded(answer) ? plain(ask, 405) : answer)),
  },
  {
    id: 'op8-is-http-415',
    story: 'OP-8 is HTTP 415.',
    breaks: ['OP8-SERVED'],
    twist: answering(on('OP-8'), (answer, ask) => (succeeded(answer) ? plain(ask, 415) : answer)),
  },
  {
    id: 'op9-is-http-400',
    story: 'OP-9 is HTTP 400.',
    breaks: ['OP9-SERVED'],
    twist: answering(on('OP-9'), (answer, ask) => (succeeded(answer) ? plain(ask, 400) : answer)),
  },
  {
    id: 'op7-succeeds-with-http-201',
    story: 'OP-7 succeeds with HTTP 201.',
    breaks: ['OP7-SERVED', 'CODE-ONLY-WITH-200'],
    twist: answering(on('OP-7'), (answer) => (succeeded(answer) ? { ...answer, status: 201 } : answer)),
  },
  {
    id: 'op5-is-a-server-error',
    story: 'OP-5 is a server error.',
    breaks: ['OP5-SERVED'],
    twist: answering(on('OP-5'), (answer) => (succeeded(answer) ? serverError : answer)),
  },
  {
    id: 'op9-is-a-server-error',
    story: 'OP-9 is a server error.',
    breaks: ['OP9-SERVED'],
    twist: answering(on('OP-9'), (answer) => (succeeded(answer) ? serverError : answer)),
  },
  {
    id: 'op5-fails-at-the-gateway-each-time',
    story: 'OP-5 fails at the gateway each time.',
    breaks: ['OP5-SERVED'],
    twist: answering(on('OP-5'), (answer) => (succeeded(answer) ? html(502) : answer)),
  },
  {
    id: 'op11-is-cut-each-time',
    story: 'OP-11 is cut each time.',
    breaks: ['OP11-SERVED'],
    twist: overTheWire((ask) => on('OP-11')(ask) && ask.agent !== undefined, { kind: 'truncate', bytes: 10 }),
  },
  {
    id: 'op15-busy-each-time',
    story: 'OP-15 alone is answered with 503 and asks us to come back at once, each time.',
    breaks: ['OP15-SERVED'],
    twist: answering(on('OP-15'), (answer) => (succeeded(answer) ? { ...html(503), headers: { 'retry-after': '0' } } : answer)),
  },
  {
    id: 'invoices-forgotten',
    story: 'Invoices are forgotten from the second that is done on, and tags are not: no reset of the data.',
    breaks: ['OP11-SERVED'],
    twist: forgettingInvoices,
  },
  {
    id: 'op1-is-an-html-page-each-time',
    story: 'OP-1 is an HTML page each time.',
    breaks: ['ENVELOPE-BODY'],
    twist: answering(on('OP-1'), (answer) => (succeeded(answer) ? html(200) : answer)),
  },
  {
    id: 'the-second-customer-has-no-op5',
    story: 'The second customer has no OP-5.',
    breaks: ['OP5-SERVED'],
    twist: instead(ofSecondCustomer('OP-5'), (ask) => plain(ask, 404)),
  },
  {
    id: 'a-fresh-token-opens-nothing',
    story: 'A fresh token opens nothing.',
    breaks: ['AUTH-TOKEN-ACCEPTED'],
    twist: instead(business, (ask) => plain(ask, 401)),
  },
  {
    id: 'the-token-answer-has-no-access-token',
    story: 'The token answer has no access_token.',
    breaks: ['TOKEN-ACCESS-TOKEN'],
    twist: answering(on('TOKEN'), (answer) => withBody(answer, { token: 'artificial' })),
  },
  {
    id: 'the-token-answer-is-empty',
    story: 'The token answer is empty.',
    breaks: ['TOKEN-ACCESS-TOKEN'],
    twist: instead(on('TOKEN'), () => ({ status: 200, headers: {} })),
  },
  {
    id: 'the-documented-token-request-is-http-415',
    story: 'The documented token request is HTTP 415.',
    breaks: ['TOKEN-SERVED'],
    twist: instead(on('TOKEN'), (ask) => plain(ask, 415)),
  },
  {
    id: 'op2-succeeds-with-4001',
    story: 'OP-2 succeeds with 4001.',
    breaks: ['OP2-SERVED'],
    twist: answering(on('OP-2'), (answer) => (succeeded(answer) ? envelopeOf(4001, 'not.allowed') : answer)),
  },
  {
    id: 'op13-succeeds-with-4001',
    story: 'OP-13 succeeds with 4001.',
    breaks: ['OP13-SERVED'],
    twist: answering(on('OP-13'), (answer) => (succeeded(answer) ? envelopeOf(4001, 'not.allowed') : answer)),
  },
  {
    id: 'account-field-renamed',
    story: 'OP-7 wants accountNumber instead of accountNo.',
    breaks: ['OP7-SERVED'],
    twist: asking(on('OP-7'), (ask) =>
      isObject(ask.body) ? { ...ask, body: { ...ask.body, accountNo: ask.body['accountNumber'] ?? null } } : ask,
    ),
  },
];
