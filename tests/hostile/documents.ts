import { text } from '../../sandbox/http/responses.ts';
import type { ServiceResponse } from '../../sandbox/http/exchange.ts';
import { onRoute, respondWith, on } from '../../sandbox/twists/twists.ts';
import { behavior, type Behavior } from './behavior.ts';
import { drip, flood } from './writing.ts';

/** JSON that is whole and well-formed, or nearly, and meant to break its reader. */

const body = (result: string): ServiceResponse =>
  text(200, 'application/json', `{"status":{"message":"success","code":2000},"result":${result}}`);

const answers = (story: string, result: string, exitCode = 1): Behavior =>
  behavior(
    story,
    ['OP-2', 'OP-15'],
    exitCode,
    respondWith(on('OP-2', 'OP-15'), () => body(result)),
  );

const keys = (count: number): string => `{${Array.from({ length: count }, (_, n) => `"${n.toString(36)}":0`).join(',')}}`;
const names = '{"__proto__":{"code":4170},"constructor":{"prototype":{"polluted":true}},"hasOwnProperty":1,"toString":null,"then":{}}';

const json: readonly Behavior[] = [
  answers('nests a hundred thousand arrays', '['.repeat(100_000) + ']'.repeat(100_000)),
  answers('nests eighty thousand objects', '{"a":'.repeat(80_000) + '1' + '}'.repeat(80_000)),
  answers('sends forty thousand keys', keys(40_000)),
  answers('sends a million keys', keys(1_000_000), 3),
  answers('lists a hundred thousand wrong values', `[${'"x",'.repeat(100_000)}1]`),
  answers('sends a number of half a million digits', '9'.repeat(500_000)),
  answers('uses the names of the language', names),
  answers('repeats a key ten thousand times', `{${'"mainAccount":1,'.repeat(10_000)}"mainAccount":"x"}`),
  answers('sends a text of half a million backslashes', `"${'\\\\'.repeat(250_000)}"`),
  answers('sends codes like secrets without end', `[${Array.from({ length: 25_000 }, (_, n) => `{"otp":"${n}x"}`).join(',')}]`),
  behavior(
    'sends what is no UTF-8',
    ['OP-2'],
    1,
    respondWith(on('OP-2'), () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      bytes: Buffer.concat([Buffer.from('{"status":'), Buffer.alloc(100_000, 0xff)]),
    })),
  ),
];

const described = (document: string): ServiceResponse => text(200, 'application/json', document);
const swagger = (paths: string, definitions = '{}'): string =>
  `{"swagger":"2.0","info":{"version":"1.0","title":"x"},"paths":${paths},"definitions":${definitions}}`;
const referring = (ref: string): string =>
  swagger(
    `{"/actuator":{"get":{"responses":{"200":{"description":"x","schema":{"$ref":${JSON.stringify(ref)}}}}}}}`,
    '{"A":{"allOf":[{"$ref":"#/definitions/B"}]},"B":{"properties":{"a":{"$ref":"#/definitions/A"}},"allOf":[{"$ref":"#/definitions/A"}]}}',
  );
const paths = (count: number): string =>
  swagger(`{${Array.from({ length: count }, (_, n) => `"/p${n}":{"get":{"responses":{}}}`).join(',')}}`);

/** An answer made once, however often it is asked for. */
const describes = (story: string, exitCode: number, make: () => ServiceResponse): Behavior => {
  let made: ServiceResponse | null = null;
  return behavior(
    story,
    ['SWAGGER'],
    exitCode,
    respondWith(onRoute('GET', '/v2/api-docs'), () => (made ??= make())),
  );
};

const descriptions: readonly Behavior[] = [
  describes('describes itself without end', 4, () => flood(Number.POSITIVE_INFINITY)),
  describes('describes itself in 100 MB', 4, () => flood(100)),
  describes('drips its description for ever', 4, () => drip(20)),
  describes('describes itself in circles', 1, () => described(referring('#/definitions/A'))),
  describes('describes itself by a file of ours', 1, () => described(referring('file:///etc/passwd'))),
  describes('describes fifty thousand paths', 4, () => described(paths(50_000))),
  describes('describes a million paths', 4, () => described(paths(1_000_000))),
  {
    ...describes('describes itself by another host', 1, () => described('{}')),
    twist: ({ stranger }) => respondWith(onRoute('GET', '/v2/api-docs'), () => described(referring(`${stranger}/schema.json`))),
  },
];

export const documents: readonly Behavior[] = [...json, ...descriptions];
