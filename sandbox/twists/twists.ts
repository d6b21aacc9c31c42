import { text } from '../http/responses.ts';
import type { Answer, Ask, Twist, Wire } from '../http/exchange.ts';
import { field, isObject, type Json, type JsonObject } from '../http/json.ts';
import { fits } from '../http/router.ts';

/** Pieces to build faults and variants from. */

export type When = (ask: Ask) => boolean;

export const on =
  (...operations: string[]): When =>
  ({ operation }) =>
    operation !== undefined && operations.includes(operation);

/** These operations' paths, under any method. */
export const onPath =
  (...operations: string[]): When =>
  ({ pathOperation }) =>
    pathOperation !== undefined && operations.includes(pathOperation);

/** A method on every path of this shape. */
export const at =
  (method: string, template: string): When =>
  (ask) =>
    ask.method === method && fits(template.split('/'), ask.path.split('/'));

export const business: When = ({ operation }) => operation?.startsWith('OP-') === true;

/** Changes the answer of every ask this holds for. */
export const answering =
  (when: When, change: (answer: Answer, ask: Ask) => Answer): Twist =>
  (right) =>
  async (ask) => {
    const answer = await right(ask);
    return when(ask) ? change(answer, ask) : answer;
  };

/** Changes the ask before the honest service sees it. */
export const asking =
  (when: When, change: (ask: Ask) => Ask): Twist =>
  (right) =>
  (ask) =>
    right(when(ask) ? change(ask) : ask);

/** Answers in place of the honest service, which never hears of the ask. */
export const instead =
  (when: When, answer: (ask: Ask) => Answer): Twist =>
  (right) =>
  (ask) =>
    when(ask) ? Promise.resolve(answer(ask)) : right(ask);

/** Lets the first `count` asks it holds for pass through `twist`, counted per sandbox. */
export const first =
  (count: number, when: When, twist: Twist): Twist =>
  (right) => {
    const twisted = twist(right);
    let seen = 0;
    return (ask) => {
      if (when(ask)) seen += 1;
      return when(ask) && seen <= count ? twisted(ask) : right(ask);
    };
  };

/** From the nth ask this holds for, so many asks of any kind, counted per sandbox. */
export const burst =
  (nth: number, when: When, length: number, twist: Twist): Twist =>
  (right) => {
    const twisted = twist(right);
    let [seen, left] = [0, 0];
    return (ask) => {
      if (when(ask)) seen += 1;
      if (when(ask) && seen === nth) left = length;
      if (left === 0 || ask.operation === 'PHONE') return right(ask);
      left -= 1;
      return twisted(ask);
    };
  };

/** Every nth ask it holds for, counted per sandbox. */
export const everyNth =
  (nth: number, when: When, twist: Twist): Twist =>
  (right) => {
    const twisted = twist(right);
    let seen = 0;
    return (ask) => {
      if (when(ask)) seen += 1;
      return when(ask) && seen % nth === 0 ? twisted(ask) : right(ask);
    };
  };

/** Several twists at once; the first is nearest to the honest service. */
export const both =
  (...twists: Twist[]): Twist =>
  (right) =>
    twists.reduce((handler, twist) => twist(handler), right);

export const codeOf = (answer: Answer): Json | undefined => field(field(answer.json, 'status'), 'code');

export const succeeded = (answer: Answer): boolean => codeOf(answer) === 2000;

export const resultOf = (answer: Answer): Json | undefined => field(answer.json, 'result');

/** Another result in a successful answer. */
export const withResult = (answer: Answer, change: (result: JsonObject) => Json): Answer => {
  const result = resultOf(answer);
  return succeeded(answer) && isObject(answer.json) && isObject(result)
    ? { ...answer, json: { ...answer.json, result: change(result) } }
    : answer;
};

export const withStatus = (answer: Answer, change: JsonObject): Answer => {
  const status = field(answer.json, 'status');
  return isObject(answer.json) && isObject(status) ? { ...answer, json: { ...answer.json, status: { ...status, ...change } } } : answer;
};

/** A changed field in every successful result of one operation. */
export const resultField = (operation: string, name: string, change: (value: Json | undefined, ask: Ask) => Json): Twist =>
  answering(on(operation), (answer, ask) => withResult(answer, (result) => ({ ...result, [name]: change(result[name], ask) })));

export const without = (object: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

export const overTheWire = (when: When, wire: Wire): Twist => answering(when, (answer) => ({ ...answer, wire }));

export const gatewayPage = (status: number): Answer =>
  text(status, 'text/html', `<html><head><title>${status}</title></head><body><center>gateway</center></body></html>`);
