import type { Answer, Ask, Twist } from '../http/exchange.ts';
import { field, isObject, type Json } from '../http/json.ts';
import { answering, codeOf, on, resultField } from './twists.ts';
import { textOf, withBody } from './results.ts';

/** A number, or the digits of a text, moved. */
export const shifted =
  (by: number) =>
  (value: Json | undefined): Json =>
    typeof value === 'number' ? value + by : String(Number(value) + by);

/** A changed field of every listed beneficiary. */
export const listedField = (name: string, change: (value: Json | undefined) => Json): Twist =>
  resultField('OP-6', 'beneficiaries', (listed) =>
    Array.isArray(listed) ? listed.map((one) => (isObject(one) ? { ...one, [name]: change(one[name]) } : one)) : [],
  );

export const urlWithout = (name: string): Twist =>
  resultField('OP-16', 'url', (value) => {
    const url = new URL(textOf(value));
    url.searchParams.delete(name);
    return url.toString();
  });

/** Business answers of an HTTP status, answered otherwise. */
export const inPlaceOf = (status: number, other: (ask: Ask) => Answer): Twist =>
  answering(
    ({ pathOperation }) => pathOperation?.startsWith('OP-') === true,
    (answer, ask) => (answer.status === status ? other(ask) : answer),
  );

/** Business answers of an API code, answered otherwise. */
export const inPlaceOfCode = (code: number, other: (answer: Answer) => Answer): Twist =>
  answering(
    ({ operation }) => operation?.startsWith('OP-') === true,
    (answer) => (codeOf(answer) === code ? other(answer) : answer),
  );

/** Refusals of an operation with this message, answered otherwise. */
export const inPlaceOfMessage = (operation: string, message: string, other: () => Answer): Twist =>
  answering(on(operation), (answer) => (field(field(answer.json, 'status'), 'message') === message ? other() : answer));

export const envelopeOf = (code: number, message: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  json: { status: { message, code }, result: null },
});

export const html = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'text/html' },
  bytes: Buffer.from('<html><body>somebody in between</body></html>'),
});

export const serverError: Answer = {
  status: 500,
  headers: { 'content-type': 'application/json' },
  json: { status: 500, error: 'Internal Server Error' },
};

/** Without a part of `status`. */
export function dropped(answer: Answer, name: string): Answer {
  const status = field(answer.json, 'status');
  if (!isObject(answer.json) || !isObject(status)) return answer;
  return withBody(answer, { ...answer.json, status: Object.fromEntries(Object.entries(status).filter(([key]) => key !== name)) });
}

export function withoutResult(answer: Answer): Answer {
  const status = field(answer.json, 'status');
  return status === undefined ? answer : withBody(answer, { status });
}

/** Asks about the customer of the second story, who has the first spare mobile. */
export const ofSecondCustomer =
  (operation: string) =>
  (ask: Ask): boolean =>
    on(operation)(ask) &&
    [...ask.bank.users.values()].some(
      ({ mobile, tagId }) => mobile === '9990000101' && ask.path.toLowerCase().includes(tagId.toLowerCase()),
    );
