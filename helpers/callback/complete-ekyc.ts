import { toOneLine } from '../core/text.ts';
import type { Config } from '../config/config.ts';
import type { SendResult } from '../client/send-result.ts';
import type { Target } from '../client/client.ts';
import { findHeader } from '../core/exchange.ts';

interface Completion {
  /** The process was completed; false means that the result is unknown (reading 26). */
  readonly done: boolean;
  readonly exchanges: readonly string[];
}

export type CompleteEkyc = (who: string, url: string) => Promise<Completion>;

const mostHops = 5;

const isHttpAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** Null unless the answer redirects to the same host. */
function findSameHostRedirect(result: SendResult, from: string): string | null {
  if (result.kind !== 'reply') return null;
  const { status, headers } = result.exchange.response;
  const location = findHeader(headers, 'location');
  if (status < 300 || status > 399 || location === null || !URL.canParse(location, from)) return null;
  const next = new URL(location, from);
  return next.host === new URL(from).host && isHttpAddress(next.href) ? next.href : null;
}

function completeByFetch(raw: Target['raw']): CompleteEkyc {
  return async (who, url) => {
    const exchanges: string[] = [];
    for (let address: string | null = isHttpAddress(url) ? url : null; address !== null && exchanges.length < mostHops;) {
      const result = await raw({ method: 'GET', url: address, headers: { Accept: '*/*' } }, `complete the eKYC of the ${who}`, null);
      if (!('exchange' in result)) break;
      exchanges.push(result.exchange.id);
      const status = result.exchange.response?.status ?? 0;
      if (status >= 200 && status < 300) return { done: true, exchanges };
      address = findSameHostRedirect(result, address);
    }
    return { done: false, exchanges };
  };
}

export interface PersonOutput {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

/** The address gives access to the process, so only a terminal shows it. */
function completeByPerson(timeoutMs: number, notice: PersonOutput): CompleteEkyc {
  const within = `within ${Math.round(timeoutMs / 1000)} s (DMT_CALLBACK_TIMEOUT_MS)`;
  return (who, url) => {
    const words =
      notice.isTTY === true
        ? `eKYC: complete the process of the ${who} ${within} at ${toOneLine(url)}`
        : `eKYC: the address for the ${who} is shown on a terminal only; run the suite in a terminal, or set DMT_EKYC_COMPLETE=fetch`;
    notice.write(`${words}\n`);
    return Promise.resolve({ done: false, exchanges: [] });
  };
}

export function openCompleteEkyc(
  { ekycComplete, timeoutMs }: Config['callback'],
  raw: Target['raw'],
  notice: PersonOutput = process.stderr,
): CompleteEkyc {
  return ekycComplete === 'fetch' ? completeByFetch(raw) : completeByPerson(timeoutMs, notice);
}
