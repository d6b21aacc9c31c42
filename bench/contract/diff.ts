import { compareDescriptions } from '../../helpers/contract/compare/diff.ts';
import { parseDescription } from '../../helpers/contract/read/read.ts';
import type { Description } from '../../helpers/contract/read/model.ts';

const sizes = [500, 1000, 2000, 4000] as const;
const rounds = 7;

const answerProperties = (n: number, invoice: string): object => ({
  amount: { type: 'number' },
  invoiceId: { type: invoice },
  state: { type: 'string', enum: ['COMPLETED', 'FAILED', 'PENDING'] },
  next: { $ref: `#/definitions/Answer${n}` },
  holder: { $ref: '#/definitions/Holder' },
});

/**
 * Pairs of operations share a path. Each has parameters, a payload and an answer that refers to itself. Every tenth answer has the type
 * `changed`.
 */
function descriptionText(operations: number, changed: string): string {
  const numbers = [...Array(operations / 2).keys()];
  const responses = (n: number): object => ({
    200: { description: 'OK', schema: { $ref: `#/definitions/Answer${n}` } },
    401: {},
    403: {},
    404: {},
  });
  const parameters = [
    { in: 'path', name: 'id', type: 'string', required: true },
    { in: 'query', name: 'page', type: 'integer' },
  ];
  const payload = { in: 'body', name: 'body', schema: { $ref: '#/definitions/Holder' } };
  const paths = numbers.map((n): [string, object] => [
    `/part${n}/{id}`,
    { get: { parameters, responses: responses(n) }, post: { parameters: [...parameters, payload], responses: responses(n) } },
  ]);
  const answers = numbers.map((n): [string, object] => [
    `Answer${n}`,
    { type: 'object', properties: answerProperties(n, n % 10 === 0 ? changed : 'integer') },
  ]);
  const holder = { type: 'object', properties: { name: { type: 'string' }, accounts: { type: 'array', items: { type: 'string' } } } };
  return JSON.stringify({
    swagger: '2.0',
    info: { version: '1.0' },
    produces: ['application/json'],
    paths: Object.fromEntries(paths),
    definitions: { Holder: holder, ...Object.fromEntries(answers) },
  });
}

function readDescription(text: string): Description {
  const reading = parseDescription(text);
  if (!reading.ok) throw new Error(reading.problems.join('\n'));
  return reading.description;
}

interface Measured {
  readonly operations: number;
  readonly ms: number;
  readonly findings: number;
}

/** Parses, reads and compares both texts, as the command does, and keeps the quickest round. */
function measure(operations: number): Measured {
  const expected = descriptionText(operations, 'integer');
  const live = descriptionText(operations, 'string');
  let ms = Infinity;
  let findings = 0;
  for (let n = 0; n < rounds; n += 1) {
    const started = performance.now();
    findings = compareDescriptions(readDescription(expected), readDescription(live)).length;
    ms = Math.min(ms, performance.now() - started);
  }
  return { operations, ms, findings };
}

const perOperation = ({ ms, operations }: Measured): number => (ms / operations) * 1000;

/** Time of a comparison by the number of operations. The ratio compares the cost of one operation with the smallest size: 1 is linear. */
export function diffRatio(): Promise<readonly string[]> {
  measure(500);
  const all = sizes.map(measure);
  const [smallest] = all;
  const ratio = (one: Measured): string => (smallest === undefined ? '' : (perOperation(one) / perOperation(smallest)).toFixed(2));
  return Promise.resolve([
    'two descriptions parsed, read and compared',
    ...all.map(
      (one) =>
        `${String(one.operations).padStart(5)} operations  ${one.ms.toFixed(0).padStart(5)} ms  ${perOperation(one).toFixed(1)} µs an operation, ratio ${ratio(one)}   (${one.findings} findings)`,
    ),
  ]);
}
