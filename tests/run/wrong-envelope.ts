import type { Answer, Twist } from '../../sandbox/exchange.ts';
import { isObject } from '../../sandbox/json.ts';
import { answering, business, codeOf, everyNth, on, resultOf, succeeded, withStatus } from '../../sandbox/twists.ts';
import { dropped, withoutResult } from './twists.ts';
import { badResult, gone, textOf, withBody, type Wrong } from './wrong.ts';

/** Changes every business answer with HTTP 200. */
const every = (change: (answer: Answer) => Answer): Twist =>
  answering(business, (answer) => (answer.status === 200 ? change(answer) : answer));

const operations = Array.from({ length: 16 }, (_, at) => `OP-${at + 1}`);

/** Each part that hides the rest, broken in every success of one operation. */
const eachOperation: readonly Wrong[] = operations.flatMap((operation) => {
  const success = (change: (answer: Answer) => Answer): Twist =>
    answering(on(operation), (answer) => (succeeded(answer) ? change(answer) : answer));
  return [
    {
      story: `${operation}: the body is an array`,
      clauses: ['ENVELOPE-BODY'],
      twist: success((answer) => withBody(answer, [answer.json ?? null])),
    },
    {
      story: `${operation}: status is a number`,
      clauses: ['ENVELOPE-STATUS'],
      twist: success((answer) => withBody(answer, { status: 2000, result: resultOf(answer) ?? null })),
    },
    {
      story: `${operation}: the code is not listed`,
      clauses: ['CODE-LISTED'],
      twist: success((answer) => withStatus(answer, { code: 5000 })),
    },
    { story: `${operation}: there is no result`, clauses: ['ENVELOPE-RESULT'], twist: success(withoutResult) },
  ];
});

/** The envelope broken in each part, always or at times. */
export const wrongEnvelope: readonly Wrong[] = [
  ...eachOperation,
  { story: 'every body is an array', clauses: ['ENVELOPE-BODY'], twist: every((answer) => withBody(answer, [answer.json ?? null])) },
  { story: 'every body is null', clauses: ['ENVELOPE-BODY'], twist: every((answer) => withBody(answer, null)) },
  { story: 'every body is empty', clauses: ['ENVELOPE-BODY'], twist: every(({ status, headers }) => ({ status, headers })) },
  {
    story: 'every body is cut JSON',
    clauses: ['ENVELOPE-BODY'],
    twist: every(({ status, headers }) => ({ status, headers, bytes: Buffer.from('{"status":{"message":"succ') })),
  },
  {
    story: 'every body is the result alone',
    clauses: ['ENVELOPE-STATUS', 'ENVELOPE-RESULT'],
    twist: every((answer) => withBody(answer, { isOldUser: 'true' })),
  },
  {
    story: 'every status is text',
    clauses: ['ENVELOPE-STATUS'],
    twist: every((answer) => (isObject(answer.json) ? withBody(answer, { ...answer.json, status: 'success' }) : answer)),
  },
  { story: 'no message at all', clauses: ['ENVELOPE-STATUS-MESSAGE'], twist: every((answer) => dropped(answer, 'message')) },
  {
    story: 'a message that is a number',
    clauses: ['ENVELOPE-STATUS-MESSAGE'],
    twist: answering(on('OP-5', 'OP-11'), (answer) => withStatus(answer, { message: 0 })),
  },
  {
    story: 'codes as text',
    clauses: ['ENVELOPE-STATUS-CODE'],
    twist: every((answer) => withStatus(answer, { code: textOf(codeOf(answer)) })),
  },
  {
    story: 'a code with a fraction',
    clauses: ['ENVELOPE-STATUS-CODE'],
    twist: answering(on('OP-16'), (answer) => withStatus(answer, { code: 2000.5 })),
  },
  { story: 'no code at all', clauses: ['ENVELOPE-STATUS-CODE'], twist: answering(on('OP-8'), (answer) => dropped(answer, 'code')) },
  {
    story: 'a code that is not listed',
    clauses: ['CODE-LISTED'],
    twist: answering(on('OP-14'), (answer) => withStatus(answer, { code: 2001 })),
  },
  { story: 'no result where there is none', clauses: ['ENVELOPE-RESULT'], twist: answering(on('OP-13'), withoutResult) },
  { story: 'no result at all', clauses: ['ENVELOPE-RESULT'], twist: answering(on('OP-15'), withoutResult) },
  { story: 'a result that is text', clauses: ['ENVELOPE-RESULT', 'OP2-RESULT'], twist: badResult('OP-2', '', 'bank,wallet') },
  {
    story: 'answers in text/plain',
    clauses: ['ENVELOPE-MEDIA-TYPE'],
    twist: every((answer) => ({ ...answer, headers: { 'content-type': 'text/plain' } })),
  },
  {
    story: 'one answer in seven without a content type',
    clauses: ['ENVELOPE-MEDIA-TYPE'],
    twist: everyNth(
      7,
      business,
      every((answer) => ({ ...answer, headers: {} })),
    ),
  },
  {
    story: 'one answer in seven without its message',
    clauses: ['ENVELOPE-STATUS-MESSAGE'],
    twist: everyNth(
      7,
      business,
      every((answer) => dropped(answer, 'message')),
    ),
  },
  {
    story: 'one invoice in three without its reference',
    clauses: ['OP11-RESULT-BANK-RRN'],
    twist: everyNth(3, on('OP-11'), badResult('OP-11', 'bankRRN', gone)),
  },
  {
    story: 'one sender detail in seven without the name',
    clauses: ['OP6-RESULT-SENDER-NAME'],
    twist: everyNth(7, on('OP-6'), badResult('OP-6', 'senderName', gone)),
  },
];
