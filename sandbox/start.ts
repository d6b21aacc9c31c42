import { createStore } from './state/store.ts';
import { callbackSender, type CallbackTwist } from './service/callbacks.ts';
import { systemClock, type Clock } from './state/clock.ts';
import { runEnvironment, newAgent, newClient, runPermissions, addKnownUsers } from './environment.ts';
import type { Twist } from './http/exchange.ts';
import { reportFiredCallback, reportReadPolicy, reportFiredTwist } from './twists/fired.ts';
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
  latencyMs?: number;
  callbackUrl?: string;
  /** Called each time the twist, the changed policy or the latency has an effect. */
  fired?: () => void;
}

export interface Sandbox {
  baseUrl: string;
  authUrl: string;
  /** The configuration of a run, by `DMT_*` names. */
  environment: Record<string, string>;
  /** The settings that permit effects on this sandbox, by `DMT_*` names. */
  permissions: Record<string, string>;
  setCallbackUrl: (url: string | undefined) => void;
  close(): Promise<void>;
}

interface Differences {
  policy: Policy;
  twist: Twist | undefined;
  callbackTwist: CallbackTwist | undefined;
}

/** The differences, watched when the caller passes `fired`. */
function differences({ policy: change = {}, twist, callbackTwist, latencyMs = 0, fired }: SandboxOptions): Differences {
  if (latencyMs > 0) fired?.();
  if (fired === undefined) return { policy: policyWith(change), twist, callbackTwist };
  return {
    policy: reportReadPolicy(policyWith(change), change, fired),
    twist: twist === undefined ? undefined : reportFiredTwist(twist, fired),
    callbackTwist: callbackTwist === undefined ? undefined : reportFiredCallback(callbackTwist, fired),
  };
}

/** Serves the partner service on the loopback address until the caller closes it. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { clock = systemClock, latencyMs = 0, port = 0 } = options;
  const { policy, twist, callbackTwist } = differences(options);
  const agent = newAgent('Testcase Agent');
  const other = newAgent('Testcase Other Agent');
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
