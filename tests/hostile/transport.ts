import type { ServiceResponse } from '../../sandbox/http/exchange.ts';
import { respondWith, on } from '../../sandbox/twists/twists.ts';
import { behavior, type Behavior } from './behavior.ts';
import { brotlied, cutGzip, gzipped, noGzip, twice } from './packing.ts';
import { asJson, bytes, drip, envelope, flood, ok, own, raw } from './writing.ts';

/** Instead of an answer of OP-2, which takes nothing but a token. */
const answers = (story: string, exitCode: number, answer: ServiceResponse): Behavior =>
  behavior(
    story,
    ['OP-2'],
    exitCode,
    respondWith(on('OP-2'), () => answer),
  );

/** The same, of calls that have a good token, or of those that have none: these have to be refused whatever comes with it. */
const someAnswers = (story: string, hasToken: boolean, exitCode: number, answer: ServiceResponse): Behavior =>
  behavior(
    story,
    ['OP-2'],
    exitCode,
    respondWith(
      (ask) => on('OP-2')(ask) && (ask.agent !== undefined) === hasToken,
      () => answer,
    ),
  );
const servedAnswers = (story: string, exitCode: number, answer: ServiceResponse): Behavior => someAnswers(story, true, exitCode, answer);

const length = (value: string): string => `Content-Length: ${value}`;
const many = (count: number): string[] => Array.from({ length: count }, (_, n) => `X-Many-${n}: ${n}`);

const waiting: readonly Behavior[] = [
  answers(
    'never begins to answer',
    1,
    own(() => undefined),
  ),
  answers('falls silent behind the head', 1, raw([ok, asJson, length('100')], '', false)),
  answers('falls silent in the middle of the body', 1, raw([ok, asJson, length('100')], envelope, false)),
  answers('drips a body for ever', 1, drip(20)),
  answers('drips a header for ever', 1, drip(20, false)),
  answers(
    'resets before it answers',
    1,
    own(({ socket }) => socket?.resetAndDestroy()),
  ),
  answers(
    'resets in the middle of the body',
    1,
    own(({ socket }) => socket?.write(`${ok}\r\n${asJson}\r\n${length('100')}\r\n\r\n{`, () => socket.resetAndDestroy())),
  ),
  answers(
    'goes on with 100 Continue for ever',
    1,
    own((response) => {
      const timer = setInterval(() => response.socket?.write('HTTP/1.1 100 Continue\r\n\r\n'), 5);
      response.on('close', () => {
        clearInterval(timer);
      });
    }),
  ),
];

const sizes: readonly Behavior[] = [
  servedAnswers('answers 64 MB', 3, flood(64)),
  answers('answers 64 MB to anybody', 3, flood(64)),
  someAnswers('answers 64 MB to whoever has no token', false, 1, flood(64)),
  servedAnswers('answers 1 GB', 3, flood(1024)),
  servedAnswers('answers without end, in chunks', 3, flood(Number.POSITIVE_INFINITY)),
  servedAnswers('answers a gzip bomb', 3, gzipped),
  servedAnswers('answers a brotli bomb', 3, brotlied),
  // What cannot be unpacked is doubted first, and judged when a read shows it five times running (reading 6).
  servedAnswers('answers a gzip bomb packed twice', 1, twice),
  servedAnswers('answers half a gzip archive', 1, cutGzip),
  servedAnswers('calls plain text gzip', 1, noGzip),
  answers('sends ten thousand headers', 1, raw([ok, asJson, ...many(10_000), length(String(envelope.length))], envelope)),
  answers('sends a header of 1 MB', 1, raw([ok, asJson, `X-Long: ${'a'.repeat(1024 * 1024)}`, length('0')], '')),
];

const framing: readonly Behavior[] = [
  answers('promises more bytes than come', 1, raw([ok, asJson, length('1000')], envelope)),
  answers('sends more bytes than it promised', 1, raw([ok, asJson, length('10')], envelope)),
  answers('sends fewer than no bytes', 1, raw([ok, asJson, length('-1')], envelope)),
  answers('tells two lengths', 1, raw([ok, asJson, length('5'), length('58')], envelope)),
  answers('chunks by a size that is none', 1, raw([ok, asJson, 'Transfer-Encoding: chunked'], `zz\r\n${envelope}\r\n0\r\n\r\n`)),
  answers('sends control characters in a header', 1, raw([ok, asJson, 'X-Odd: \u0000\u0007\u001b[31m', length('0')], '')),
  answers('switches protocols', 1, raw(['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: upgrade'], '')),
  answers('sends a body with 204', 1, raw(['HTTP/1.1 204 No Content', asJson, length(String(envelope.length))], envelope)),
  answers('answers with status 999', 1, raw(['HTTP/1.1 999 Odd', asJson, length(String(envelope.length))], envelope)),
  answers('answers with status 000', 1, raw(['HTTP/1.1 000 Odd', asJson, length(String(envelope.length))], envelope)),
  answers('speaks HTTP/0.9', 1, bytes('<html>nothing before it</html>')),
  answers('speaks another protocol', 1, bytes(Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7) % 256)))),
];

export const transport: readonly Behavior[] = [...waiting, ...sizes, ...framing];
