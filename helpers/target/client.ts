import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Subject } from '../../specs/clause.ts';
import type { Operation } from '../../specs/operation.ts';
import type { RunTotals } from '../run/outcome.ts';
import { requestsTo, type Call, type RawRequest, type TokenChoice } from './call.ts';
import type { Config, Credentials } from './config.ts';
import { openConnection } from './connection.ts';
import type { Exchange } from './exchange.ts';
import type { Intent } from './gate.ts';
import { intentsOf, textField } from './intent.ts';
import { secretsOf } from './known-secrets.ts';
import { openLedger, type Ledger } from './ledger.ts';
import { openLimiter } from './limiter.ts';
import { outlinedFor } from './outline.ts';
import { openRecorder, type ExchangeListener } from './recorder.ts';
import { openRedactor, type Redactor } from './redaction.ts';
import { openSending, type Refused, type Sent } from './sending.ts';
import { openSpending } from './spending.ts';
import { tokenRequest, type Agent, type TokenFailure, type TokenResult } from './token.ts';
import { agentToken, type AgentToken } from './tokens.ts';

/** What became of a call: only `reply` holds something to judge. */
export type SendResult =
  | (Extract<Sent, { kind: 'reply' }> & {
      /** The 401 of a token that had worked before: it expired, and the call was not repeated because it has an effect. */
      readonly staleToken?: true;
    })
  | Extract<Sent, { kind: 'trouble' }>
  | Refused
  | { readonly kind: 'no-token'; readonly failure: TokenFailure };

export interface TargetOptions {
  /** Names this run in the ledger. */
  readonly run?: string;
  /** Null keeps no journal. By default `exchanges.jsonl` in the report folder, appended to. */
  readonly journal?: string | null;
  /** Null keeps no ledger. By default `ledger.jsonl` in the state folder, appended to. */
  readonly ledger?: string | null;
  readonly redactor?: Redactor;
  /** Milliseconds, for token lifetimes. */
  readonly now?: () => number;
}

/** The service under test, as everything above speaks to it. */
export interface Target {
  readonly config: Config;
  readonly redactor: Redactor;
  readonly ledger: Ledger;
  readonly send: (operation: Operation, call: Call, purpose: string) => Promise<SendResult>;
  readonly raw: (request: RawRequest, purpose: string, subject: Subject | null) => Promise<SendResult>;
  /** The current token of an agent, asked for when there is none. */
  readonly token: (agent?: Agent) => Promise<TokenResult>;
  /** A new token of the first agent by the documented request, whatever is held; it is held from then on. */
  readonly freshToken: () => Promise<TokenResult>;
  readonly onExchange: (listener: ExchangeListener) => () => void;
  /** Keeps what came from the target without being asked for, such as a callback, as evidence. */
  readonly record: (exchange: Exchange) => void;
  readonly totals: () => RunTotals;
  readonly close: () => Promise<void>;
}

const noOtherAgent: TokenFailure = {
  kind: 'no-credentials',
  reason: 'no second agent: set DMT_OTHER_AGENT_ID and DMT_OTHER_AGENT_PASSWORD',
};

/** Opens everything a run needs to speak to its target; nothing is sent by that. */
export function openTarget(config: Config, options: TargetOptions = {}): Target {
  const {
    run = randomUUID(),
    redactor = openRedactor(undefined, outlinedFor(config.target.kind)),
    now = () => performance.now(),
  } = options;
  redactor.learn(...secretsOf(config));
  const ledger = openLedger(options.ledger === undefined ? join(config.report.stateFolder, 'ledger.jsonl') : options.ledger, run, redactor);
  const recorder = openRecorder(options.journal === undefined ? join(config.report.folder, 'exchanges.jsonl') : options.journal, redactor);
  const connection = openConnection(config.connection);
  const spending = openSpending();
  const sending = openSending({ config, spending, limiter: openLimiter(config.connection), ledger, connection, recorder });
  const to = requestsTo(config.target.baseUrl);
  const intents = intentsOf(config);
  const { timeoutMs } = config.connection;
  const { client, agent, otherAgent } = config.credentials;
  let closing: Promise<void> | null = null;

  const ask = async (credentials: Credentials): Promise<Exchange | TokenFailure> => {
    const request = tokenRequest(config, { client, agent: credentials });
    const departure = { prepared: to.prepareRaw(request, null), subject: 'TOKEN', purpose: 'obtain a token', correlationId: null } as const;
    const sent = await sending.dispatch({ ...departure, intent: intents.ofRaw(request, 'TOKEN'), timeoutMs });
    return sent.kind === 'not-permitted' ? { kind: 'not-permitted', reason: sent.reason } : sent.exchange;
  };
  const tokens: Readonly<Record<Agent, AgentToken>> = {
    agent: agentToken(() => ask(agent), now),
    other: agentToken(() => (otherAgent === null ? Promise.resolve(noOtherAgent) : ask(otherAgent)), now),
  };

  const withToken = async (
    choice: TokenChoice,
    intent: Intent,
    repeatable: boolean,
    attempt: (token: string | null) => Promise<Sent | Refused>,
  ): Promise<SendResult> => {
    if (choice === 'none') return attempt(null);
    if (typeof choice === 'object') return attempt(choice.value);
    // Asked before a token is: what may not leave costs no request at all.
    const refused = sending.refusal(intent);
    if (refused !== null) return refused;
    const own = tokens[choice];
    const token = await own.get();
    if (token.kind !== 'token') return { kind: 'no-token', failure: token };
    const result = await attempt(token.value);
    if (result.kind !== 'reply') return result;
    if (result.exchange.response.status !== 401) {
      own.worked(token.value);
      return result;
    }
    if (!own.dropStale(token.value)) return result;
    if (!repeatable) return { ...result, staleToken: true };
    const fresh = await own.get();
    return fresh.kind === 'token' ? attempt(fresh.value) : { kind: 'no-token', failure: fresh };
  };

  return {
    config,
    redactor,
    ledger,
    send(operation, call, purpose) {
      const intent = intents.ofCall(operation, call);
      const correlationId = textField(call.payload, 'correlationId');
      return withToken(call.token ?? 'agent', intent, operation.effect === 'none', (token) => {
        const prepared = to.prepare(operation, call, token);
        return sending.dispatch({ prepared, subject: operation.id, purpose, intent, correlationId, timeoutMs });
      });
    },
    raw(request, purpose, subject) {
      const intent = intents.ofRaw(request, subject);
      const { maxBytes, timeoutMs: own = timeoutMs, token: choice = 'none', method } = request;
      return withToken(choice, intent, method === 'GET' || method === 'HEAD', (token) => {
        const prepared = to.prepareRaw(request, token);
        return sending.dispatch({ prepared, subject, purpose, intent, correlationId: null, timeoutMs: own, maxBytes });
      });
    },
    token: (whose = 'agent') => tokens[whose].get(),
    freshToken: tokens.agent.fresh,
    onExchange: recorder.onExchange,
    record: recorder.record,
    totals() {
      const { otps, transfers, amount } = spending.spent();
      return { requests: sending.requests(), otps, transfers, amount: amount.toFixed() };
    },
    close() {
      closing ??= sending.stop().then(() => {
        recorder.close();
        ledger.close();
      });
      return closing;
    },
  };
}
