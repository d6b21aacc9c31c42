import { readQueryValue } from '../../helpers/core/answers.ts';
import { parseRequestBody } from '../../helpers/core/exchange.ts';
import { member } from '../../helpers/core/json.ts';
import { valueAt } from '../../helpers/judge/fields.ts';
import type { Reply } from '../../helpers/judge/reply.ts';
import { isListedRefusal } from '../../helpers/judge/served.ts';
import { isRefusedCall } from '../../helpers/journey/calls/send-refused-call.ts';
import type { CheckContext, PassiveCheck } from '../../helpers/runner/check.ts';
import { apiCodes } from '../../specs/codes.ts';
import { documentedCall } from '../../specs/documented-call.ts';
import { transactionStatus } from '../../specs/operations.ts';
import { findRefusedCall } from '../support/refused-calls.ts';
import { judgeAgreement, ruleOverAll } from '../support/fact-rule.ts';

/**
 * COMPLETED means accepted (reading 19), and PENDING that something is processed, which raises a question. A request without an answer may have
 * been accepted, so every one must be known as refused.
 */
const judgeStatus: PassiveCheck['judge'] = (reply, { call, before }) => {
  if (call === null) return null;
  const asked = before.requestsOf(call.values['correlationId'] ?? '');
  if (asked.length === 0 || asked.some(({ ended }) => ended !== 'refused' && ended !== 'wrong-code')) return null;
  if (isListedRefusal(reply)) return { held: true };
  if (reply.status !== 200 || reply.code !== apiCodes.success) return null;
  const status = String(valueAt(reply, 'result.status'));
  const agreement = { place: 'result.status', received: status, beside: asked };
  return status === 'PENDING'
    ? judgeAgreement(reply, { ...agreement, holds: false, expected: 'that nothing is processed', atMost: 'warn' })
    : judgeAgreement(reply, { ...agreement, holds: status !== 'COMPLETED', expected: 'not COMPLETED' });
};

/** Refused for its caller, its consent, its payee, its session and its amount; one in the query form. */
const askedAbout = [
  'unknown-state-OP-9',
  'inactive-beneficiary-OP-9',
  'foreign-beneficiary-OP-9-query',
  'no-token-OP-9',
  'missing-consent-OP-9',
  'unknown-beneficiary-OP-9',
  'foreign-beneficiary-OP-9',
  'foreign-session-OP-9',
  'negative-amount-OP-9',
] as const;

const isWrongCode = ({ status, code }: Reply): boolean => status === 200 && code === apiCodes.wrongOtpOrMpin;

/** A transfer that could not be requested hides no other. When none could, the first says why. */
async function askAboutRefused(context: CheckContext): Promise<void> {
  const askAbout = async (key: (typeof askedAbout)[number]): Promise<boolean> => {
    const sent = await context.after(findRefusedCall(context, key));
    if (sent.ok && isRefusedCall(sent.value)) await askWhatBecameOf(context, sent.value.reply);
    return sent.ok;
  };
  const [first, ...others] = askedAbout;
  // Where OP-10 never answers, one of them shows it, and no other waits as long.
  const firstWasSent = await askAbout(first);
  const someWereSent = (await Promise.all(others.map(askAbout))).includes(true) || firstWasSent;
  const wrong = await context.after(context.journey.refusals.wrongTransfer('path').reply);
  if (wrong.ok && isWrongCode(wrong.value)) await askWhatBecameOf(context, wrong.value);
  if (!someWereSent) await context.use(findRefusedCall(context, first));
}

async function askWhatBecameOf(context: CheckContext, { exchange }: Reply): Promise<void> {
  const correlationId = member(parseRequestBody(exchange), 'correlationId');
  const subAgentTagId = readQueryValue(exchange.request.url, 'subAgentTagId') ?? '';
  if (typeof correlationId === 'string')
    await context.probe(transactionStatus, documentedCall(transactionStatus, 'only', { correlationId, subAgentTagId }));
}

export const refusedStatusRule: PassiveCheck = ruleOverAll(
  {
    clause: 'REFUSAL-NOTHING-CHANGED',
    operation: 'OP-10',
    title: 'OP-10 does not call a refused transfer COMPLETED',
    judge: judgeStatus,
    exercise: askAboutRefused,
  },
  'refused-status',
);
