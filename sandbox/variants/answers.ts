import { deflateRawSync } from 'node:zlib';
import type { Variant } from '../catalog.ts';
import { isObject, writeJson } from '../http/json.ts';
import { changeResponse, on, succeeded, withResult } from '../twists/twists.ts';

export const answerVariants: Variant[] = [
  { id: 'charset', does: 'The content type names a charset.', policy: { answers: { contentType: 'application/json;charset=UTF-8' } } },
  { id: 'null-messages', does: 'Messages are null wherever no key is stated.', policy: { answers: { messages: 'null' } } },
  { id: 'worded-messages', does: 'Messages are words, not keys.', policy: { answers: { messages: 'text' } } },
  { id: 'extra-fields', does: 'Answers hold fields the document does not know.', policy: { answers: { extraFields: true } } },
  { id: 'exponent-numbers', does: 'Numbers are written with exponents.', policy: { answers: { numbers: 'exponent' } } },
  { id: 'decimal-numbers', does: 'Whole numbers end in .0.', policy: { answers: { numbers: 'decimal' } } },
  { id: 'pretty', does: 'JSON is indented.', policy: { answers: { pretty: true } } },
  { id: 'upper-case-ids', does: 'UUIDs are in upper case.', policy: { answers: { uuids: 'upper' } } },
  {
    id: 'byte-order-mark',
    does: 'JSON begins with a byte order mark.',
    twist: changeResponse(
      () => true,
      (response, { policy }) =>
        response.json === undefined || response.bytes !== undefined
          ? response
          : { ...response, bytes: Buffer.from(`\ufeff${writeJson(response.json, policy.answers)}`) },
    ),
  },
  { id: 'chunked', does: 'Answers are chunked.', policy: { answers: { framing: 'chunked' } } },
  { id: 'gzip', does: 'Answers are compressed for clients that accept it.', policy: { answers: { gzip: true } } },
  { id: 'connection-close', does: 'The connection is closed after each answer.', policy: { answers: { closeConnection: true } } },
  { id: 'other-time-zone', does: 'Timestamps are in another zone.', policy: { answers: { utcOffsetMinutes: 330 } } },
  { id: 'empty-refusals', does: 'Answers other than 200 have no body.', policy: { answers: { refusalBody: 'empty' } } },
  { id: 'html-refusals', does: 'Answers other than 200 are HTML pages.', policy: { answers: { refusalBody: 'html' } } },
  { id: 'text-refusals', does: 'Answers other than 200 are plain text.', policy: { answers: { refusalBody: 'text' } } },
  { id: 'null-refusals', does: 'Answers other than 200 are the JSON null.', policy: { answers: { refusalBody: 'null' } } },
  {
    id: 'codeless-refusals',
    does: 'Answers other than 200 are envelopes without a code.',
    policy: { answers: { refusalBody: 'codeless-envelope' } },
  },
  {
    id: 'bare-deflate',
    does: 'Balances are packed by deflate without the head of zlib.',
    twist: changeResponse(on('OP-15'), (response) => ({
      ...response,
      headers: { 'content-type': 'application/json', ...response.headers, 'content-encoding': 'deflate' },
      bytes: deflateRawSync(response.bytes ?? (response.json === undefined ? '' : JSON.stringify(response.json))),
    })),
  },
  {
    id: 'long-answers',
    does: 'Balances come with 400 KB that the document does not know.',
    twist: changeResponse(on('OP-15'), (response) =>
      succeeded(response) && isObject(response.json)
        ? { ...response, json: { ...response.json, remarks: 'a'.repeat(400 * 1024) } }
        : response,
    ),
  },
  {
    id: 'beneficiaries-count-answers',
    does: 'Each beneficiary in a list has a number that the document does not know, and that rises with each answer.',
    twist: (right) => {
      let answers = 0;
      return changeResponse(on('OP-6'), (response) => {
        answers += 1;
        return withResult(response, ({ beneficiaries, ...result }) => ({
          ...result,
          beneficiaries: Array.isArray(beneficiaries)
            ? beneficiaries.map((each) => (isObject(each) ? { ...each, shown: answers } : each))
            : [],
        }));
      })(right);
    },
  },
  { id: 'slow', does: 'Every answer takes 50 ms.', latencyMs: 50 },
];
