import { Big } from 'big.js';
import { pluralize } from '../../core/text.ts';
import type { Waiting } from '../../session/waiting.ts';
import { formatClock } from './progress.ts';

interface Count {
  readonly done: number;
  readonly planned: number;
}

export interface Standing extends Count {
  /** Cases are counted apart: their number depends on the size of the campaign. Null without one. */
  readonly campaign: Count | null;
  readonly requests: number;
  readonly otps: number;
  readonly transfers: number;
  /** Decimal text; a campaign may ask for more than a number holds. */
  readonly amount: string;
  /** Null when uncapped. */
  readonly cap: string | null;
  readonly elapsedMs: number;
}

const mostDigits = 15;

/** `1002150.50` as `1,002,150.50`; beyond fifteen digits `1.0e+16`. */
export function formatMoney(amount: string): string {
  const value = Big(amount);
  if (value.abs().gte(`1e${mostDigits}`)) return value.toExponential(1);
  const [whole = '', rest = ''] = value.toFixed(2).split('.');
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}.${rest}`;
}

const joinColumns = (columns: readonly string[]): string => columns.join('  ');

const formatDone = ({ done, planned }: Count): string => `${String(done).padStart(String(planned).length)} of ${planned}`;

const formatChecks = (standing: Standing): string =>
  joinColumns([
    `judge  ${formatDone(standing)} ${standing.planned === 1 ? 'check' : 'checks'}`,
    ...(standing.campaign === null ? [] : [`campaign ${formatDone(standing.campaign)}`]),
  ]);

/** Requests, codes, money and clock, each in a column of its own. The wordings become shorter. */
export function judgeWordings(standing: Standing): readonly string[] {
  const { requests, otps, transfers, amount, cap, elapsedMs } = standing;
  const checks = formatChecks(standing);
  const clock = formatClock(elapsedMs);
  const sent = pluralize(requests, 'request');
  const codes = pluralize(otps, 'OTP');
  const money = cap === null ? formatMoney(amount) : `${formatMoney(amount)} of ${formatMoney(cap)}`;
  return [
    joinColumns([checks, sent, codes, pluralize(transfers, 'transfer'), `money ${money}`, clock]),
    joinColumns([checks, sent, codes, `money ${money}`, clock]),
    joinColumns([checks, sent, codes, `money ${formatMoney(amount)}`, clock]),
    joinColumns([checks, sent, codes, formatMoney(amount), clock]),
    joinColumns([checks, sent, clock]),
    joinColumns([checks, clock]),
  ];
}

const secondsLeft = ({ until }: Waiting, now: number): string => `at most ${Math.max(1, Math.ceil((until - now) / 1000))} s more`;

export const describeWaiting = (waiting: Waiting, now: number): string => `${waiting.what}, ${secondsLeft(waiting, now)}`;

export function waitWordings(standing: Standing, waiting: Waiting, now: number): readonly string[] {
  const checks = formatChecks(standing);
  const clock = formatClock(standing.elapsedMs);
  return [
    joinColumns([checks, `waiting for ${describeWaiting(waiting, now)}`, clock]),
    joinColumns([checks, `waiting, ${secondsLeft(waiting, now)}`, clock]),
    joinColumns([`waiting, ${secondsLeft(waiting, now)}`, clock]),
  ];
}
