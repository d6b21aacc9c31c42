import { isGood, textIn, withBody } from '../../twists/requests.ts';
import type { Fault } from '../../catalog.ts';
import type { Answer, Ask } from '../../http/exchange.ts';
import { field, isObject, parse, type Json } from '../../http/json.ts';
import { asking, instead, on } from '../../twists/twists.ts';
import { chapters, crash } from '../../twists/campaigns.ts';

const payloads = ['OP-3', 'OP-7', 'OP-9', 'OP-12', 'OP-13', 'OP-16'];

const rawOf = ({ raw }: Ask): string => Buffer.from(raw).toString('utf8');

/** A parser that reads more than JSON: the raw text is mended before the service sees it. */
const lenient = (id: string, story: string, operations: string[], mend: (raw: string) => string): Fault => ({
  id: `fuzz-${id}`,
  story,
  breaks: ['HTTP-400'],
  fuzz: { chapters: chapters('HTTP-400', 'json', ...operations) },
  twist: asking(
    (ask) => on(...operations)(ask) && ask.broken,
    (ask) => {
      const mended = parse(Buffer.from(mend(rawOf(ask))));
      return mended.broken ? ask : { ...ask, broken: false, body: mended.body };
    },
  ),
});

/** Pays another sum than the one that was written. */
const misread = (id: string, story: string, sum: (ask: Ask, amount: Json | undefined) => number | undefined): Fault => ({
  id: `fuzz-${id}`,
  story,
  breaks: ['OP11-AMOUNT-EXACT'],
  fuzz: { chapters: chapters('OP11-AMOUNT-EXACT', 'payload', 'OP-9') },
  twist: asking(
    (ask) => on('OP-9')(ask) && isGood(ask) && sum(ask, field(ask.body, 'amount')) !== undefined,
    (ask) => withBody(ask, (body) => ({ ...body, amount: sum(ask, body['amount']) ?? null })),
  ),
});

