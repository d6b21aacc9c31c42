import { pluralize } from '../../core/text.ts';
import type { VerdictSitting } from './verdict-file.ts';

export const formatUtc = (time: string): string => `${time.slice(0, 19).replace('T', ' ')} UTC`;

/** `2031-01-02 03:04:05 UTC to 2031-01-02 03:09:11 UTC: 12 checks to try, 40 requests, 4 OTPs, 1 transfer (100.00)` */
export function describeSitting(sitting: VerdictSitting): string {
  const { startedAt, finishedAt, runBy, interrupted, checks, requests, otps, transfers, amount, totals, part } = sitting;
  const did = `${pluralize(requests, 'request')}, ${pluralize(otps, 'OTP')}, ${pluralize(transfers, 'transfer')} (${amount.toFixed(2)})`;
  return `${part === undefined ? '' : `part ${part}, `}${formatUtc(startedAt)} to ${formatUtc(finishedAt)}${runBy === null ? '' : ` by ${runBy}`}: ${pluralize(checks, 'check')} to try, ${totals === 'at-least' ? 'at least ' : ''}${did}${interrupted ? ', interrupted' : ''}`;
}
