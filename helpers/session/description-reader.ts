import type { Subject } from '../../specs/clause.ts';
import { agentBalance, paymentSources } from '../../specs/operations.ts';
import { maxDescriptionBytes } from '../contract/live/read-document.ts';
import { openSeenAnswers, type SeenAnswers } from '../contract/behavior/seen-answers.ts';
import type { SendResult } from '../client/send-result.ts';
import type { Target } from '../client/client.ts';
import { isReadServed } from './controls.ts';

/** How the journey reads the service's own description: with GET only, so on prod too. */
export interface DescriptionReader {
  readonly baseUrl: string;
  /** DMT_SWAGGER_URL: an address or a file. */
  readonly configured: string | null;
  readonly get: (address: string, withToken: boolean, purpose: string, subject?: Subject) => Promise<SendResult>;
  readonly serviceName: string | null;
  /** Whether plain reads succeed right now (reading 6). */
  readonly controlsSucceed: () => Promise<boolean>;
  readonly seenAnswers: SeenAnswers;
}

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:/i.test(text);
const parseOrigin = (address: string): string => new URL(address).origin;

export function openDescriptionReader(target: Target): DescriptionReader {
  const { baseUrl } = target.config.target;
  const { swaggerUrl, swaggerHeaders } = target.config.contract;
  // The headers are secrets of one login: the configured address, else the target, gets them.
  const headersOrigin = parseOrigin(swaggerUrl !== null && isAddress(swaggerUrl) ? swaggerUrl : baseUrl);
  const ownsToken = (address: string): boolean => parseOrigin(address) === parseOrigin(baseUrl);
  const sightings = openSeenAnswers(baseUrl);
  target.onExchange(sightings.note);
  return {
    baseUrl,
    configured: swaggerUrl,
    serviceName: target.config.target.serviceName,
    get: (address, withToken, purpose, subject = 'SWAGGER') =>
      target.raw(
        {
          method: 'GET',
          url: address,
          headers: {
            Accept: 'application/json, text/html;q=0.5, */*;q=0.1',
            ...(parseOrigin(address) === headersOrigin ? swaggerHeaders : {}),
          },
          token: withToken && ownsToken(address) ? 'agent' : 'none',
          maxBytes: maxDescriptionBytes,
        },
        purpose,
        subject,
      ),
    controlsSucceed: async () => {
      const served = await Promise.all([agentBalance, paymentSources].map((read) => isReadServed(target, read)));
      return served.includes(true);
    },
    seenAnswers: sightings,
  };
}
