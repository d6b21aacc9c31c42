import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Subject } from '../../specs/clause.ts';
import type { Operation } from '../../specs/operation.ts';
import type { Numbered, RunTotals, Unrecorded } from '../core/records/journal-lines.ts';
import { requestsTo, type Call, type Prepared, type RawRequest } from './http/call.ts';
import { callerOf } from './http/user-agent.ts';
import { carryingOver, type SendResult } from './authorized-send.ts';
import { openTransferTracker, type TransferTracker } from './journal/transfer-tracker.ts';
import type { Config, Credentials } from '../config/config.ts';
import { openConnection } from './http/connection.ts';
import type { Exchange } from '../core/exchange.ts';
import { intentsOf, textField } from './limits/intent.ts';
import { secretsOf } from '../redaction/known-secrets.ts';
import { openLedger, type Ledger } from './journal/ledger.ts';
import { openLimiter } from './limits/limiter.ts';
import { readsShapeOf } from '../redaction/body-shape.ts';
import { ownBeneficiariesOf } from './limits/own-beneficiaries.ts';
import { openRecorder, type ExchangeListener } from './journal/recorder.ts';
import { openRedactor, type Redactor } from '../redaction/redactor.ts';
import { openSending } from './dispatcher.ts';
import { openSpending, type SpendingListener, type Used } from './limits/spending.ts';
import { tokenRequest, type Agent, type TokenFailure, type TokenResult } from './auth/token.ts';
import { agentToken, type AgentToken } from './auth/tokens.ts';
import { openWrongCodes, wrongCodesFile } from './limits/wrong-codes.ts';

export interface TargetOptions {
  /** Names this run in the ledger, and to the service. */
  readonly run?: string;
  /** Null keeps no journal. By default `exchanges.jsonl` in the report folder, appended to. */
  readonly journal?: string | null;
  /** Null keeps nothing that outlives the run. By default `ledger.jsonl` in the state folder, appended to, and beside it what people were sent. */
  readonly ledger?: string | null;
  readonly redactor?: Redactor;
  /** What earlier sittings of the run numbered and used up. */
  readonly before?: { readonly numbered: Numbered; readonly spent: Used };
  readonly onSpent?: SpendingListener;
  /** Milliseconds, for token lifetimes. */
  readonly now?: () => number;
  readonly pause?: (ms: number) => Promise<unknown>;
  /** Milliseconds since 1970, for what is counted by the day. */
  readonly clock?: () => number;
}

