import { faultTable } from '../table.ts';
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
const eachOperation = operations.flatMap((operation) => {
  const success = (change: (answer: Answer) => Answer): Twist =>
    answering(on(operation), (answer) => (succeeded(answer) ? change(answer) : answer));
  return faultTable({}, [
    {
      breaks: ['ENVELOPE-BODY'],
      does: `${operation}: the body is an array.`,
      twist: success((answer) => withBody(answer, [answer.json ?? null])),
    },
    {
      breaks: ['ENVELOPE-STATUS'],
      does: `${operation}: status is a number.`,
      twist: success((answer) => withBody(answer, { status: 2000, result: resultOf(answer) ?? null })),
    },
    {
      breaks: ['CODE-LISTED'],
      does: `${operation}: the code is not listed.`,
      twist: success((answer) => withStatus(answer, { code: 5000 })),
    },
    { breaks: ['ENVELOPE-RESULT'], does: `${operation}: there is no result.`, twist: success(withoutResult) },
  ]);
});

/** The envelope broken in each part, always or at times. */
export const envelopeFaults = [
  ...eachOperation,
  ...faultTable({ breaks: ['ENVELOPE-BODY'] }, [
    { does: 'Every body is an array.', twist: every((answer) => withBody(answer, [answer.json ?? null])) },
    { does: 'Every body is null.', twist: every((answer) => withBody(answer, null)) },
    { does: 'Every body is empty.', twist: every(({ status, headers }) => ({ status, headers })) },
    {
      does: 'Every body is cut JSON.',
      twist: every(({ status, headers }) => ({ status, headers, bytes: Buffer.from('{"status":{"message":"succ') })),
    },
    {
      id: 'not-packed-as-said',
      does: 'OP-2 calls its answers gzip and sends plain text.',
      shows: 'cannot be unpacked',
      twist: answering(on('OP-2'), (answer) =>
        succeeded(answer) ? { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' } } : answer,
      ),
    },
  ]),
  ...faultTable({ breaks: ['ENVELOPE-STATUS-MESSAGE'] }, [
    { does: 'No message at all.', twist: every((answer) => dropped(answer, 'message')) },
    { does: 'A message that is a number.', twist: answering(on('OP-5', 'OP-11'), (answer) => withStatus(answer, { message: 0 })) },
    {
      does: 'One answer in seven without its message.',
      twist: everyNth(
        7,
        business,
        every((answer) => dropped(answer, 'message')),
      ),
    },
  ]),
  ...faultTable({ breaks: ['ENVELOPE-STATUS-CODE'] }, [
    { does: 'Codes as text.', twist: every((answer) => withStatus(answer, { code: textOf(codeOf(answer)) })) },
    { does: 'A code with a fraction.', twist: answering(on('OP-16'), (answer) => withStatus(answer, { code: 2000.5 })) },
    { does: 'No code at all.', twist: answering(on('OP-8'), (answer) => dropped(answer, 'code')) },
  ]),
  ...faultTable({}, [
    {
      breaks: ['ENVELOPE-STATUS', 'ENVELOPE-RESULT'],
      does: 'Every body is the result alone.',
      twist: every((answer) => withBody(answer, { isOldUser: 'true' })),
    },
    {
      breaks: ['ENVELOPE-STATUS'],
      does: 'Every status is text.',
      twist: every((answer) => (isObject(answer.json) ? withBody(answer, { ...answer.json, status: 'success' }) : answer)),
    },
    {
      breaks: ['CODE-LISTED'],
      does: 'A code that is not listed.',
      twist: answering(on('OP-14'), (answer) => withStatus(answer, { code: 2001 })),
    },
    { breaks: ['ENVELOPE-RESULT'], does: 'No result where there is none.', twist: answering(on('OP-13'), withoutResult) },
    { breaks: ['ENVELOPE-RESULT'], does: 'No result at all.', twist: answering(on('OP-15'), withoutResult) },
    { breaks: ['ENVELOPE-RESULT', 'OP2-RESULT'], does: 'A result that is text.', twist: badResult('OP-2', '', 'bank,wallet') },
    {
      breaks: ['ENVELOPE-MEDIA-TYPE'],
      does: 'Answers in text/plain.',
      twist: every((answer) => ({ ...answer, headers: { 'content-type': 'text/plain' } })),
    },
    {
      breaks: ['ENVELOPE-MEDIA-TYPE'],
      does: 'One answer in seven without a content type.',
      twist: everyNth(
        7,
        business,
        every((answer) => ({ ...answer, headers: {} })),
      ),
    },
    {
      breaks: ['OP11-RESULT-BANK-RRN'],
      does: 'One invoice in three without its reference.',
      twist: everyNth(3, on('OP-11'), badResult('OP-11', 'bankRRN', gone)),
    },
    {
      id: 'every-second-sender-detail-without-the-name',
      breaks: ['OP6-RESULT-SENDER-NAME'],
      does: 'Every second sender detail is without the name.',
      twist: everyNth(2, on('OP-6'), badResult('OP-6', 'senderName', gone)),
    },
    {
      id: 'transaction-id-missing-sometimes',
      breaks: ['OP11-RESULT-TRANSACTION-ID'],
      does: 'Every second invoice lacks its transaction id.',
      twist: everyNth(2, on('OP-11'), badResult('OP-11', 'transactionId', gone)),
    },
  ]),
];
