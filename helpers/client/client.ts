import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Subject } from '../../specs/clause.ts';
import type { Operation } from '../../specs/operation.ts';
import type { Numbered, RunTotals, Unrecorded } from '../core/records/journal-lines.ts';
import type { Call, RawRequest } from './http/call.ts';
import { openAuthorizedSend } from './authorized-send.ts';
import { openTransferTracker, type TransferTracker } from './journal/transfer-tracker.ts';
import type { Config, Credentials } from '../config/config.ts';
import { openConnection } from './http/connection.ts';
import type { Exchange } from '../core/exchange.ts';
import { collectSecrets } from '../redaction/known-secrets.ts';
import { openLedger, type Ledger, ledgerFilePath } from './journal/ledger.ts';
import { openLimiter } from './limits/limiter.ts';
import { openOutbox, type Outbox, type Outgoing } from './outgoing.ts';
import { createShapeOnlyTest } from '../redaction/body-shape.ts';
import { openOwnBeneficiaries } from './limits/own-beneficiaries.ts';
import { openRecorder, type DepartureListener, type ExchangeListener, exchangesFile } from './journal/recorder.ts';
import { openRedactor, type Redactor } from '../redaction/redactor.ts';
import { openFirstContact } from './first-contact.ts';
import { openDispatcher, type Dispatcher, type DispatcherParts } from './dispatcher.ts';
import type { SendResult } from './send-result.ts';
import { openSpending, type SpendingListener, type UsageTotals } from './limits/spending.ts';
import { tokenRequest, type Agent, type TokenFailure, type TokenResult } from './auth/token.ts';
import type { AskForToken } from './auth/token-state.ts';
import { openAgentToken, type AgentToken } from './auth/tokens.ts';
import { chooseRawTokenUse, chooseTokenUse } from './token-use.ts';
import { openWrongCodes, wrongCodesFile, type WrongRows } from './limits/wrong-codes.ts';

/*
 * The way of one call, and what each part adds:
 *   Call, RawRequest   what the caller wants to send
 *   Outgoing           its purpose, the harm it may do, its deadline; the token is still missing (outgoing.ts)
 *   authorized send    the token; renews one that ran out (authorized-send.ts)
 *   gate               permission and caps (gate.ts)
 *   dispatcher         a free slot, the ledger, the record (dispatcher.ts)
 *   HttpRequest        method, address, headers and body as they leave (http/wire.ts)
 *   connection         TLS, proxy, the answer or the trouble (http/connection.ts)
 *   SendResult         a reply, trouble, no permission or no token (send-result.ts)
 */

export interface TargetOptions {
  readonly run?: string;
  /** Null keeps no journal. Default: `exchanges.jsonl` in the report folder, appended to. */
  readonly journal?: string | null;
  /** Null keeps nothing beyond the run. Default: `ledger.jsonl` in the state folder, with the file of wrong codes beside it. */
  readonly ledger?: string | null;
  readonly redactor?: Redactor;
  readonly before?: { readonly numbered: Numbered; readonly spent: UsageTotals; readonly exchanges: readonly unknown[] };
  readonly onSpent?: SpendingListener;
  /** Milliseconds, for token lifetimes. */
  readonly now?: () => number;
  readonly pause?: (ms: number) => Promise<unknown>;
  /** Milliseconds since 1970, for counts per day. */
  readonly clock?: () => number;
}

export interface Target {
  readonly config: Config;
  readonly redactor: Redactor;
  readonly ledger: Ledger;
  readonly transfers: TransferTracker;
  readonly send: (operation: Operation, call: Call, purpose: string) => Promise<SendResult>;
  readonly raw: (request: RawRequest, purpose: string, subject: Subject | null) => Promise<SendResult>;
  /** The current token of an agent; requests one when there is none. */
  readonly token: (agent?: Agent) => Promise<TokenResult>;
  /** Requests a new token in the documented form and holds it from then on. */
  readonly freshToken: (agent?: Agent) => Promise<TokenResult>;
  /** Like `send`, but counted without a record: for thousands of calls that no one reads. */
  readonly sendUnrecorded: (operation: Operation, call: Call, purpose: string, timeoutMs?: number) => Promise<SendResult>;
  /** Records an exchange that was sent unrecorded, and returns it under its new number. */
  readonly recordLater: <Kept extends Exchange>(exchange: Kept) => Kept;
  readonly unrecorded: () => Unrecorded;
  readonly onExchange: (listener: ExchangeListener) => () => void;
  readonly onDeparture: (listener: DepartureListener) => void;
  readonly record: (exchange: Exchange) => void;
  readonly totals: () => RunTotals;
  readonly wrongRows: WrongRows;
  /** The checks and the campaign together, and the campaign alone. */
  readonly spent: () => UsageTotals;
  readonly mostSpent: () => UsageTotals;
  readonly close: () => Promise<void>;
}

