import type { Variant } from '../catalogue.ts';
import { business, everyNth, gatewayPage, instead } from '../twists.ts';

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
];
