import { apiCodes } from '../../specs/codes.ts';
import { readApiCode } from '../core/answers.ts';
import { member, parseJson } from '../core/json.ts';
import type { OtpSource } from '../consent/otp-question.ts';
import type { Target } from '../client/client.ts';
import { worstEffect } from '../core/effects.ts';
import { parseRequestBody, type Exchange } from '../core/exchange.ts';
import type { RunCost } from './cost.ts';

/** An OP-9; `purpose` names the check or step that sent it. */
export interface RequestedTransfer {
  readonly purpose: string;
  readonly amount: number;
  readonly accepted: boolean;
}

interface Meter {
  readonly cost: () => RunCost;
  readonly messages: () => ReadonlyMap<string, number>;
  readonly requestedTransfers: () => readonly RequestedTransfer[];
  readonly countReads: (source: OtpSource) => OtpSource;
}

interface Interval {
  readonly from: number;
  readonly to: number;
}

/** The largest number of intervals that follow one another. Each round takes the interval that ends first after the last one. */
export function countRounds(intervals: readonly Interval[]): number {
  let rounds = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { from, to } of [...intervals].sort((one, other) => one.to - other.to)) {
    if (from < end) continue;
    rounds += 1;
    end = to;
  }
  return rounds;
}

const isDone = ({ response }: Exchange): boolean =>
  response !== null && (response.status === 201 || response.status === 204 || response.status === 200);

const isAccepted = ({ response }: Exchange): boolean =>
  response?.status === 200 && readApiCode(parseJson(response.body.text)) === apiCodes.success;

/** The mobile is the last part of the path, as in `/user/tag/customer/9990000101`. */
const readTaggedMobile = ({ request }: Exchange): string => new URL(request.url).pathname.split('/').at(-1) ?? '';

const isOperationalWrite = (exchange: Exchange): boolean => {
  const { operation, request } = exchange;
  return operation === 'ACTUATOR' && worstEffect(operation, request.method, request.url) === 'operational-write' && isDone(exchange);
};

/** Counts what the target receives. `senders` are mobiles that were not tagged before. */
export function openMeter(target: Target, senders: ReadonlySet<string>): Meter {
  const intervals: Interval[] = [];
  const accepted: Exchange[] = [];
  const transfersAsked: RequestedTransfer[] = [];
  let operationalWrites = 0;
  let codesRead = 0;

  target.onExchange((exchange) => {
    if (exchange.operation === 'CALLBACK') return;
    const to = performance.now();
    intervals.push({ from: to - exchange.durationMs, to });
    if (isOperationalWrite(exchange)) operationalWrites += 1;
    const amount = exchange.operation === 'OP-9' ? member(parseRequestBody(exchange), 'amount') : undefined;
    if (typeof amount === 'number') transfersAsked.push({ purpose: exchange.purpose, amount, accepted: isAccepted(exchange) });
    if (exchange.operation?.startsWith('OP-') === true && isAccepted(exchange)) accepted.push(exchange);
  });
  const acceptedCalls = (operation: Exchange['operation']): readonly Exchange[] =>
    accepted.filter((exchange) => exchange.operation === operation);

  return {
    cost() {
      const { requests, otps, transfers, amount } = target.totals();
      const newSenders = new Set(
        acceptedCalls('OP-4')
          .map(readTaggedMobile)
          .filter((mobile) => senders.has(mobile)),
      ).size;
      const { wrongCodes, wrongLogins } = target.mostSpent();
      return {
        requests,
        rounds: countRounds(intervals),
        otps,
        codesRead,
        transfers,
        amount,
        wrongCodes,
        wrongLogins,
        ...{
          newSenders,
          beneficiaries: acceptedCalls('OP-7').length,
          ekycRequests: acceptedCalls('OP-16').length,
          mpins: acceptedCalls('OP-12').length,
          operationalWrites,
        },
      };
    },
    messages() {
      const mobiles = acceptedCalls('OP-3').map((exchange) => String(member(parseRequestBody(exchange), 'object')));
      return new Map([...Map.groupBy(mobiles, (mobile) => mobile)].map(([mobile, each]) => [mobile, each.length]));
    },
    requestedTransfers: () => transfersAsked,
    countReads: (source) => ({
      ...source,
      read(question) {
        codesRead += 1;
        return source.read(question);
      },
    }),
  };
}
