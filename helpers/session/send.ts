import { apiCodes } from '../../specs/codes.ts';
import type { Subject } from '../../specs/clause.ts';
import { isGatewayStatus, tooManyRequests } from '../core/gateway-statuses.ts';
import type { Operation } from '../../specs/operation.ts';
import { blocked, type Stop } from '../judge/stop.ts';
import { mustBeWhole } from '../judge/served.ts';
import { describeAnswer, readReply, type Reply } from '../judge/reply.ts';
import { openCodeTurns, type CodeTurns } from '../client/limits/code-turns.ts';
import { splitAddress } from '../config/addresses.ts';
import type { Call, Hold } from '../client/http/call.ts';
import type { SendResult } from '../client/send-result.ts';
import { describeWhereAsked } from '../client/http/where-asked.ts';
import { mostFailures, type Breaker } from './breaker.ts';
import type { Availability } from './availability.ts';
import { createTokenExpiredStop, mustHaveLeft } from './no-token.ts';
import { chooseAskAgain, mayBeEarly, retry, waitForOtherAnswer } from './retry.ts';
import { parseRetryAfter } from './retry-after.ts';
import { hasSurelyDoneNothing, readSymptom } from './symptom.ts';

interface SendRequest {
  readonly operation: Operation;
  readonly call: Call;
  /** The call is as documented, so refusing it breaks `OPn-SERVED` and nothing else. */
  readonly documented: boolean;
  readonly purpose: string;
  /** Gets the id of every exchange of this request. */
  readonly noteExchange: (exchangeId: string) => void;
}

export type Send = (request: SendRequest) => Promise<Reply>;

export interface SendParts {
  readonly send: (operation: Operation, call: Call, purpose: string) => Promise<SendResult>;
  /** Control calls succeed while this call meets trouble (reading 6). */
  readonly isServiceToBlame: (doubted: { readonly id: Subject }) => Promise<boolean>;
  readonly availability: Availability;
  readonly breaker: Breaker;
  readonly noteReply: (call: Call, reply: Reply) => void;
  /** Finds out what became of a transfer in doubt, by the exchange that requested it. */
  readonly followUp: (exchange: string) => Promise<void>;
  readonly judge: (reply: Reply) => void;
}

function buildEnvironmentStop(reply: Reply): Stop {
  const { exchange, operation } = reply;
  // Trouble concerns the address, not the path, so the reason names the address: all calls that meet it give the same reason.
  const where =
    exchange.trouble === null ? '' : describeWhereAsked('DMT_BASE_URL', splitAddress(exchange.request.url).origin, exchange.trouble);
  const got = `${operation.id} received ${describeAnswer(reply)}, which the environment may have caused`;
  if (reply.status === tooManyRequests) return blocked('environment', `${got}: set DMT_MAX_RPS to what the target takes`, 'environment');
  return blocked('environment', got + where, 'environment');
}

/** Calls of a race leave together. Reads are repeated, so a loss alone does not hold them. */
function chooseHold({ availability }: SendParts, { operation, call }: SendRequest): Hold | undefined {
  if (call.ticket !== undefined) return undefined;
  const isOn = operation.effect === 'none' ? availability.isGone : availability.holdsCalls;
  return { isOn, untilOver: availability.mustBeAvailable };
}

/** A code or session may not outlive the token, so a documented call that is refused behind an expiry is held against nobody. */
const isOwedToExpiry = (token: 'expired' | 'renewed', { documented, code }: Reply): boolean =>
  token === 'expired' || (documented && code !== apiCodes.success);

/** The refusal accuses no service, and the answer itself is judged like any other. */
const asUndocumented = (reply: Reply): Reply => ({ ...reply, documented: false });

async function sendOnce(parts: SendParts, request: SendRequest, again: string): Promise<Reply> {
  const { operation, call, purpose, documented } = request;
  // Other calls wait for documented calls; no call waits for one that is to be refused.
  const terms = documented ? ({ documented: true, priority: true } as const) : {};
  const held = { ...call, ...terms, hold: chooseHold(parts, request) };
  const sent = mustHaveLeft(await parts.send(operation, held, purpose + again), call);
  request.noteExchange(sent.exchange.id);
  const reply = readReply(operation, sent.exchange, documented);
  if (sent.kind === 'reply' && sent.token !== undefined && isOwedToExpiry(sent.token, reply)) {
    parts.judge(asUndocumented(reply));
    throw createTokenExpiredStop(reply);
  }
  parts.breaker.noteReply(call, reply);
  parts.availability.note(operation, readSymptom(reply), parseRetryAfter(sent.exchange), Date.parse(sent.exchange.startedAt));
  return reply;
}

const hasWrongToken = ({ token }: Call): boolean => token === 'none' || typeof token === 'object';

