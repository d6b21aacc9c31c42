import { consentHeader } from '../../consent/consent-header.ts';
import type { Call } from '../../client/http/call.ts';
import { unknownValues } from '../../core/unknown-values.ts';
import { consentOperations } from '../calls/refused-call.ts';
import type { RefusedCall, BuildHeader } from './refusal.ts';

const keepCall = (call: Call): Call => call;

/** Consents that no service may take; the code is right wherever there is one (reading 13). */
const consentByWay: Readonly<Record<string, BuildHeader>> = {
  'missing-consent': () => Promise.resolve(undefined),
  'state-of-another': async ({ other }) => {
    const { code, state } = await other();
    return consentHeader.otp(code, state);
  },
  'own-code-state-of-another': async ({ live, other }) => consentHeader.otp(live.code, (await other()).state),
  'keyword-only': () => Promise.resolve('OTP'),
  'no-state': ({ live }) => Promise.resolve(`OTP ${live.code}`),
  'code-alone': ({ live }) => Promise.resolve(live.code),
  'state-alone': ({ live }) => Promise.resolve(live.state),
  'wrong-order': ({ live }) => Promise.resolve(`OTP ${live.state} ${live.code}`),
  'no-keyword': ({ live }) => Promise.resolve(`${live.code} ${live.state}`),
  'wrong-keyword': ({ live }) => Promise.resolve(`PIN ${live.code} ${live.state}`),
  'unknown-state': ({ live }) => Promise.resolve(consentHeader.otp(live.code, unknownValues.uuid)),
};

export const malformedWays = [
  'keyword-only',
  'no-state',
  'code-alone',
  'state-alone',
  'wrong-order',
  'no-keyword',
  'wrong-keyword',
] as const;

const listWays = (ways: readonly string[]): readonly RefusedCall[] =>
  Object.entries(consentByWay)
    .filter(([way]) => ways.includes(way))
    .flatMap(([way, consent]) => consentOperations.map((operation): RefusedCall => ({ way, operation, consent, change: keepCall })));

export const consentFormCalls = {
  consents: [
    ...consentOperations.slice(1).map((operation): RefusedCall => ({
      way: 'none',
      operation,
      consent: () => Promise.resolve(consentHeader.none),
      otpOnly: true,
      change: keepCall,
    })),
    ...listWays(['missing-consent', 'state-of-another', 'own-code-state-of-another', 'unknown-state']),
  ],
  malformed: listWays(malformedWays),
} as const;
