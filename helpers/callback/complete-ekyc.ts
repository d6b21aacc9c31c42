import { isTroubleStatus } from '../core/gateway-statuses.ts';
import { repeat } from '../core/repeat.ts';
import { toOneLine } from '../core/text.ts';
import type { Config } from '../config/config.ts';
import { findRedirectTarget } from '../client/http/redirect.ts';
import type { SendResult } from '../client/send-result.ts';
import type { Target } from '../client/client.ts';
import type { TroubleKind } from '../core/exchange.ts';

interface Completion {
  /** The process was completed; false means that the result is unknown (reading 26). */
  readonly done: boolean;
  /** When the first call left that may have completed it, in milliseconds; null where a person completes the process. */
  readonly sentAt: number | null;
  readonly exchanges: readonly string[];
}

export type CompleteEkyc = (who: string, url: string) => Promise<Completion>;

const mostHops = 5;

const isHttpAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** Null unless the answer redirects to the same host. No login goes along, so the scheme may change. */
function findSameHostRedirect(result: SendResult, from: string): string | null {
  const next = result.kind === 'reply' ? findRedirectTarget(result.exchange.response, from) : null;
  return next?.host === new URL(from).host && isHttpAddress(next.href) ? next.href : null;
}

/** The address may be out of order for a while, alone or with the service. */
const growth = { shortest: 250, times: 2, longest: Infinity };

/** Silence has taken a whole DMT_TIMEOUT_MS each time. */
const mostTries = (result: SendResult): number => (result.kind === 'trouble' && result.exchange.trouble.kind === 'timeout' ? 2 : 4);

const metTrouble = (result: SendResult): boolean =>
  result.kind === 'trouble' || (result.kind === 'reply' && isTroubleStatus(result.exchange.response.status));

/** False when the run has waited long enough. */
type WaitUntilBack = (trouble: TroubleKind | null) => Promise<boolean>;

/** The address needs no credentials and takes no data, so a GET may be sent again. */
async function fetchRepeatedly(fetchOnce: () => Promise<SendResult>, waitUntilBack: WaitUntilBack): Promise<SendResult> {
  let tries = 1;
  return repeat(await fetchOnce(), fetchOnce, {
    growth,
    isEnough: (result) => !metTrouble(result),
    pauseFor: async (due, result) => {
      const mayAsk = tries < mostTries(result) && (await waitUntilBack(result.kind === 'trouble' ? result.exchange.trouble.kind : null));
      tries += 1;
      return mayAsk ? due : null;
    },
  });
}

function completeByFetch(raw: Target['raw'], waitUntilBack: WaitUntilBack): CompleteEkyc {
  return async (who, url) => {
    const exchanges: string[] = [];
    let sentAt: number | null = null;
    const fetchOnce = async (address: string): Promise<SendResult> => {
      const result = await raw({ method: 'GET', url: address, headers: { Accept: '*/*' } }, `complete the eKYC of the ${who}`, null);
      if ('exchange' in result) {
        exchanges.push(result.exchange.id);
        sentAt ??= Date.parse(result.exchange.startedAt);
      }
      return result;
    };
    let address = isHttpAddress(url) ? url : null;
    for (let hop = 0; address !== null && hop < mostHops; hop += 1) {
      const from = address;
      const result = await fetchRepeatedly(() => fetchOnce(from), waitUntilBack);
      if (!('exchange' in result)) break;
      const status = result.exchange.response?.status ?? 0;
      if (status >= 200 && status < 300) return { done: true, sentAt, exchanges };
      address = findSameHostRedirect(result, from);
    }
    return { done: false, sentAt, exchanges };
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
    return Promise.resolve({ done: false, sentAt: null, exchanges: [] });
  };
}

export function openCompleteEkyc(
  { ekycComplete, timeoutMs }: Config['callback'],
  raw: Target['raw'],
  waitUntilBack: WaitUntilBack,
  notice: PersonOutput = process.stderr,
): CompleteEkyc {
  return ekycComplete === 'fetch' ? completeByFetch(raw, waitUntilBack) : completeByPerson(timeoutMs, notice);
}
