import { apiCodes, isCertainRefusal } from '../../specs/codes.ts';
import { isRecord } from '../core/json.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import type { OperationId } from '../../specs/operation.ts';
import { maxBodyText } from '../client/http/body.ts';
import type { Exchange } from '../core/exchange.ts';
import type { SchemaFinding } from './schema/findings.ts';
import { createAnswerViolation } from './must.ts';
import { describeAnswer, isServed, isTruncated, type Reply } from './reply.ts';
import { blocked, createViolationStop, isBlockedBy, isViolationOf, type Stop } from './stop.ts';

/** The clause that says that a documented call is served, per operation (reading 1). */
export const servedClauseByOperation = {
  'OP-1': 'OP1-SERVED',
  'OP-2': 'OP2-SERVED',
  'OP-3': 'OP3-SERVED',
  'OP-4': 'OP4-SERVED',
  'OP-5': 'OP5-SERVED',
  'OP-6': 'OP6-SERVED',
  'OP-7': 'OP7-SERVED',
  'OP-8': 'OP8-SERVED',
  'OP-9': 'OP9-SERVED',
  'OP-10': 'OP10-SERVED',
  'OP-11': 'OP11-SERVED',
  'OP-12': 'OP12-SERVED',
  'OP-13': 'OP13-SERVED',
  'OP-14': 'OP14-SERVED',
  'OP-15': 'OP15-SERVED',
  'OP-16': 'OP16-SERVED',
} as const satisfies Record<OperationId, ClauseId>;

export interface UsedCode {
  /** The source tied the code to this challenge, or the service accepted the same code elsewhere in this run (reading 15). */
  readonly surelyRight: () => boolean;
}

/** A break of these clauses hides the code, and without the code nothing else of the answer can be judged. */
const codeHidingClauses: readonly string[] = ['ENVELOPE-BODY', 'ENVELOPE-STATUS', 'ENVELOPE-STATUS-CODE', 'CODE-LISTED'];

const listedCodes: readonly (number | null)[] = Object.values(apiCodes);

/** A listed code written as text hides nothing. */
function findBrokenEnvelope(reply: Reply): Pick<SchemaFinding, 'clause'> | undefined {
  if (reply.status !== 200 || listedCodes.includes(reply.code)) return undefined;
  if (!isRecord(reply.body)) return { clause: 'ENVELOPE-BODY' };
  return reply.envelope.findings.find(({ clause }) => codeHidingClauses.includes(clause));
}

/** Of an answer that was cut, only the status can be judged. */
export function mustBeWhole(exchange: Exchange): void {
  if (exchange.response?.status !== 200 || !isTruncated(exchange)) return;
  const who = exchange.operation ?? 'the service';
  throw blocked('answer-too-long', `${who} sent an answer longer than the suite reads (${maxBodyText}), so it is not judged`, 'service');
}

const transferRefusals: readonly number[] = [apiCodes.notAuthorized, apiCodes.nothingFound, apiCodes.validationFailed];

function findBrokenEnvelopeStop(reply: Reply): Stop | undefined {
  const broken = findBrokenEnvelope(reply);
  return broken === undefined ? undefined : blocked(broken.clause, `${reply.operation.id} was answered outside the envelope`, 'service');
}

/** Refusals that do not count against the service (reading 1). */
function findExcuse(reply: Reply, used: UsedCode | undefined): Stop | undefined {
  const { operation, code } = reply;
  const envelope = findBrokenEnvelopeStop(reply);
  if (envelope !== undefined) return envelope;
  if (reply.status !== 200 || code === null) return undefined;
  if (code === apiCodes.systemFailure)
    return blocked('system-failure', `${operation.id} was answered with 4000, a system failure`, 'environment');
  if (operation.id === 'OP-9' && transferRefusals.includes(code)) {
    return blocked(
      'funds-or-limits',
      `the transfer got ${describeAnswer(reply)}: check funds, limits, session and beneficiary of the sender, or change DMT_TRANSFER_AMOUNT`,
      'test-data',
    );
  }
  if (code === apiCodes.wrongOtpOrMpin && used !== undefined && !used.surelyRight()) {
    return blocked(
      'otp-source',
      `${operation.id} refused the code from DMT_OTP_SOURCE, which may be wrong or old: check DMT_OTP, DMT_OTP_URL or DMT_OTP_COMMAND`,
      'configuration',
    );
  }
  return undefined;
}

/** OP-9 did not accept the transfer, in whatever form it says so. What the wallet does not hold, or odd amounts, it may refuse. */
export const isTransferRefusal = (error: unknown): error is Stop =>
  isBlockedBy(error, 'funds-or-limits') || isViolationOf(error, 'OP9-SERVED');

const createNotServedViolation = (reply: Reply): Stop =>
  createAnswerViolation(servedClauseByOperation[reply.operation.id], 'HTTP 200 with code 2000', reply);

/** Served, but not with HTTP 200. */
export const findOtherSuccessStop = (reply: Reply): Stop | null =>
  isServed(reply) && reply.status !== 200 ? createNotServedViolation(reply) : null;

/** Null when the call was served. */
export function findNotServedStop(reply: Reply, used?: UsedCode): Stop | null {
  return isServed(reply) ? null : (findExcuse(reply, used) ?? createNotServedViolation(reply));
}

/** A refusal can be judged only with a readable code. */
export function mustBeReadable(reply: Reply): void {
  const envelope = findBrokenEnvelopeStop(reply);
  if (envelope !== undefined) throw envelope;
}

/** The same where the code of the refusal counts: a system failure gives no reason. */
export function mustGiveReason(reply: Reply): void {
  const stop = findExcuse(reply, undefined);
  if (stop?.why.kind === 'blocked' && stop.why.cause !== 'funds-or-limits') throw stop;
}

/** A refusal that the service may have a reason for: HTTP 200 with a listed code other than a system failure. */
export const isListedRefusal = ({ status, code }: Reply): boolean => isCertainRefusal(status, code) && status === 200;

/** The same, or HTTP 403: earlier wrong codes may have locked the sender. */
export const mayComeOfLock = (reply: Reply): boolean => isListedRefusal(reply) || reply.status === 403;

/** The same, but for 4170: that says of a right code that it is wrong, and waiting does not change it. */
export const mayBePause = (reply: Reply): boolean => mayComeOfLock(reply) && reply.code !== apiCodes.wrongOtpOrMpin && !isServed(reply);

/** As `mustServe`, for a documented call that a service may refuse: such a refusal raises a question at most (reading 1). */
export function mustServeOrRefuse(reply: Reply): Reply {
  const stop = findNotServedStop(reply);
  if (stop === null) return reply;
  throw stop.why.kind === 'violation' && isListedRefusal(reply) ? createViolationStop({ ...stop.why, atMost: 'warn' }) : stop;
}

export function mustServe(reply: Reply, used?: UsedCode): Reply {
  const stop = findNotServedStop(reply, used);
  if (stop !== null) throw stop;
  return reply;
}
