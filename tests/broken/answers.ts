import { randomUUID } from 'node:crypto';
import type { ServiceResponse, ServiceRequest, Twist } from '../../sandbox/http/exchange.ts';
import { isObject, type Json } from '../../sandbox/http/json.ts';
import {
  changeResponse,
  isBusiness,
  everyNth,
  respondWith,
  onWire,
  apiResult,
  withStatus,
  type When,
} from '../../sandbox/twists/twists.ts';
import { withoutStatusField, envelopeResponse, htmlPage, serverError, withoutResult } from '../../sandbox/twists/responses.ts';
import { asText, withJson } from '../../sandbox/twists/results.ts';
import { resetAnswer, emptyAnswer, hangingAnswer, plainError, type Broken } from './service.ts';

const isAuthorized: When = (ask) => isBusiness(ask) && ask.agent !== undefined;
const isServiceCall: When = ({ operation }) => operation !== 'PHONE';

/** Every value of every result, changed wherever it stands. */
function changeDeep(value: Json, change: (value: Json, name: string) => Json, name = ''): Json {
  if (Array.isArray(value)) return value.map((each) => changeDeep(each, change, name));
  if (!isObject(value)) return change(value, name);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changeDeep(each, change, key)]));
}

const results = (change: (value: Json, name: string) => Json): Twist =>
  changeResponse(isAuthorized, (answer) => {
    const result = apiResult(answer);
    return result === undefined || !isObject(answer.json)
      ? answer
      : withJson(answer, { ...answer.json, result: changeDeep(result, change) });
  });

const status = (change: (code: Json) => Json): Twist =>
  changeResponse(isAuthorized, (answer) => {
    const code = isObject(answer.json) && isObject(answer.json['status']) ? answer.json['status']['code'] : undefined;
    return code === undefined ? answer : withStatus(answer, { code: change(code) });
  });

const answerAll = (answer: (ask: ServiceRequest) => ServiceResponse): Twist => respondWith(isAuthorized, answer);

/** Of the same type. */
const otherNumber = (value: Json): Json => {
  const number = Math.floor(Math.random() * 1e9);
  return typeof value === 'number' ? number : String(number);
};

const isUuid = (value: Json): boolean => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value);

/** Wrong in every answer of every operation. */
export const answers: readonly Broken[] = [
  { story: 'codes as text', campaign: true, twist: status(String) },
  { story: 'codes null', campaign: true, twist: status(() => null) },
  { story: 'codes left out', twist: changeResponse(isAuthorized, (answer) => withoutStatusField(answer, 'code')) },
  { story: 'codes of another list', twist: status(() => 2001) },
  {
    story: 'no envelope',
    campaign: true,
    twist: changeResponse(isAuthorized, (answer) =>
      apiResult(answer) === undefined ? answer : withJson(answer, apiResult(answer) ?? null),
    ),
  },
  { story: 'the envelope in a list', twist: changeResponse(isAuthorized, (answer) => withJson(answer, [answer.json ?? null])) },
  { story: 'no result', twist: changeResponse(isAuthorized, withoutResult) },
  {
    story: 'result null',
    campaign: true,
    twist: changeResponse(isAuthorized, (answer) => (isObject(answer.json) ? withJson(answer, { ...answer.json, result: null }) : answer)),
  },
  { story: 'all texts empty', campaign: true, twist: results((value) => (typeof value === 'string' ? '' : value)) },
  { story: 'all numbers as text', campaign: true, twist: results((value) => (typeof value === 'number' ? String(value) : value)) },
  {
    story: 'all texts that are numbers as numbers',
    twist: results((value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value)),
  },
  {
    story: 'all booleans the other way',
    campaign: true,
    twist: results((value) => (value === 'true' ? 'false' : value === 'false' ? 'true' : typeof value === 'boolean' ? !value : value)),
  },
  { story: 'UUIDs in capitals', twist: results((value) => (isUuid(value) ? asText(value).toUpperCase() : value)) },
  { story: 'other UUIDs each time', campaign: true, twist: results((value) => (isUuid(value) ? randomUUID() : value)) },
  {
    story: 'other numeric ids each time',
    twist: results((value, name) => (name.endsWith('Id') && /^\d+$/.test(asText(value)) ? otherNumber(value) : value)),
  },
  { story: 'every answer 200 and empty', twist: answerAll(() => emptyAnswer(200)) },
  { story: 'every answer an HTML page', twist: answerAll(() => htmlPage(200)) },
  { story: 'every answer 201', campaign: true, twist: changeResponse(isAuthorized, (answer) => ({ ...answer, status: 201 })) },
  { story: 'every answer 401', twist: answerAll(() => emptyAnswer(401)) },
  { story: 'every answer 403', twist: answerAll(() => emptyAnswer(403)) },
  { story: 'every answer 404', twist: answerAll(() => plainError(404)) },
  { story: 'every answer 415', twist: answerAll(() => emptyAnswer(415)) },
  { story: 'every answer 418', twist: answerAll(() => emptyAnswer(418)) },
  { story: 'every answer 500', campaign: true, twist: answerAll(() => serverError) },
  { story: 'every answer 503', twist: answerAll(() => htmlPage(503)) },
  {
    story: 'every answer 429, come back in a second',
    twist: answerAll(() => ({ ...htmlPage(429), headers: { 'content-type': 'text/html', 'retry-after': '1' } })),
  },
  { story: 'every answer 4000', campaign: true, twist: answerAll(() => envelopeResponse(4000, 'system.failure')) },
  { story: 'every answer 4001', twist: answerAll(() => envelopeResponse(4001, 'not.allowed')) },
  { story: 'every answer 4040', twist: answerAll(() => envelopeResponse(4040, 'not.found')) },
  { story: 'every answer 4170', twist: answerAll(() => envelopeResponse(4170, 'wrong.otp')) },
  {
    story: 'every answer 2000 with nothing in it',
    twist: answerAll(() => ({ ...plainError(200), json: { status: { message: 'success', code: 2000 }, result: {} } })),
  },
  { story: 'every connection cut', twist: answerAll(() => resetAnswer) },
  {
    story: 'every third connection cut',
    campaign: true,
    twist: everyNth(
      3,
      isAuthorized,
      answerAll(() => resetAnswer),
    ),
  },
  { story: 'every answer cut short', twist: onWire(isAuthorized, { kind: 'truncate', bytes: 20 }) },
  { story: 'no answer ever', twist: answerAll(() => hangingAnswer) },
  { story: 'no answer, not even to a request for a token', twist: respondWith(isServiceCall, () => hangingAnswer) },
  { story: 'every answer late by 200 ms', latencyMs: 200 },
];