const isText = (value: Json | undefined): value is string => typeof value === 'string';
const amounts = (ask: Ask): number[] => [...rawOf(ask).matchAll(/"amount":(-?\d+(?:\.\d+)?)/g)].map(([, digits]) => Number(digits));
const depthOf = (raw: string): number => /^[[{"a:]+/.exec(raw)?.[0].replaceAll(/["a:]/g, '').length ?? 0;

const broken = (bytes: Uint8Array): Answer => ({ status: 200, headers: { 'content-type': 'application/json' }, bytes });

const echoed = (name: string): Answer =>
  broken(
    Buffer.from(`{"status":{"message":"name.invalid: ${name.replaceAll(/[^ -~]/g, '\u00ed\u00a0')}","code":4160},"result":null}`, 'latin1'),
  );

const trace =
  'java.lang.IllegalArgumentException: Unrecognized character escape\n\tat com.example.dmt.api.PayloadReader.read(PayloadReader.java:40)';

/** Payloads that only somebody who tries many finds to be mistreated. */
export const fuzzValueFaults: Fault[] = [
  crash('apostrophe-in-name', 'An apostrophe in a name answers 500.', ['OP-7'], (ask) => textIn(ask, 'name').includes("'")),
  crash('long-geo-tag', 'A long geoTag answers 500.', ['OP-9'], ({ body }) => {
    const tag = field(field(body, 'options'), 'geoTag');
    return isText(tag) && tag.length > 1000;
  }),
  crash('nul-in-name', 'NUL in a name answers 500.', ['OP-16'], (ask) => textIn(ask, 'name').includes('\u0000')),
  crash('array-for-mpin', 'An array in place of the MPIN answers 500.', ['OP-12'], ({ body }) => Array.isArray(field(body, 'mpin'))),
  crash('number-too-large', 'A number no double holds answers 500.', ['OP-3'], (ask) => /e400|\d{400}/.test(rawOf(ask))),
  crash('null-for-boolean', 'null in place of a boolean answers 500.', ['OP-13'], ({ body }) => field(body, 'object') === null),
  crash('options-absent', 'A transfer without options answers 500.', ['OP-9'], ({ body }) => isObject(body) && !('options' in body)),
  crash(
    'array-for-payload',
    'An array in place of the payload answers 500.',
    ['OP-16'],
    ({ body }) => Array.isArray(body) && body.length === 1,
  ),
  crash('deep-body', 'A deep body answers 500.', ['OP-7'], (ask) => depthOf(rawOf(ask)) >= 1000),
  crash('byte-order-mark', 'A byte order mark answers 500.', ['OP-13'], ({ raw }) => raw[0] === 0xef && raw[1] === 0xbb),
  crash('utf-16', 'A body in UTF-16 answers 500.', ['OP-3'], ({ raw }) => raw[0] === 0 || raw[1] === 0),
  crash('proto-key', 'A key that programs have uses for answers 500.', ['OP-12'], (ask) => rawOf(ask).includes('"__proto__"')),
  lenient('trailing-comma', 'A trailing comma is let pass.', payloads, (raw) => raw.replace(/,\s*([}\]])/, '$1')),
  lenient('two-values', 'Of two JSON values the first is taken.', ['OP-3'], (raw) => raw.replace(/^(\{[^}]*\})[\s\S]+$/, '$1')),
  lenient('comments', 'Comments are let pass.', ['OP-16'], (raw) => raw.replaceAll(/\/\*.*?\*\/|\/\/.*$/g, '')),
  lenient('not-a-number', 'NaN is read as null.', ['OP-9'], (raw) => raw.replace('NaN', 'null')),
  lenient('single-quotes', 'Single quotes are let pass.', ['OP-7'], (raw) => raw.replaceAll("'", '"')),
  {
    id: 'fuzz-surrogate-echoed',
    story: 'A lone surrogate in a name comes back as bytes that are no UTF-8.',
    breaks: ['ENVELOPE-BODY'],
    fuzz: { chapters: [...chapters('HTTP-NO-5XX', 'payload', 'OP-7'), 'ENVELOPE-BODY~object-OP-7'] },
    twist: instead(
      (ask) => on('OP-7')(ask) && isGood(ask) && !textIn(ask, 'name').isWellFormed(),
      (ask) => echoed(textIn(ask, 'name')),
    ),
  },
  {
    id: 'fuzz-code-beside-400',
    story: 'A word that is no JSON is answered with HTTP 400 and a code.',
    breaks: ['CODE-ONLY-WITH-200'],
    fuzz: { chapters: [...chapters('HTTP-400', 'json', 'OP-13'), 'CODE-ONLY-WITH-200~other-status-OP-13'] },
    twist: instead(
      (ask) => on('OP-13')(ask) && ask.agent !== undefined && ask.broken && /^[a-z]/.test(rawOf(ask)),
      () => ({
        status: 400,
        headers: { 'content-type': 'application/json' },
        json: { status: { message: null, code: 4160 }, result: null },
      }),
    ),
  },
  {
    id: 'fuzz-trace-on-escape',
    story: 'A broken escape is answered with a stack trace.',
    breaks: [],
    warns: ['NO-STACK-TRACE'],
    fuzz: { chapters: [...chapters('HTTP-400', 'json', 'OP-7'), 'NO-STACK-TRACE~every-answer-OP-7'] },
    twist: instead(
      (ask) => on('OP-7')(ask) && ask.broken && rawOf(ask).includes(String.raw`\x`),
      () => ({ status: 400, headers: { 'content-type': 'text/plain' }, bytes: Buffer.from(trace) }),
    ),
  },
  misread('third-decimal', 'A third decimal is rounded.', (_, amount) =>
    typeof amount === 'number' && /\.\d{3}/.test(String(amount)) && amount > 0.005 ? Math.round(amount * 100) / 100 : undefined,
  ),
  misread('repeated-amount', 'An amount told twice moves the sum of both.', (ask) => {
    const [first, second] = amounts(ask);
    return first === undefined || second === undefined ? undefined : first + second;
  }),
  misread('exponent', 'Of an amount with an exponent the digits before it are paid.', (ask) => {
    const digits = /"amount":(\d+(?:\.\d+)?)[eE]/.exec(rawOf(ask))?.[1];
    return digits === undefined ? undefined : Number(digits);
  }),
  misread('amount-as-text', 'An amount written as a text is read in paise.', (_, amount) =>
    isText(amount) && /^\d+$/.test(amount) ? Number(amount) / 100 : undefined,
  ),
];
