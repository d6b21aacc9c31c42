import type { Agent, Bank } from '../state/store.ts';
import type { Ask } from '../http/exchange.ts';

/** The agent whose users are there from the start, and the other one. */
export const firstOf = ({ agents }: Bank): Agent | undefined => [...agents.values()][0];
export const otherOf = ({ agents }: Bank): Agent | undefined => [...agents.values()][1];

export const isOther = ({ agent, bank }: Ask): boolean => agent !== undefined && agent === otherOf(bank);

export const tokenOf = (bank: Bank, agent: Agent | undefined): string =>
  [...bank.tokens.values()].filter((token) => token.agent === agent).at(-1)?.value ?? '';

export const as = (ask: Ask, agent: Agent | undefined): Ask => ({
  ...ask,
  agent,
  headers: { ...ask.headers, authorization: `Bearer ${tokenOf(ask.bank, agent)}` },
});
