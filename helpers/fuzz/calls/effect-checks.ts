import { apiCodes } from '../../../specs/codes.ts';
import { documentedCall } from '../../../specs/documented-call.ts';
import Big from 'big.js';
import { invoice } from '../../../specs/operations.ts';
import { decimalAt, isSameDouble } from '../../judge/exact-decimal.ts';
import { idAt } from '../../judge/fields.ts';
import { formatPlace, type Reply } from '../../judge/reply.ts';
import { readQueryValue } from '../../core/answers.ts';
import { parseRequestBody } from '../../core/exchange.ts';
import { member } from '../../core/json.ts';
import { pollLast } from '../../session/poll.ts';
import type { Session } from '../../session/session.ts';
import type { Waits } from '../../session/waits.ts';
import type { Chapter } from '../cases/chapter.ts';
import type { Accused } from './oracles.ts';

export interface EffectFound {
  readonly accused: Accused;
  /** The further answers that show it. */
  readonly shows: readonly Reply[];
}

/** A number as it was written, quoted or not; null if there is none. */
function parseDecimal(written: string): Big | null {
  const digits = /^"?\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?)\s*"?$/.exec(written)?.[1];
  return digits === undefined ? null : new Big(digits);
}

/** Every top-level `amount` as it was written: a key may come twice. */
function findWrittenAmounts(body: string): readonly string[] {
  const top = body.replaceAll(/"options":\{[^}]*\}/g, '""');
  return [...top.matchAll(/"amount":("(?:[^"\\]|\\.)*"|-?[\d.eE+-]+)/g)].map(([, written = '']) => written);
}

/** The same as numbers; null for a text that is no number. */
export const parseAmounts = (body: string): readonly (Big | null)[] => findWrittenAmounts(body).map(parseDecimal);

/** The invoice of a served OP-9. */
export async function readInvoice(session: Session, reply: Reply, purpose: string): Promise<Reply> {
  const subAgentTagId = readQueryValue(reply.exchange.request.url, 'subAgentTagId') ?? '';
  const call = documentedCall(invoice, 'only', { invoiceId: idAt(reply, 'result.invoiceId') ?? '', subAgentTagId });
  return (await session.unrecorded.send(invoice, call, purpose)).reply;
}

const readAmount = ({ result, exchange }: Reply): Big | null =>
  typeof member(result, 'amount') === 'number' ? decimalAt(exchange.response?.body.text ?? '', 'result.amount') : null;

/**
 * The invoice of what was paid must show the accepted amount, in whatever legal way it was written. What is rejected later was not
 * accepted (reading 20).
 */
async function checkTransfer(session: Session, waits: Waits, reply: Reply): Promise<EffectFound | null> {
  const written = parseAmounts(reply.exchange.request.body?.text ?? '');
  const declared = written.filter((each) => each !== null);
  if (idAt(reply, 'result.invoiceId') === null || declared.length === 0 || declared.length < written.length) return null;
  const isRight = (shown: Reply): boolean => {
    const amount = readAmount(shown);
    return amount === null || declared.some((each) => isSameDouble(each, amount));
  };
  const hasEnded = (shown: Reply): boolean => shown.code !== apiCodes.success || member(shown.result, 'status') !== 'PENDING';
  const shown = await pollLast(
    () => readInvoice(session, reply, 'fuzz'),
    (one) => isRight(one) || hasEnded(one),
    waits.upTo('final-status'),
  );
  const amount = readAmount(shown);
  const status = member(shown.result, 'status');
  if (amount === null || isRight(shown) || shown.code !== apiCodes.success || status !== 'COMPLETED') return null;
  const expected = `the accepted amount: ${declared.map((each) => each.toFixed()).join(' or ')}`;
  const accused = {
    clause: 'OP11-AMOUNT-EXACT',
    expected,
    received: amount.toFixed(),
    place: formatPlace(shown, 'result.amount'),
  } as const;
  return { accused, shows: [shown] };
}

export function checkEffect(session: Session, waits: Waits, { operation, dimension }: Chapter, reply: Reply): Promise<EffectFound | null> {
  const isTransfer = operation.id === 'OP-9' && reply.code === apiCodes.success && dimension === 'payload';
  if (!isTransfer || parseRequestBody(reply.exchange) === undefined) return Promise.resolve(null);
  return checkTransfer(session, waits, reply);
}