const noOtherAgent: TokenFailure = {
  kind: 'no-credentials',
  reason: 'no second agent: set DMT_OTHER_AGENT_ID and DMT_OTHER_AGENT_PASSWORD',
};

function createTokenAsker(config: Config, outbox: Outbox, { dispatchAtOnce }: Dispatcher, agent: Credentials | null): AskForToken {
  return async () => {
    if (agent === null) return noOtherAgent;
    const request = tokenRequest(config, { client: config.credentials.client, agent });
    const sent = await dispatchAtOnce(outbox.prepareRaw(request, 'obtain a token', 'TOKEN'));
    if (sent.kind === 'no-token') return sent.failure;
    return sent.kind === 'not-permitted' ? { kind: 'not-permitted', reason: sent.reason } : sent.exchange;
  };
}

function openParts(config: Config, options: TargetOptions, redactor: Redactor): DispatcherParts & { readonly transfers: TransferTracker } {
  const { run = randomUUID(), clock = Date.now, ledger: ledgerFile = ledgerFilePath(config.report.stateFolder), before } = options;
  const transfers = openTransferTracker(openLedger(ledgerFile, run, redactor));
  const recorder = openRecorder(
    options.journal === undefined ? join(config.report.folder, exchangesFile) : options.journal,
    redactor,
    before?.exchanges.length,
  );
  recorder.onExchange(transfers.see);
  return {
    config,
    transfers,
    ledger: transfers.ledger,
    recorder,
    firstContact: openFirstContact(),
    connection: openConnection(config.connection),
    spending: openSpending(before?.spent, options.onSpent),
    wrongCodes: openWrongCodes(config, ledgerFile === null ? null : join(config.report.stateFolder, wrongCodesFile), clock),
    limiter: openLimiter(config.connection),
    beneficiaries: openOwnBeneficiaries(config),
    numbered: before?.numbered ?? { requests: 0, quiet: 0 },
  };
}

function teach(redactor: Redactor, config: Config): void {
  redactor.learn(...collectSecrets(config));
  redactor.keepReadable(config.beneficiary.ifsc);
}

export function openTarget(config: Config, options: TargetOptions = {}): Target {
  const {
    redactor = openRedactor(undefined, createShapeOnlyTest(config.target)),
    now = () => performance.now(),
    pause = setTimeout,
  } = options;
  teach(redactor, config);
  const parts = openParts(config, options, redactor);
  const { transfers, ledger, recorder, spending } = parts;
  const dispatcher = openDispatcher(parts);
  const outbox = openOutbox(config, options.run);
  const { agent, otherAgent } = config.credentials;
  const tokens: Readonly<Record<Agent, AgentToken>> = {
    agent: openAgentToken(createTokenAsker(config, outbox, dispatcher, agent), { now, pause }),
    other: openAgentToken(createTokenAsker(config, outbox, dispatcher, otherAgent), { now, pause, agent: 'other' }),
  };
  const authorizedSend = openAuthorizedSend({ dispatch: dispatcher.dispatch, outbox, tokens, now });
  const sendCall = (operation: Operation, call: Call, outgoing: Outgoing): Promise<SendResult> =>
    authorizedSend(call.token ?? 'agent', chooseTokenUse(operation, call), outgoing);
  const { timeoutMs: usualMs } = config.connection;
  let closing: Promise<void> | null = null;

  return {
    config,
    redactor,
    ledger,
    transfers,
    send: (operation, call, purpose) => sendCall(operation, call, outbox.prepareCall(operation, call, purpose)),
    sendUnrecorded: (operation, call, purpose, timeoutMs = usualMs) =>
      sendCall(
        operation,
        call,
        outbox.prepareCall(operation, call, purpose, { unrecorded: true, timeoutMs: Math.min(timeoutMs, usualMs) }),
      ),
    raw(request, purpose, subject) {
      return authorizedSend(request.token ?? 'none', chooseRawTokenUse(request), outbox.prepareRaw(request, purpose, subject));
    },
    recordLater: dispatcher.recordLater,
    unrecorded: dispatcher.unrecorded,
    // All calls of the agent wait for its token.
    token: (whose = 'agent') => dispatcher.inSlot(async () => tokens[whose].get(), true),
    freshToken: (whose = 'agent') => dispatcher.inSlot(tokens[whose].requestFresh),
    onExchange: recorder.onExchange,
    onDeparture: recorder.onDeparture,
    record: recorder.record,
    totals() {
      const { otps, transfers, amount } = spending.certain();
      return { requests: dispatcher.requests(), otps, transfers, amount: amount.toFixed() };
    },
    wrongRows: parts.wrongCodes,
    spent: spending.spent,
    mostSpent: spending.most,
    close: () =>
      (closing ??= dispatcher.stop().then(() => {
        recorder.close();
        ledger.close();
      })),
  };
}
