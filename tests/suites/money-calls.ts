import {
  invoice,
  requestTransfer,
  senderBalance,
  senderDetail,
  sendOtp,
  tagUser,
  transactionStatus,
  transferSecurityScheme,
} from '../../specs/operations.ts';
import type { AgentName, Exchange } from '../../helpers/core/exchange.ts';
import { foldRecord } from '../../helpers/judge/facts/facts.ts';
import { readReply } from '../../helpers/judge/reply.ts';
import type { PassiveCheck } from '../../helpers/runner/check.ts';
import { recordedExchange, served } from '../judge/recorded-exchange.ts';

const subAgentTagId = '5f0c7a52-0000-4abc-8def-00000000000a';
const options = { userAgent: 'a', sourceAddress: 'b', geoTag: '1.0,2.0' };

/** One exchange, behind so many others. */
export type At = (after: number) => Exchange;

/** What the records of the tests hold of one sender. */
export function callsOf(letter: string, as: AgentName = 'agent') {
  const [senderId, sessionId] = ['0', '1'].map((digit) => `5f0c7a52-0000-4abc-8def-0000000000${letter}${digit}`);
  const mobile = `999000000${letter.codePointAt(0)}`.slice(-10);
  const ids = { senderId, subAgentTagId };
  const shows =
    (mainAccount: number, cashbackAccount = 0, limits: Readonly<Record<string, number>> = {}): At =>
    (after) =>
      recordedExchange(senderBalance, {
        id: `x${after}`,
        values: { ...ids, sessionId },
        answer: served({ mainAccount, cashbackAccount, limits }),
        after,
        as,
      });
  const hasSession: At = (after) =>
    recordedExchange(senderDetail, {
      id: `x${after}`,
      values: { ...ids, consent: 'NONE' },
      answer: served({ sessionId: { fundtransferSessionId: sessionId, getBalanceSessionId: sessionId } }),
      after,
      as,
    });
  const names =
    (form: string): At =>
    (after) =>
      recordedExchange(transferSecurityScheme, { id: `x${after}`, form, values: ids, answer: served({ scheme: 'OTP' }), after, as });
  const asks =
    (amount: number, correlationId: string, answer: unknown): At =>
    (after) =>
      recordedExchange(requestTransfer, {
        id: `x${after}`,
        values: { ...ids, sessionId, from: senderId, to: '17', type: 'imps', options, amount, correlationId },
        answer,
        after,
        as,
      });
  const accepts = (invoiceId: string, amount = 100, correlationId = `c${invoiceId}`): At =>
    asks(amount, correlationId, served({ invoiceId }));
  const says =
    (invoiceId: string, status: string): At =>
    (after) =>
      recordedExchange(transactionStatus, {
        id: `x${after}`,
        values: { correlationId: `c${invoiceId}`, subAgentTagId },
        answer: served({ invoiceId: Number(invoiceId), status }),
        after,
        as,
      });
  const ends =
    (invoiceId: string, status = 'COMPLETED', isDelayed = 'false'): At =>
    (after) =>
      recordedExchange(invoice, {
        id: `x${after}`,
        values: { invoiceId, subAgentTagId },
        answer: served({ status, isDelayed }),
        after,
        as,
      });
  const pays = (invoiceId: string, amount = 100): At[] => [accepts(invoiceId, amount), says(invoiceId, 'COMPLETED'), ends(invoiceId)];
  const isTagged: At = (after) =>
    recordedExchange(tagUser, {
      id: `x${after}`,
      form: 'customer',
      values: { mobile, consent: 'NONE' },
      answer: served({ tagId: senderId, status: true }),
      after,
      as,
    });
  const getsCode: At = (after) =>
    recordedExchange(sendOtp, { id: `x${after}`, values: { object: mobile }, answer: served({ state: `s${after}` }), after, as });
  return { shows, hasSession, names, asks, accepts, says, ends, pays, isTagged, getsCode, start: [isTagged, hasSession, names('wallet')] };
}

/** What the rule says of the last answer. */
export function judgeLast(rule: PassiveCheck, calls: readonly At[], offRecord: Parameters<typeof foldRecord>[1] = []): unknown {
  const exchanges = calls.map((call, after) => call(after));
  const last = exchanges.at(-1);
  if (last === undefined) throw new Error('expected an answer');
  return rule.judge(readReply(senderBalance, last, true), foldRecord(exchanges, offRecord).momentOf(last));
}
