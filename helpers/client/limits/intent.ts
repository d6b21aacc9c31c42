import { member, parseJson } from '../../core/json.ts';
import { Big } from 'big.js';
import type { Subject } from '../../../specs/clause.ts';
import type { Operation } from '../../../specs/operation.ts';
import type { Call, RawRequest } from '../http/call.ts';
import type { Config } from '../../config/config.ts';
import { requestEffects } from '../../core/effects.ts';
import type { Intent } from './permit.ts';
import { collectNamedInCall, collectNamedInRequest, type NamedValues } from './named-values.ts';
import { tokenRequest } from '../auth/token.ts';

const noAmount = Big(0);

export const harmlessIntent = (method: string): Intent => ({
  method,
  effect: 'none',
  heapdump: false,
  tokenRequest: false,
  amount: noAmount,
  wrongCode: null,
  wrongLogin: false,
  fuzzed: false,
  campaign: false,
});

const parseBody = (body: RawRequest['body']): unknown => (typeof body === 'string' ? parseJson(body) : undefined);

/** An amount that is not a number counts as the usual one, a negative one as positive. */
function readAmount(asked: unknown, usual: string): Big {
  try {
    return Big(typeof asked === 'number' || typeof asked === 'string' ? asked : usual).abs();
  } catch {
    return Big(usual === '' ? '0' : usual).abs();
  }
}

const readPurpose = ({ wrongCode, fuzzed, campaign = fuzzed }: Call): Pick<Intent, 'wrongCode' | 'fuzzed' | 'campaign'> => ({
  wrongCode: wrongCode ?? null,
  fuzzed: fuzzed === true,
  campaign: campaign === true,
});

export function createIntentReader(config: Config) {
  const usual = config.transfer.amount;
  const { client, agent, otherAgent } = config.credentials;
  const serializeRequest = ({ method, url, headers, body }: RawRequest): string => JSON.stringify([method, url, headers, body]);
  /** The documented token requests with the configured credentials; any other is a wrong login. */
  const tokenForms = [agent, ...(otherAgent === null ? [] : [otherAgent])].map((each) =>
    serializeRequest(tokenRequest(config, { client, agent: each })),
  );

  const readIntent = (subject: Subject | null, method: string, address: string, asked: () => unknown, call: Call = {}): Intent => {
    const { effect, heapdump, login: wrongLogin } = requestEffects(subject, method, address);
    const amount = effect === 'moves-money' ? readAmount(asked(), usual) : noAmount;
    return { ...harmlessIntent(method), ...readPurpose(call), effect, heapdump, amount, wrongLogin };
  };

  return {
    readCall(operation: Operation, call: Call): Intent {
      const { effect } = operation;
      const { rawPath, method = operation.method } = call;
      const asked = (): unknown => call.effectAmount ?? member(call.payload ?? parseBody(call.rawBody), 'amount');
      const named = (): NamedValues => collectNamedInCall(operation, call);
      if (rawPath !== undefined) return { ...readIntent(operation.id, method, config.target.baseUrl + rawPath, asked, call), named };
      const amount = effect === 'moves-money' ? readAmount(asked(), usual) : noAmount;
      return { ...harmlessIntent(method), ...readPurpose(call), effect, amount, named };
    },
    readRaw(request: RawRequest, subject: Subject | null): Intent {
      const { method, url, body } = request;
      if (tokenForms.includes(serializeRequest(request))) return { ...harmlessIntent(method), tokenRequest: true };
      const address = url.startsWith('/') ? config.target.baseUrl + url : url;
      return {
        ...readIntent(subject, method, address, () => member(parseBody(body), 'amount')),
        named: () => collectNamedInRequest(request),
      };
    },
  };
}
