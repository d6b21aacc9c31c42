import { consentHeader } from '../../consent/consent-header.ts';
import type { Call } from '../../client/http/call.ts';
import { unknownValues } from '../../core/unknown-values.ts';
import { consenting } from '../calls/attempt.ts';
import type { Attempt, Header } from './refusal.ts';

const asItIs = (call: Call): Call => call;

/** Consents that nobody may take, the code being right wherever there is one (reading 13). */
const headers: Readonly<Record<string, Header>> = {
  'missing-consent': () => Promise.resolve(undefined),
  // Early, since the sender of the MPIN is not needed any more behind them.
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

export const forms: readonly Attempt[] = [
  ...consenting.slice(1).map((operation): Attempt => ({
    way: 'none',
    operation,
    consent: () => Promise.resolve(consentHeader.none),
    otpOnly: true,
    change: asItIs,
  })),
  ...Object.entries(headers).flatMap(([way, consent]) =>
    consenting.map((operation): Attempt => ({ way, operation, consent, change: asItIs })),
  ),
];
