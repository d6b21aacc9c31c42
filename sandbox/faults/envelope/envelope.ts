import { API_CODES } from '../../http/codes.ts';
import { faultTable } from '../table.ts';
import type { ServiceResponse, Twist } from '../../http/exchange.ts';
import { isObject } from '../../http/json.ts';
import {
  changeResponse,
  isBusiness,
  apiCode,
  everyNth,
  on,
  apiResult,
  withStatus,
  allOperations,
  changeSuccess,
} from '../../twists/twists.ts';
import { withoutStatusField, withoutResult } from '../../twists/responses.ts';
import { wrongResult, missingField, asText, withJson } from '../../twists/results.ts';

const changeEveryAnswer = (change: (response: ServiceResponse) => ServiceResponse): Twist =>
  changeResponse(isBusiness, (response) => (response.status === 200 ? change(response) : response));

/** Breaks one part of the envelope in every success of one operation. A broken part hides the rest. */
const operationFaults = allOperations.flatMap((operation) =>
  faultTable({}, [
    {
      breaks: ['ENVELOPE-BODY'],
      does: `${operation}: the body is an array.`,
      twist: changeSuccess(on(operation), (response) => withJson(response, [response.json ?? null])),
    },
    {
      breaks: ['ENVELOPE-STATUS'],
      does: `${operation}: status is a number.`,
      twist: changeSuccess(on(operation), (response) =>
        withJson(response, { status: API_CODES.success, result: apiResult(response) ?? null }),
      ),
    },
    {
      breaks: ['CODE-LISTED'],
      does: `${operation}: the code is not listed.`,
      twist: changeSuccess(on(operation), (response) => withStatus(response, { code: 5000 })),
    },
    { breaks: ['ENVELOPE-RESULT'], does: `${operation}: there is no result.`, twist: changeSuccess(on(operation), withoutResult) },
  ]),
);

export const envelopeFaults = [
  ...operationFaults,
  ...faultTable({ breaks: ['ENVELOPE-BODY'] }, [
    { does: 'Every body is an array.', twist: changeEveryAnswer((response) => withJson(response, [response.json ?? null])) },
    { does: 'Every body is null.', twist: changeEveryAnswer((response) => withJson(response, null)) },
    { does: 'Every body is empty.', twist: changeEveryAnswer(({ status, headers }) => ({ status, headers })) },
    {
      does: 'Every body is cut JSON.',
      twist: changeEveryAnswer(({ status, headers }) => ({ status, headers, bytes: Buffer.from('{"status":{"message":"succ') })),
    },
    {
      id: 'not-packed-as-said',
      does: 'OP-2 calls its answers gzip and sends plain text.',
      shows: 'cannot be unpacked',
      twist: changeSuccess(on('OP-2'), (response) => ({ ...response, headers: { ...response.headers, 'content-encoding': 'gzip' } })),
    },
  ]),
  ...faultTable({ breaks: ['ENVELOPE-STATUS-MESSAGE'] }, [
    { does: 'No message at all.', twist: changeEveryAnswer((response) => withoutStatusField(response, 'message')) },
    { does: 'A message that is a number.', twist: changeResponse(on('OP-5', 'OP-11'), (response) => withStatus(response, { message: 0 })) },
    {
      does: 'One answer in seven without its message.',
      twist: everyNth(
        7,
        isBusiness,
        changeEveryAnswer((response) => withoutStatusField(response, 'message')),
      ),
    },
  ]),
  ...faultTable({ breaks: ['ENVELOPE-STATUS-CODE'] }, [
    { does: 'Codes as text.', twist: changeEveryAnswer((response) => withStatus(response, { code: asText(apiCode(response)) })) },
    { does: 'A code with a fraction.', twist: changeResponse(on('OP-16'), (response) => withStatus(response, { code: 2000.5 })) },
    { does: 'No code at all.', twist: changeResponse(on('OP-8'), (response) => withoutStatusField(response, 'code')) },
  ]),
  ...faultTable({}, [
    {
      breaks: ['ENVELOPE-STATUS', 'ENVELOPE-RESULT'],
      does: 'Every body is the result alone.',
      twist: changeEveryAnswer((response) => withJson(response, { isOldUser: 'true' })),
    },
    {
      breaks: ['ENVELOPE-STATUS'],
      does: 'Every status is text.',
      twist: changeEveryAnswer((response) =>
        isObject(response.json) ? withJson(response, { ...response.json, status: 'success' }) : response,
      ),
    },
    {
      breaks: ['CODE-LISTED'],
      does: 'A code that is not listed.',
      twist: changeResponse(on('OP-14'), (response) => withStatus(response, { code: 2001 })),
    },
    { breaks: ['ENVELOPE-RESULT'], does: 'No result where there is none.', twist: changeResponse(on('OP-13'), withoutResult) },
    { breaks: ['ENVELOPE-RESULT'], does: 'No result at all.', twist: changeResponse(on('OP-15'), withoutResult) },
    { breaks: ['ENVELOPE-RESULT', 'OP2-RESULT'], does: 'A result that is text.', twist: wrongResult('OP-2', '', 'bank,wallet') },
    {
      breaks: ['ENVELOPE-MEDIA-TYPE'],
      does: 'Answers in text/plain.',
      twist: changeEveryAnswer((response) => ({ ...response, headers: { 'content-type': 'text/plain' } })),
    },
    {
      breaks: ['ENVELOPE-MEDIA-TYPE'],
      does: 'One answer in seven without a content type.',
      twist: everyNth(
        7,
        isBusiness,
        changeEveryAnswer((response) => ({ ...response, headers: {} })),
      ),
    },
    {
      breaks: ['OP11-RESULT-BANK-RRN'],
      does: 'One invoice in three without its reference.',
      twist: everyNth(3, on('OP-11'), wrongResult('OP-11', 'bankRRN', missingField)),
    },
    {
      id: 'every-second-sender-detail-without-the-name',
      breaks: ['OP6-RESULT-SENDER-NAME'],
      does: 'Every second sender detail is without the name.',
      twist: everyNth(2, on('OP-6'), wrongResult('OP-6', 'senderName', missingField)),
    },
    {
      id: 'transaction-id-missing-sometimes',
      breaks: ['OP11-RESULT-TRANSACTION-ID'],
      does: 'Every second invoice lacks its transaction id.',
      twist: everyNth(2, on('OP-11'), wrongResult('OP-11', 'transactionId', missingField)),
    },
  ]),
];
