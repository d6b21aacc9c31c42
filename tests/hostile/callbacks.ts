import { connect } from 'node:net';
import type { CallbackTwist, Delivery } from '../../sandbox/service/callbacks.ts';
import { withCallbackResult } from '../../sandbox/twists/callbacks.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { behavior, type Behavior } from './behavior.ts';

/** What comes to the address for callbacks. */

/** The sandbox itself is busy for seconds with so much to send. */
const enough: Environment = { DMT_TIMEOUT_MS: '10000', DMT_CALLBACK_TIMEOUT_MS: '10000' };

const called = (story: string, exitCode: number, callbackTwist: (receiver: string) => CallbackTwist): Behavior => ({
  ...behavior(story, ['CALLBACK'], exitCode, (right) => right),
  callbackTwist,
  environment: ({ receiver }) => ({ DMT_CALLBACK_LISTEN: receiver, DMT_EKYC_COMPLETE: 'fetch', ...enough }),
});

const named = (right: Delivery, letters: number): Delivery =>
  withCallbackResult(right, (result) => ({ ...result, userName: 'a'.repeat(letters) }));

/** The head of a call, and then a byte now and then for as long as somebody listens. */
function dripTo(receiver: string): void {
  const { hostname, port } = new URL(`http://${receiver}`);
  const socket = connect(Number(port), hostname, () => socket.write('POST /callback HTTP/1.1\r\nHost: x\r\nX-Slow: '));
  const timer = setInterval(() => socket.write('a'), 200);
  socket
    .on('error', () => undefined)
    .on('close', () => {
      clearInterval(timer);
    });
}

/** Before anything else comes, and once per sandbox. */
function crowding(receiver: string, connections: number): CallbackTwist {
  let crowded = false;
  return (right) => {
    if (!crowded) for (let n = 0; n < connections; n += 1) dripTo(receiver);
    crowded = true;
    return [{ ...right, afterMs: 300 }];
  };
}

export const callbacks: readonly Behavior[] = [
  called('sends callbacks of 2 MB', 3, () => (right) => [named(right, 2 * 1024 * 1024)]),
  called('sends callbacks of 100 MB', 3, () => (right) => [named(right, 100 * 1024 * 1024)]),
  called('sends callbacks that are not packed as they say', 3, () => (right) => [
    { ...right, headers: { ...right.headers, 'content-encoding': 'gzip' } },
  ]),
  called('sends a thousand callbacks at once', 0, () => (right) => Array<Delivery>(1000).fill(right)),
  // Whom so many keep out is nobody's to say: what gets through is judged, and nothing is missed.
  { ...called('sends ten thousand callbacks at once', 0, () => (right) => Array<Delivery>(10_000).fill(right)), orElse: [3] },
  {
    ...called('crowds the address for callbacks with ten thousand dripping connections', 0, (receiver) => crowding(receiver, 10_000)),
    orElse: [3, 4],
  },
];
