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
import { withoutStatusField, envelope, htmlPage, serverError, withoutResult } from '../../sandbox/twists/responses.ts';
import { asText, withJson } from '../../sandbox/twists/results.ts';
import { cut, empty, hanging, plain, type Broken } from './service.ts';

const known: When = (ask) => isBusiness(ask) && ask.agent !== undefined;
const everything: When = ({ operation }) => operation !== 'PHONE';

/** Every value of every result, changed wherever it stands. */
function deep(value: Json, change: (value: Json, name: string) => Json, name = ''): Json {
  if (Array.isArray(value)) return value.map((each) => deep(each, change, name));
  if (!isObject(value)) return change(value, name);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, deep(each, change, key)]));
}

const results = (change: (value: Json, name: string) => Json): Twist =>
  changeResponse(known, (answer) => {
    const result = apiResult(answer);
    return result === undefined || !isObject(answer.json) ? answer : withJson(answer, { ...answer.json, result: deep(result, change) });
  });

const status = (change: (code: Json) => Json): Twist =>
  changeResponse(known, (answer) => {
    const code = isObject(answer.json) && isObject(answer.json['status']) ? answer.json['status']['code'] : undefined;
    return code === undefined ? answer : withStatus(answer, { code: change(code) });
  });

const all = (answer: (ask: ServiceRequest) => ServiceResponse): Twist => respondWith(known, answer);

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
  { story: 'codes left out', twist: changeResponse(known, (answer) => withoutStatusField(answer, 'code')) },
  { story: 'codes of another list', twist: status(() => 2001) },
  {
    story: 'no envelope',
    campaign: true,
    twist: changeResponse(known, (answer) => (apiResult(answer) === undefined ? answer : withJson(answer, apiResult(answer) ?? null))),
  },
  { story: 'the envelope in a list', twist: changeResponse(known, (answer) => withJson(answer, [answer.json ?? null])) },
  { story: 'no result', twist: changeResponse(known, withoutResult) },
  {
    story: 'result null',
    campaign: true,
    twist: changeResponse(known, (answer) => (isObject(answer.json) ? withJson(answer, { ...answer.json, result: null }) : answer)),
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
  { story: 'every answer 200 and empty', twist: all(() => empty(200)) },
  { story: 'every answer an HTML page', twist: all(() => htmlPage(200)) },
  { story: 'every answer 201', campaign: true, twist: changeResponse(known, (answer) => ({ ...answer, status: 201 })) },
  { story: 'every answer 401', twist: all(() => empty(401)) },
  { story: 'every answer 403', twist: all(() => empty(403)) },
  { story: 'every answer 404', twist: all(() => plain(404)) },
  { story: 'every answer 415', twist: all(() => empty(415)) },
  { story: 'every answer 418', twist: all(() => empty(418)) },
  { story: 'every answer 500', campaign: true, twist: all(() => serverError) },
  { story: 'every answer 503', twist: all(() => htmlPage(503)) },
  {
    story: 'every answer 429, come back in a second',
    twist: all(() => ({ ...htmlPage(429), headers: { 'content-type': 'text/html', 'retry-after': '1' } })),
  },
  { story: 'every answer 4000', campaign: true, twist: all(() => envelope(4000, 'system.failure')) },
  { story: 'every answer 4001', twist: all(() => envelope(4001, 'not.allowed')) },
  { story: 'every answer 4040', twist: all(() => envelope(4040, 'not.found')) },
  { story: 'every answer 4170', twist: all(() => envelope(4170, 'wrong.otp')) },
  {
    story: 'every answer 2000 with nothing in it',
    twist: all(() => ({ ...plain(200), json: { status: { message: 'success', code: 2000 }, result: {} } })),
  },
  { story: 'every connection cut', twist: all(() => cut) },
  {
    story: 'every third connection cut',
    campaign: true,
    twist: everyNth(
      3,
      known,
      all(() => cut),
    ),
  },
  { story: 'every answer cut short', twist: onWire(known, { kind: 'truncate', bytes: 20 }) },
  { story: 'no answer ever', twist: all(() => hanging) },
  { story: 'no answer, not even to a request for a token', twist: respondWith(everything, () => hanging) },
  { story: 'every answer late by 200 ms', latencyMs: 200 },
];
