import { isObject } from '../../http/json.ts';
import { bodyText, hasOwnSubAgent, headerText, lastSegment, requestedSession, userInPath, UUID_FORM } from '../../twists/requests.ts';
import { serverError } from '../../twists/responses.ts';
import { on, respondWith, type When } from '../../twists/twists.ts';
import { faultTable } from '../table.ts';

const hasToken: When = ({ agent }) => agent !== undefined;

type Stumble = readonly [operation: string, over: string, when: When];

/** What each reads as a number, a UUID or a record. */
const stumbles: readonly Stumble[] = [
  ['OP-1', 'letters in a mobile', (request) => !/\/\d+$/.test(request.path)],
  ['OP-4', 'letters in a mobile', (request) => !/\/\d+$/.test(request.path)],
  ['OP-6', 'the state of an OTP that is no UUID', (request) => /^OTP \d+ (?![\da-f]+-)/i.test(headerText(request, 'consent'))],
  ['OP-7', 'an empty consent', (request) => request.headers['consent'] === ''],
  ['OP-9', 'a session that is no UUID', (request) => !UUID_FORM.test(request.query.get('sessionId') ?? lastSegment(request))],
  ['OP-9', 'a payee that is no number', (request) => !/^\d*$/.test(bodyText(request, 'to'))],
  ['OP-12', 'a state that is no UUID', (request) => isObject(request.body) && !UUID_FORM.test(bodyText(request, 'state'))],
  ['OP-13', 'a beneficiary that is no number', (request) => !/^\d+$/.test(lastSegment(request))],
  ['OP-14', 'a session that is no UUID', (request) => !UUID_FORM.test(request.query.get('sessionId') ?? '')],
  ['OP-6', 'a sender that is no UUID, of a known sub-agent', (request) => hasOwnSubAgent(request) && !UUID_FORM.test(lastSegment(request))],
  [
    'OP-11',
    'an invoice that is no number, of a known sub-agent',
    (request) => hasOwnSubAgent(request) && !/^\d+$/.test(lastSegment(request)),
  ],
  [
    'OP-13',
    'a beneficiary of a known sender that is no number',
    (request) => userInPath(request) !== undefined && !/^\d+$/.test(lastSegment(request)),
  ],
  [
    'OP-14',
    'a session of a known sender that is no UUID',
    (request) => userInPath(request) !== undefined && hasOwnSubAgent(request) && !UUID_FORM.test(request.query.get('sessionId') ?? ''),
  ],
  [
    'OP-7',
    'a name left out for a known sender',
    (request) => userInPath(request) !== undefined && isObject(request.body) && !('name' in request.body),
  ],
  [
    'OP-9',
    'options left out in a known session',
    (request) => request.store.sessions.has(requestedSession(request)) && isObject(request.body) && !('options' in request.body),
  ],
  ['OP-3', 'no payload', ({ raw }) => raw.length === 0],
  ['OP-7', 'null for a payload', ({ body }) => body === null],
  ...['OP-3', 'OP-7', 'OP-9', 'OP-12', 'OP-13', 'OP-16'].map((operation): Stumble => [
    operation,
    'a payload that is a list',
    ({ body }) => Array.isArray(body),
  ]),
];

export const stumbleFaults = faultTable(
  { breaks: ['HTTP-NO-5XX'] },
  stumbles.map(([operation, what, when]) => ({
    does: `${operation} stumbles over ${what}.`,
    twist: respondWith(
      (request) => on(operation)(request) && hasToken(request) && when(request),
      () => serverError,
    ),
  })),
);
