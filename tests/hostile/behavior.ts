import type { Environment } from '../../helpers/config/settings.ts';
import type { CallbackTwist } from '../../sandbox/service/callbacks.ts';
import type { Twist } from '../../sandbox/http/exchange.ts';

/** Addresses a behavior may use. */
export interface Where {
  /** Of the service. */
  readonly address: string;
  /** `127.0.0.1:…`, free for a receiver of callbacks. */
  readonly receiver: string;
  /** Another host, which nobody has any business to visit. */
  readonly stranger: string;
}

/** One way in which a target, or what stands beside it, may mean harm. */
export interface Behavior {
  /** What happens, in words. */
  readonly story: string;
  /** What is selected. */
  readonly checks: readonly string[];
  readonly twist: (where: Omit<Where, 'address'>) => Twist;
  /** Of the callbacks to `127.0.0.1:…`, which are sent by that. */
  readonly callbackTwist?: (receiver: string) => CallbackTwist;
  /** Beside what every hostile target is met with. */
  readonly environment?: (where: Where) => Environment;
  /** How the run ends. */
  readonly exitCode: number;
  /** Where it depends on who arrives first, these ends are right as well. */
  readonly orElse?: readonly number[];
}

/** A behavior of the answers alone. */
export const behavior = (story: string, checks: readonly string[], exitCode: number, twist: Twist): Behavior => ({
  story,
  checks,
  exitCode,
  twist: () => twist,
});

/** Patience of seconds, so that what waits for ever is soon given up; it is taken for a real target, which nobody trusts. */
export const timeoutSettings: Environment = {
  DMT_TARGET: 'uat',
  DMT_TIMEOUT_MS: '700',
  DMT_PENDING_TIMEOUT_MS: '700',
  DMT_CALLBACK_TIMEOUT_MS: '700',
  DMT_FUZZ_RUNS: '0',
};
