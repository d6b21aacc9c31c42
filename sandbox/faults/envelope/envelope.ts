import { idOf, type Fault } from '../../catalog.ts';
import type { Answer, Twist } from '../../http/exchange.ts';
import { isObject } from '../../http/json.ts';
import { answering, business, codeOf, everyNth, on, resultOf, succeeded, withStatus } from '../../twists/twists.ts';
import { dropped, withoutResult } from '../../twists/responses.ts';
import { badResult, gone, textOf, withBody } from '../../twists/results.ts';

/** Changes every business answer with HTTP 200. */
const every = (change: (answer: Answer) => Answer): Twist =>
  answering(business, (answer) => (answer.status === 200 ? change(answer) : answer));

const operations = Array.from({ length: 16 }, (_, at) => `OP-${at + 1}`);

/** Each part that hides the rest, broken in every success of one operation. */
const eachOperation: Fault[] = operations.flatMap((operation) => {
  const success = (change: (answer: Answer) => Answer): Twist =>
    answering(on(operation), (answer) => (succeeded(answer) ? change(answer) : answer));
  return [
    {
      id: idOf(`${operation} the body is an array`),
      story: `${operation}: the body is an array.`,
      breaks: ['ENVELOPE-BODY'],
      twist: success((answer) => withBody(answer, [answer.json ?? null])),
    },
    {
      id: idOf(`${operation} status is a number`),
      story: `${operation}: status is a number.`,
      breaks: ['ENVELOPE-STATUS'],
      twist: success((answer) => withBody(answer, { status: 2000, result: resultOf(answer) ?? null })),
    },
    {
      id: idOf(`${operation} the code is not listed`),
      story: `${operation}: the code is not listed.`,
      breaks: ['CODE-LISTED'],
      twist: success((answer) => withStatus(answer, { code: 5000 })),
    },
    {
      id: idOf(`${operation} there is no result`),
      story: `${operation}: there is no result.`,
      breaks: ['ENVELOPE-RESULT'],
      twist: success(withoutResult),
    },
  ];
});

/** The envelope broken in each part, always or at times. */
export const envelopeFaults: Fault[] = [
  ...eachOperation,
  {
    id: 'every-body-is-an-array',
    story: 'Every body is an array.',
    breaks: ['ENVELOPE-BODY'],
    twist: every((answer) => withBody(answer, [answer.json ?? null])),
  },
  { id: 'every-body-is-null', story: 'Every body is null.', breaks: ['ENVELOPE-BODY'], twist: every((answer) => withBody(answer, null)) },
  {
    id: 'every-body-is-empty',
    story: 'Every body is empty.',
    breaks: ['ENVELOPE-BODY'],
    twist: every(({ status, headers }) => ({ status, headers })),
  },
  {
    id: 'every-body-is-cut-json',
    story: 'Every body is cut JSON.',
    breaks: ['ENVELOPE-BODY'],
    twist: every(({ status, headers }) => ({ status, headers, bytes: Buffer.from('{"status":{"message":"succ') })),
  },
  {
    id: 'every-body-is-the-result-alone',
    story: 'Every body is the result alone.',
    breaks: ['ENVELOPE-STATUS', 'ENVELOPE-RESULT'],
    twist: every((answer) => withBody(answer, { isOldUser: 'true' })),
  },
  {
    id: 'every-status-is-text',
    story: 'Every status is text.',
    breaks: ['ENVELOPE-STATUS'],
    twist: every((answer) => (isObject(answer.json) ? withBody(answer, { ...answer.json, status: 'success' }) : answer)),
  },
  {
    id: 'no-message-at-all',
    story: 'No message at all.',
    breaks: ['ENVELOPE-STATUS-MESSAGE'],
    twist: every((answer) => dropped(answer, 'message')),
  },
  {
    id: 'a-message-that-is-a-number',
    story: 'A message that is a number.',
    breaks: ['ENVELOPE-STATUS-MESSAGE'],
    twist: answering(on('OP-5', 'OP-11'), (answer) => withStatus(answer, { message: 0 })),
  },
  {
    id: 'codes-as-text',
    story: 'Codes as text.',
    breaks: ['ENVELOPE-STATUS-CODE'],
    twist: every((answer) => withStatus(answer, { code: textOf(codeOf(answer)) })),
  },
  {
    id: 'a-code-with-a-fraction',
    story: 'A code with a fraction.',
    breaks: ['ENVELOPE-STATUS-CODE'],
    twist: answering(on('OP-16'), (answer) => withStatus(answer, { code: 2000.5 })),
  },
  {
    id: 'no-code-at-all',
    story: 'No code at all.',
    breaks: ['ENVELOPE-STATUS-CODE'],
    twist: answering(on('OP-8'), (answer) => dropped(answer, 'code')),
  },
  {
    id: 'a-code-that-is-not-listed',
    story: 'A code that is not listed.',
    breaks: ['CODE-LISTED'],
    twist: answering(on('OP-14'), (answer) => withStatus(answer, { code: 2001 })),
  },
  {
    id: 'no-result-where-there-is-none',
    story: 'No result where there is none.',
    breaks: ['ENVELOPE-RESULT'],
    twist: answering(on('OP-13'), withoutResult),
  },
  { id: 'no-result-at-all', story: 'No result at all.', breaks: ['ENVELOPE-RESULT'], twist: answering(on('OP-15'), withoutResult) },
  {
    id: 'a-result-that-is-text',
    story: 'A result that is text.',
    breaks: ['ENVELOPE-RESULT', 'OP2-RESULT'],
    twist: badResult('OP-2', '', 'bank,wallet'),
  },
  {
    id: 'answers-in-text-plain',
    story: 'Answers in text/plain.',
    breaks: ['ENVELOPE-MEDIA-TYPE'],
    twist: every((answer) => ({ ...answer, headers: { 'content-type': 'text/plain' } })),
  },
  {
    id: 'one-answer-in-seven-without-a-content-type',
    story: 'One answer in seven without a content type.',
    breaks: ['ENVELOPE-MEDIA-TYPE'],
    twist: everyNth(
      7,
      business,
      every((answer) => ({ ...answer, headers: {} })),
    ),
  },
  {
    id: 'one-answer-in-seven-without-its-message',
    story: 'One answer in seven without its message.',
    breaks: ['ENVELOPE-STATUS-MESSAGE'],
    twist: everyNth(
      7,
      business,
      every((answer) => dropped(answer, 'message')),
    ),
  },
  {
    id: 'one-invoice-in-three-without-its-reference',
    story: 'One invoice in three without its reference.',
    breaks: ['OP11-RESULT-BANK-RRN'],
    twist: everyNth(3, on('OP-11'), badResult('OP-11', 'bankRRN', gone)),
  },
  {
    id: 'not-packed-as-said',
    story: 'OP-2 calls its answers gzip and sends plain text.',
    breaks: ['ENVELOPE-BODY'],
    shows: 'cannot be unpacked',
    twist: answering(on('OP-2'), (answer) =>
      succeeded(answer) ? { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' } } : answer,
    ),
  },
  {
    id: 'every-second-sender-detail-without-the-name',
    story: 'Every second sender detail is without the name.',
    breaks: ['OP6-RESULT-SENDER-NAME'],
    twist: everyNth(2, on('OP-6'), badResult('OP-6', 'senderName', gone)),
  },
  {
    id: 'transaction-id-missing-sometimes',
    story: 'Every second invoice lacks its transaction id.',
    breaks: ['OP11-RESULT-TRANSACTION-ID'],
    twist: everyNth(2, on('OP-11'), badResult('OP-11', 'transactionId', gone)),
  },
];
