import { withHeader } from './requests.ts';
import type { Agent, Store } from '../state/store.ts';
import type { ServiceRequest } from '../http/exchange.ts';

/** The first agent has users from the start. */
export const firstAgent = ({ agents }: Store): Agent | undefined => [...agents.values()][0];
export const otherAgent = ({ agents }: Store): Agent | undefined => [...agents.values()][1];

export const isOtherAgent = ({ agent, store }: ServiceRequest): boolean => agent !== undefined && agent === otherAgent(store);

export const newestToken = (store: Store, agent: Agent | undefined): string =>
  [...store.tokens.values()].filter((token) => token.agent === agent).at(-1)?.value ?? '';

/** Uses a valid token of that agent. Without one the request stays as it is. */
export const asAgent = (request: ServiceRequest, agent: Agent | undefined): ServiceRequest => {
  const live = [...request.store.tokens.values()].find((token) => token.agent === agent && request.clock.now() < token.expiresAt);
  return live === undefined ? request : { ...withHeader(request, 'authorization', `Bearer ${live.value}`), agent: live.agent };
};
