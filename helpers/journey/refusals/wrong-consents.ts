import { consentHeader } from '../../consent/consent-header.ts';
import type { Operation } from '../../../specs/operation.ts';
import type { Call } from '../../client/http/call.ts';
import { changeEnd } from '../../core/unknown-values.ts';
import { consentOperations, senderOperations } from '../calls/plain-calls.ts';
import type { RefusedCall, BuildHeader } from './refused-call.ts';

const keepCall = (call: Call): Call => call;

/** Consents without a code. */
const headerByWay: Readonly<Record<string, BuildHeader>> = {
  none: () => Promise.resolve(consentHeader.none),
  'missing-consent': () => Promise.resolve(undefined),
  'keyword-only': () => Promise.resolve('OTP'),
  'empty-header': () => Promise.resolve(''),
};

/** Consents that no service may take; the code is right wherever there is one (reading 13). */
const codedHeaderByWay: Readonly<Record<string, BuildHeader>> = {
  'state-of-another': async ({ ofAnother }) => {
    const { code, state } = await ofAnother();
    return consentHeader.otp(code, state);
  },
  'own-code-state-of-another': async ({ shared, ofAnother }) => consentHeader.otp(shared.code, (await ofAnother()).state),
  'no-state': ({ shared }) => Promise.resolve(`OTP ${shared.code}`),
  'code-alone': ({ shared }) => Promise.resolve(shared.code),
  'state-alone': ({ shared }) => Promise.resolve(shared.state),
  'wrong-order': ({ shared }) => Promise.resolve(`OTP ${shared.state} ${shared.code}`),
  'no-keyword': ({ shared }) => Promise.resolve(`${shared.code} ${shared.state}`),
  'wrong-keyword': ({ shared }) => Promise.resolve(`PIN ${shared.code} ${shared.state}`),
  'word-behind': ({ shared }) => Promise.resolve(`${consentHeader.otp(shared.code, shared.state)},word`),
  // This also finds a service that compares only the beginning of a state.
  'unknown-state': ({ shared }) => Promise.resolve(consentHeader.otp(shared.code, changeEnd(shared.state))),
};

export function consentByWay(way: string): { readonly header: BuildHeader; readonly needsCode: boolean } {
  const header = headerByWay[way] ?? codedHeaderByWay[way];
  if (header === undefined) throw new Error(`expected a wrong consent ${way}, received none: add it to wrong-consents.ts`);
  return { header, needsCode: way in codedHeaderByWay };
}

export const malformedWays = [
  'keyword-only',
  'no-state',
  'code-alone',
  'state-alone',
  'wrong-order',
  'no-keyword',
  'wrong-keyword',
] as const;

/** OP-4 may read an empty header as no consent, and tags without one where it serves `NONE`. */
export const malformedWaysOfSenders = ['empty-header', 'word-behind'] as const;

const listWays = (ways: readonly string[], among: readonly Operation[] = consentOperations): readonly RefusedCall[] =>
  ways.flatMap((way) =>
    among.map((operation): RefusedCall => ({ way, operation, consent: consentByWay(way).header, makeWrong: keepCall })),
  );

export const consentFormCalls = {
  consents: [
    ...senderOperations.map((operation): RefusedCall => ({
      way: 'none',
      operation,
      consent: consentByWay('none').header,
      otpOnly: true,
      makeWrong: keepCall,
    })),
    ...listWays(['missing-consent', 'state-of-another', 'own-code-state-of-another', 'unknown-state']),
  ],
  malformed: listWays(malformedWays),
  malformedOfSenders: listWays(malformedWaysOfSenders, senderOperations),
} as const;
