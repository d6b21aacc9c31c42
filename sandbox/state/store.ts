import { randomInt, randomUUID } from 'node:crypto';
import type { Paise } from './money.ts';

export type UserType = 'subAgent' | 'customer';

export interface Agent {
  id: string;
  password: string;
  name: string;
  /** As in OP-15: rupees by wallet type. */
  wallets: Record<string, number>;
}

export interface Token {
  value: string;
  agent: Agent;
  expiresAt: number;
}

export interface Challenge {
  state: string;
  code: string;
  mobile: string;
  agent: Agent;
  issuedAt: number;
  revoked: boolean;
}

export interface Beneficiary {
  id: number;
  accountNumber: string;
  ifscCode: string;
  holderName: string;
  active: boolean;
}

/** Only a customer sends money. */
export interface User {
  tagId: string;
  userType: UserType;
  mobile: string;
  agent: Agent;
  name: string;
  mpin: string | undefined;
  beneficiaries: Map<number, Beneficiary>;
  /** The payment source that OP-8 named last. */
  paymentSource: string;
  balance: Paise;
  /** The part of the balance that is reserved for unsettled transfers. */
  held: Paise;
  cashback: Paise;
  spent: Paise;
}

export interface Session {
  id: string;
  kind: 'fundTransfer' | 'balance';
  sender: User;
  expiresAt: number;
  revoked: boolean;
}

/**
 * The outcome of an accepted request. OP-10 shows rejected. OP-11 shows failed and declined; the money of a declined transfer comes back.
 */
export type Outcome = 'paid' | 'rejected' | 'failed' | 'declined';

export interface Transfer {
  invoiceId: number;
  correlationId: string;
  agent: Agent;
  sender: User;
  beneficiary: Beneficiary;
  amount: Paise;
  fee: Paise;
  source: string;
  outcome: Outcome;
  settled: boolean;
  statusReads: number;
  invoiceReads: number;
  transactionId: string;
  bankRRN: string;
}

export interface Onboarding {
  authId: string;
  session: string;
  payload: string;
  agent: Agent;
  userType: UserType;
  name: string;
  mobile: string;
  subAgentTag: string;
  expiresAt: number;
  completed: boolean;
}

export interface Store {
  client: { id: string; password: string };
  agents: Map<string, Agent>;
  tokens: Map<string, Token>;
  challenges: Map<string, Challenge>;
  wrongCodes: Map<string, number>;
  /** Wrong passwords in a row, by agent. */
  wrongPasswords: Map<string, number>;
  /** By tagId in lower case. */
  users: Map<string, User>;
  sessions: Map<string, Session>;
  /** By agent and correlationId, because callers choose the correlationId. */
  transfers: Map<string, Transfer>;
  invoices: Map<string, Transfer>;
  onboardings: Map<string, Onboarding>;
  /** What POST under `/actuator` changes. */
  env: Map<string, string>;
  loggers: Map<string, string>;
  registry: Map<string, string>;
  nextBeneficiary: number;
  nextInvoice: number;
  uuid: () => string;
}

const CAPACITY = 5000;

/** Forgets the oldest entry beyond the capacity, so that a long campaign does not use unlimited memory. */
export function setBounded<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  const oldest = map.size > CAPACITY ? map.keys().next() : undefined;
  if (oldest !== undefined && oldest.done !== true) map.delete(oldest.value);
}

/** What is used becomes the newest entry: a caller may keep it for minutes. */
export function useBounded<T>(map: Map<string, T>, key: string): T | undefined {
  const value = map.get(key);
  if (value !== undefined && map.delete(key)) map.set(key, value);
  return value;
}

/** Node joins a UUID of twenty pieces, which take ten times the memory of one flat text for as long as it is kept. */
const flatUuid = (): string => Buffer.from(randomUUID(), 'latin1').toString('latin1');

export const createStore = (client: Store['client'], agents: Agent[], upperCase: boolean): Store => ({
  client,
  agents: new Map(agents.map((agent) => [agent.id, agent])),
  tokens: new Map(),
  challenges: new Map(),
  wrongCodes: new Map(),
  wrongPasswords: new Map(),
  users: new Map(),
  sessions: new Map(),
  transfers: new Map(),
  invoices: new Map(),
  onboardings: new Map(),
  env: new Map([['spring.application.name', 'dmt-sandbox']]),
  loggers: new Map([
    ['ROOT', 'INFO'],
    ['sandbox', 'INFO'],
    ['sandbox.transfer', 'INFO'],
  ]),
  registry: new Map([['status', 'UP']]),
  nextBeneficiary: randomInt(1_000, 9_000),
  nextInvoice: randomInt(5_000_000, 6_000_000),
  uuid: upperCase ? () => flatUuid().toUpperCase() : flatUuid,
});

/** The first digit is never zero. */
export const digits = (count: number): string => String(randomInt(10 ** (count - 1), 10 ** count));