/** The service under test, as everything above speaks to it. */
export interface Target {
  readonly config: Config;
  readonly redactor: Redactor;
  readonly ledger: Ledger;
  /** What is known of the transfers in it. */
  readonly books: TransferTracker;
  readonly send: (operation: Operation, call: Call, purpose: string) => Promise<SendResult>;
  readonly raw: (request: RawRequest, purpose: string, subject: Subject | null) => Promise<SendResult>;
  /** The current token of an agent, asked for when there is none. */
  readonly token: (agent?: Agent) => Promise<TokenResult>;
  /** A new token of an agent by the documented request, whatever is held; it is held from then on. */
  readonly freshToken: (agent?: Agent) => Promise<TokenResult>;
  /** The same as `send`, counted but not recorded: for calls by the thousand that nobody has to look at. */
  readonly quietly: (operation: Operation, call: Call, purpose: string, timeoutMs?: number) => Promise<SendResult>;
  /** Records an exchange that was sent quietly; it comes back under the number it has then. */
  readonly keep: <Kept extends Exchange>(exchange: Kept) => Kept;
  /** Requests that were counted and whose exchanges nobody kept. */
  readonly unrecorded: () => Unrecorded;
  readonly onExchange: (listener: ExchangeListener) => () => void;
  /** Keeps what came from the target without being asked for, such as a callback, as evidence. */
  readonly record: (exchange: Exchange) => void;
  /** Of all sittings of the run so far. */
  readonly totals: () => RunTotals;
  /** Checks and campaign together, and the campaign alone. */
  readonly spent: () => Used;
  /** The most that was reserved at any time. */
  readonly most: () => Used;
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
    redactor = openRedactor(undefined, readsShapeOf(config.target)),
    now = () => performance.now(),
    pause = setTimeout,
    clock = Date.now,
    ledger: ledgerFile = join(config.report.stateFolder, 'ledger.jsonl'),
  } = options;
  redactor.learn(...secretsOf(config));
  const books = openTransferTracker(openLedger(ledgerFile, run, redactor));
  const { ledger } = books;
  const recorder = openRecorder(options.journal === undefined ? join(config.report.folder, 'exchanges.jsonl') : options.journal, redactor);
  recorder.onExchange(books.see);
  const connection = openConnection(config.connection);
  const { numbered = { requests: 0, quiet: 0 }, spent } = options.before ?? {};
  const spending = openSpending(spent, options.onSpent);
  const wrongCodes = openWrongCodes(config, ledgerFile === null ? null : join(config.report.stateFolder, wrongCodesFile), clock);
  const [limiter, beneficiaries] = [openLimiter(config.connection), ownBeneficiariesOf(config)];
  const sending = openSending({ config, spending, wrongCodes, beneficiaries, limiter, ledger, connection, recorder, numbered });
  const to = requestsTo(config.target.baseUrl, callerOf(options.run));
  const intents = intentsOf(config);
  const { timeoutMs } = config.connection;
  const { client, agent, otherAgent } = config.credentials;
  let closing: Promise<void> | null = null;

  const ask = async (credentials: Credentials): Promise<Exchange | TokenFailure> => {
    const request = tokenRequest(config, { client, agent: credentials });
    const about = { subject: 'TOKEN', purpose: 'obtain a token', correlationId: null, timeoutMs } as const;
    const intent = intents.ofRaw(request, 'TOKEN');
    const sent = await sending.dispatchAtOnce({ ...about, prepare: () => to.prepareRaw(request, null), intent });
    if (sent.kind === 'no-token') return sent.failure;
    return sent.kind === 'not-permitted' ? { kind: 'not-permitted', reason: sent.reason } : sent.exchange;
  };
  const tokens: Readonly<Record<Agent, AgentToken>> = {
    agent: agentToken(() => ask(agent), { now, pause }),
    other: agentToken(() => (otherAgent === null ? Promise.resolve(noOtherAgent) : ask(otherAgent)), { now, pause }),
  };

  const carry = carryingOver(sending, to, intents, tokens, { timeoutMs, now });

  const send = (operation: Operation, call: Call, purpose: string, quiet: boolean, within: number): Promise<SendResult> => {
    const intent = intents.ofCall(operation, call);
    const correlationId = textField(call.payload, 'correlationId');
    const make = (token: string | null): Prepared => to.prepare(operation, call, token);
    const { ticket, ahead = false } = call;
    const carried = {
      make,
      subject: operation.id,
      purpose,
      intent,
      correlationId,
      timeoutMs: Math.min(within, call.withinMs ?? within),
      quiet,
      ticket,
      ahead,
    };
    return carry(call.token ?? 'agent', operation.effect === 'none', carried);
  };

  return {
    config,
    redactor,
    ledger,
    books,
    send: (operation, call, purpose) => send(operation, call, purpose, false, timeoutMs),
    quietly: (operation, call, purpose, within = timeoutMs) => send(operation, call, purpose, true, Math.min(within, timeoutMs)),
    keep: (exchange) => sending.keep(exchange),
    unrecorded: sending.unrecorded,
    raw(request, purpose, subject) {
      const intent = intents.ofRaw(request, subject);
      const { maxBytes, timeoutMs: own = timeoutMs, token: choice = 'none', method } = request;
      const make = (token: string | null): Prepared => to.prepareRaw(request, token);
      const carried = { make, subject, purpose, intent, correlationId: null, timeoutMs: own, maxBytes };
      return carry(choice, method === 'GET' || method === 'HEAD', carried);
    },
    token: (whose = 'agent') => sending.inSlot(async () => tokens[whose].get()),
    freshToken: (whose = 'agent') => sending.inSlot(tokens[whose].fresh),
    onExchange: recorder.onExchange,
    record: recorder.record,
    totals() {
      const { otps, transfers, amount } = spending.spent();
      return { requests: sending.requests(), otps, transfers, amount: amount.toFixed() };
    },
    spent: spending.spent,
    most: spending.most,
    close() {
      closing ??= sending.stop().then(() => {
        recorder.close();
        ledger.close();
      });
      return closing;
    },
  };
}
