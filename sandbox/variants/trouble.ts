import type { Variant } from '../catalogue.ts';
import { answering, business, everyNth, gatewayPage, instead, on, overTheWire, succeeded } from '../twists.ts';
import { envelopeOf } from '../twists/replace.ts';

const sometimes = (nth: number, status: number): Pick<Variant, 'twist' | 'ends'> => ({
  ends: 'blocked',
  twist: everyNth(
    nth,
    business,
    instead(business, () => gatewayPage(status)),
  ),
});

/** Troubles of the environment: nothing here is the service's fault. */
export const troubleVariants: Variant[] = [
  { id: 'gateway-502-at-times', story: 'A gateway in between fails now and then.', ...sometimes(9, 502) },
  { id: 'too-many-requests', story: 'A gateway in between slows us down.', ...sometimes(7, 429) },
  {
    id: 'resets-at-times',
    story: 'Now and then a connection breaks before the request got through.',
    ends: 'blocked',
    twist: everyNth(
      9,
      business,
      instead(business, () => ({ status: 200, headers: {}, wire: { kind: 'reset' } })),
    ),
  },
  {
    id: 'transfer-cut-each-time',
    story: 'OP-9 is cut each time, which may be the environment.',
    ends: 'blocked',
    twist: overTheWire(on('OP-9'), { kind: 'truncate', bytes: 10 }),
  },
  {
    id: 'ekyc-out-of-order',
    story: 'OP-16 is refused with 4000, a system failure.',
    ends: 'blocked',
    twist: answering(on('OP-16'), (answer) => (succeeded(answer) ? envelopeOf(4000, 'system.failure') : answer)),
  },
  {
    id: 'no-funds',
    story: 'OP-9 is refused with 4001: funds or limits.',
    ends: 'blocked',
    twist: answering(on('OP-9'), (answer) => (succeeded(answer) ? envelopeOf(4001, 'not.allowed') : answer)),
  },
];
