import { openBank } from './bank.ts';
import { postOffice, type CallbackTwist } from './callback.ts';
import { systemClock, type Clock } from './clock.ts';
import { environmentOf, newAgent, newClient, settleIn } from './environment.ts';
import type { Twist } from './exchange.ts';
import { withChange, type PolicyChange } from './policy.ts';
import { router } from './routes.ts';
import { serve } from './server.ts';
import { honest } from './service.ts';
import { allRoutes } from './table.ts';

export interface SandboxOptions {
  port?: number;
  clock?: Clock;
  policy?: PolicyChange;
  twist?: Twist;
  callbackTwist?: CallbackTwist;
  /** Every answer takes this long. */
  latencyMs?: number;
  callbackUrl?: string;
}

export interface Sandbox {
  baseUrl: string;
  authUrl: string;
  /** The run's configuration under its `DMT_*` names. */
  environment: Record<string, string>;
  setCallbackUrl: (url: string | undefined) => void;
  close(): Promise<void>;
}

/** Serves the whole partner service on the loopback address until it is closed. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { clock = systemClock, latencyMs = 0, port = 0 } = options;
  const policy = withChange(options.policy);
  const [agent, other] = [newAgent('Testcase Agent'), newAgent('Testcase Other Agent')];
  const bank = openBank(newClient(), [agent, other], policy.answers.uuids === 'upper');
  settleIn(bank, policy, agent);
  const callbacks = postOffice(policy, clock, options.callbackTwist, options.callbackUrl);
  const find = router(allRoutes(callbacks.completed));
  const { baseUrl, close } = await serve(
    { bank, policy, clock, find, handle: options.twist?.(honest(find)) ?? honest(find), latencyMs },
    port,
  );
  return {
    baseUrl,
    authUrl: baseUrl,
    environment: environmentOf(baseUrl, bank, agent, other),
    setCallbackUrl: callbacks.setUrl,
    close: () => {
      callbacks.close();
      return close();
    },
  };
}