/** Another code in place of the one that may be lost; once, as each costs money. */
const mayAskAgain = ({ effect }: Operation, { status, exchange }: Reply, outage: number): boolean =>
  effect === 'sends-otp' && outage === 1 && (exchange.trouble?.kind === 'reset' || (status !== null && isGatewayStatus(status)));

/** By HTTP a GET has no effect, whichever the operation. Where money is at stake, nothing relies on that. */
const hasNoEffect = ({ effect }: Operation, { method }: Call): boolean =>
  effect === 'none' || (method === 'GET' && effect !== 'moves-money');

/** A failure may have used up the code that the call carries. */
const mayLackCode = ({ consent }: Call, { code }: Reply): boolean => consent !== undefined && code === apiCodes.wrongOtpOrMpin;

interface Turn {
  readonly begin: () => Promise<void>;
  readonly end: (reply: Reply) => void;
}

/** A call that OP-3 refuses for another reason than its rate has had its turn. */
const createTurn = ({ noteRefused, noteSent }: CodeTurns, { payload }: Call, begin: Turn['begin']): Turn => ({
  begin,
  end: ({ status }) => {
    (status === tooManyRequests ? noteRefused : noteSent)(JSON.stringify(payload));
  },
});

/** Until the answer is one of the service. */
function sendRepeatedly(parts: SendParts, request: SendRequest, note: string, turn?: Turn): Promise<Reply> {
  const { operation, call } = request;
  return retry({
    send: async (again) => {
      await turn?.begin();
      await parts.availability.waitForRetryAfter();
      const sent = await sendOnce(parts, request, note + again);
      turn?.end(sent);
      return sent;
    },
    describe: describeAnswer,
    buildStop: buildEnvironmentStop,
    reading: {
      symptom: readSymptom,
      hasDoneNothing: hasSurelyDoneNothing,
      // A missing or wrong token is refused before consent and session.
      mayHaveLostConsent: ({ code, status }) =>
        call.consent !== undefined && code !== apiCodes.success && !(status === 401 && hasWrongToken(call)),
    },
    policy: {
      isRead: hasNoEffect(operation, call),
      tries: () => (parts.breaker.isKnownFailure(operation, call) ? 1 : mostFailures),
      mayAskAgain: (answer, outage) => mayAskAgain(operation, answer, outage),
      givesUp: ({ exchange }) =>
        parts.availability.isGone() || (exchange.trouble?.kind === 'timeout' && parts.breaker.isHopeless(operation, call)),
    },
    isServiceToBlame: () => parts.isServiceToBlame(operation),
    waitUntilBack: ({ exchange }) => parts.availability.waitUntilBack(operation, exchange.trouble?.kind ?? null),
  });
}

/** Sends through the target, separates trouble of the environment from answers of the service, and judges every answer of the service. */
export function openSend(parts: SendParts): Send {
  const inVain = new Set<Subject>();
  const codeTurns = openCodeTurns();
  const sendJudged = async (request: SendRequest): Promise<Reply> => {
    const { operation, call } = request;
    const refusal = parts.breaker.stopBeforeSending(operation, call, request.documented);
    if (refusal !== null) throw refusal;
    if (!hasNoEffect(operation, call)) await parts.availability.mustBeAvailable();
    const ask = (note: string): Promise<Reply> =>
      operation.effect === 'sends-otp'
        ? codeTurns.inTurn((begin) => sendRepeatedly(parts, request, note, createTurn(codeTurns, call, begin)))
        : sendRepeatedly(parts, request, note);
    const first = await ask('');
    const again = chooseAskAgain(request, first, inVain);
    const reply = again === null ? first : await waitForOtherAnswer(again, first, { ask, judge: parts.judge });
    if (again !== null && mayLackCode(call, reply)) {
      parts.judge(asUndocumented(reply));
      throw buildEnvironmentStop(first);
    }
    if (mayBeEarly(request, reply)) inVain.add(operation.id);
    parts.breaker.noteJudged(call, reply);
    parts.noteReply(call, reply);
    parts.judge(reply);
    // A call without a valid token is judged by its status alone.
    if (call.token !== 'none') mustBeWhole(reply.exchange);
    return reply;
  };
  /** Follows the transfer to its end: its money may still move, and no balance may be compared before. */
  const sendTransfer = async (request: SendRequest): Promise<Reply> => {
    const exchanges: string[] = [];
    const keep = (exchange: string): void => {
      exchanges.push(exchange);
      request.noteExchange(exchange);
    };
    try {
      return await sendJudged({ ...request, noteExchange: keep });
    } finally {
      for (const exchange of exchanges) await parts.followUp(exchange);
    }
  };
  return (request) => (request.operation.effect === 'moves-money' ? sendTransfer(request) : sendJudged(request));
}
