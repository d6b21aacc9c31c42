import { withHeader } from './requests.ts';
import type { Agent, Store } from '../state/store.ts';
import type { ServiceRequest } from '../http/exchange.ts';

/** The agent whose users are there from the start, and the other one. */
export const firstAgent = ({ agents }: Store): Agent | undefined => [...agents.values()][0];
export const otherAgent = ({ agents }: Store): Agent | undefined => [...agents.values()][1];

export const isOtherAgent = ({ agent, store }: ServiceRequest): boolean => agent !== undefined && agent === otherAgent(store);

export const newestToken = (store: Store, agent: Agent | undefined): string =>
  [...store.tokens.values()].filter((token) => token.agent === agent).at(-1)?.value ?? '';

/** The same request with a valid token of that agent. It stays as it is when there is no such token. */
export const asAgent = (request: ServiceRequest, agent: Agent | undefined): ServiceRequest => {
  const live = [...request.store.tokens.values()].find((token) => token.agent === agent && request.clock.now() < token.expiresAt);
  return live === undefined ? request : { ...withHeader(request, 'authorization', `Bearer ${live.value}`), agent: live.agent };
};
