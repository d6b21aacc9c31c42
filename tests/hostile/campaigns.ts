import type { ServiceResponse, Twist } from '../../sandbox/http/exchange.ts';
import { respondWith, on, type When } from '../../sandbox/twists/twists.ts';
import { behavior, type Behavior } from './behavior.ts';
import { gzipped } from './packing.ts';
import { drip, flood, own } from './writing.ts';

/** What a campaign meets when only its odd calls are answered in bad faith. */

/** So many calls are answered honestly: those that make the campaign ready. */
const honestly = 3;

/** Counted per sandbox. */
const afterwards =
  (when: When, answer: () => ServiceResponse): Twist =>
  (right) => {
    let seen = 0;
    const hostile = respondWith(when, answer)(right);
    return (ask) => {
      if (when(ask)) seen += 1;
      return seen > honestly ? hostile(ask) : right(ask);
    };
  };

const read = { operation: 'OP-1', checks: ['HTTP-NO-5XX~fuzz-address-OP-1', 'HTTP-ANSWERED~fuzz-address-OP-1'] };
const write = { operation: 'OP-13', checks: ['HTTP-NO-5XX~fuzz-payload-OP-13'] };

const campaign = (story: string, { operation, checks }: typeof read, exitCode: number, answer: () => ServiceResponse): Behavior => ({
  ...behavior(`${story} under a campaign of ${operation}`, checks, exitCode, afterwards(on(operation), answer)),
  environment: () => ({ DMT_FUZZ_RUNS: '60', DMT_FUZZ_SECONDS: '10', DMT_ALLOW: 'fuzz-effects' }),
});

export const campaigns: readonly Behavior[] = [
  // Of a call with effects nobody can tell whose doing it is that no answer comes (reading 6).
  ...(
    [
      [read, 1],
      [write, 4],
    ] as const
  ).flatMap(([calls, exitCode]) => [
    campaign('hangs', calls, exitCode, () => own(() => undefined)),
    campaign('resets', calls, exitCode, () => own(({ socket }) => socket?.resetAndDestroy())),
    campaign('drips one byte a second', calls, exitCode, () => drip(1000)),
    campaign('answers 1 GB', calls, exitCode, () => flood(1024)),
    campaign('answers a gzip bomb', calls, exitCode, () => gzipped),
  ]),
];
