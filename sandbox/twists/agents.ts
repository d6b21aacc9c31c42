import type { Agent, Store } from '../state/store.ts';
import type { ServiceRequest } from '../http/exchange.ts';

/** The agent whose users are there from the start, and the other one. */
export const firstOf = ({ agents }: Store): Agent | undefined => [...agents.values()][0];
export const otherOf = ({ agents }: Store): Agent | undefined => [...agents.values()][1];

export const isOther = ({ agent, store }: ServiceRequest): boolean => agent !== undefined && agent === otherOf(store);

export const tokenOf = (store: Store, agent: Agent | undefined): string =>
  [...store.tokens.values()].filter((token) => token.agent === agent).at(-1)?.value ?? '';

export const as = (request: ServiceRequest, agent: Agent | undefined): ServiceRequest => ({
  ...request,
  agent,
  headers: { ...request.headers, authorization: `Bearer ${tokenOf(request.store, agent)}` },
});
