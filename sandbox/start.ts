import { createStore } from './state/store.ts';
import { callbackSender, type CallbackTwist } from './service/callbacks.ts';
import { systemClock, type Clock } from './state/clock.ts';
import { runEnvironment, newAgent, newClient, runPermissions, addKnownUsers } from './environment.ts';
import type { Twist } from './http/exchange.ts';
import { watchCallback, watchPolicy, watchTwist } from './twists/watch.ts';
import { policyWith, type Policy, type PolicyChange } from './service/policy.ts';
import { createRouter } from './http/router.ts';
import { startServer } from './http/server.ts';
import { honestService } from './service/service.ts';
import { allRoutes } from './service/routes.ts';

export interface SandboxOptions {
  port?: number;
  clock?: Clock;
  policy?: PolicyChange;
  twist?: Twist;
  callbackTwist?: CallbackTwist;
  /** Every answer takes this long. */
  latencyMs?: number;
  callbackUrl?: string;
  /** Called whenever the twist, the changed policy or the latency shows. */
  fired?: () => void;
}

export interface Sandbox {
  baseUrl: string;
  authUrl: string;
  /** The run's configuration under its `DMT_*` names. */
  environment: Record<string, string>;
  /** The settings that permit effects on it, under theirs. */
  permissions: Record<string, string>;
  setCallbackUrl: (url: string | undefined) => void;
  close(): Promise<void>;
}

interface Differences {
  policy: Policy;
  twist: Twist | undefined;
  callbackTwist: CallbackTwist | undefined;
}

/** What makes this sandbox different. It is watched when the caller wants to know whether it shows. */
function differences({ policy: change = {}, twist, callbackTwist, latencyMs = 0, fired }: SandboxOptions): Differences {
  if (latencyMs > 0) fired?.();
  if (fired === undefined) return { policy: policyWith(change), twist, callbackTwist };
  return {
    policy: watchPolicy(policyWith(change), change, fired),
    twist: twist === undefined ? undefined : watchTwist(twist, fired),
    callbackTwist: callbackTwist === undefined ? undefined : watchCallback(callbackTwist, fired),
  };
}

/** Serves the whole partner service on the loopback address until it is closed. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { clock = systemClock, latencyMs = 0, port = 0 } = options;
  const { policy, twist, callbackTwist } = differences(options);
  const [agent, other] = [newAgent('Testcase Agent'), newAgent('Testcase Other Agent')];
  const store = createStore(newClient(), [agent, other], policy.answers.uuids === 'upper');
  addKnownUsers(store, policy, agent);
  const callbacks = callbackSender(policy, clock, callbackTwist, options.callbackUrl);
  const find = createRouter(allRoutes(callbacks.completed));
  const { baseUrl, close } = await startServer(
    { store: store, policy, clock, find, handle: twist?.(honestService(find)) ?? honestService(find), latencyMs },
    port,
  );
  return {
    baseUrl,
    authUrl: baseUrl,
    environment: runEnvironment(baseUrl, store, agent, other),
    permissions: runPermissions(baseUrl),
    setCallbackUrl: callbacks.setUrl,
    close: () => {
      callbacks.close();
      return close();
    },
  };
}
