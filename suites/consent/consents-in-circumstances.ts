import type { Circumstance } from '../../specs/circumstances.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import type { Operation } from '../../specs/operation.ts';
import { addBeneficiary, requestTransfer, senderDetail } from '../../specs/operations.ts';
import { isRefusedCall, type RefusedCallResult } from '../../helpers/journey/calls/send-refused-call.ts';
import type { Journey } from '../../helpers/journey/journey.ts';
import { mustBeReadable, mustGiveReason } from '../../helpers/judge/served.ts';
import { check, type ActiveCheck, type Suite } from '../../helpers/runner/check.ts';
import type { Step } from '../../helpers/session/session.ts';
import { allowRefusedAmount } from '../support/refused-amount.ts';
import { mustStillAskForCode } from '../support/missing-consent.ts';
import { mustRefuse } from '../support/refusal.ts';
import { mustAnswerWrongCode, mustNotOverwriteMpin } from '../support/wrong-codes.ts';

interface RefusedConsent {
  readonly clause: ClauseId;
  readonly circumstance: Circumstance;
  /** The end of the title: `OP-9 with NONE is refused …`. */
  readonly when: string;
  readonly fact: string;
  readonly operation: Operation;
  readonly sent: (journey: Journey) => Step<RefusedCallResult>;
  /** Of a wrong code: the same call with the right one. Where that is served, nothing but the code explains the refusal (reading 13). */
  readonly rightCode?: (journey: Journey) => Step<unknown>;
}

const noneWhereOtp = { clause: 'CONSENT-NONE-WHERE-OTP', fact: 'with NONE where the scheme is OTP' } as const;
const missing = { clause: 'CONSENT-MISSING', fact: 'without a consent' } as const;
const mpinAlone = { clause: 'CONSENT-MALFORMED', fact: 'with the right MPIN alone' } as const;

/** A consent that is refused at first is refused later too (reading 13). */
const refusedConsents: readonly RefusedConsent[] = [
  {
    ...noneWhereOtp,
    circumstance: 'with-mpin',
    when: 'once an MPIN is set',
    operation: senderDetail,
    sent: ({ mpinConsent }) => mpinConsent.none,
  },
  {
    ...mpinAlone,
    circumstance: 'with-mpin',
    when: 'once an MPIN is set',
    operation: requestTransfer,
    sent: ({ mpinConsent }) => mpinConsent.elsewhere.alone,
  },
  {
    ...mpinAlone,
    circumstance: 'with-mpin',
    when: 'once an MPIN is set',
    operation: senderDetail,
    sent: ({ mpinConsent }) => mpinConsent.alone,
  },
  {
    ...noneWhereOtp,
    circumstance: 'several-transfers',
    when: 'after several transfers',
    operation: requestTransfer,
    sent: ({ circumstances }) => circumstances.unconsentedAgain.none,
  },
  {
    ...missing,
    circumstance: 'several-transfers',
    when: 'to a second beneficiary',
    operation: requestTransfer,
    sent: ({ circumstances }) => circumstances.unconsentedAgain.missing,
  },
  {
    ...noneWhereOtp,
    circumstance: 'bank',
    when: 'where the bank is to pay',
    operation: requestTransfer,
    sent: ({ circumstances }) => circumstances.unconsentedFromBank.none,
  },
  {
    ...missing,
    circumstance: 'bank',
    when: 'where the bank is to pay',
    operation: requestTransfer,
    sent: ({ circumstances }) => circumstances.unconsentedFromBank.missing,
  },
  {
    clause: 'CODE-4170',
    circumstance: 'bank',
    when: 'where the bank is to pay',
    fact: 'with a wrong OTP',
    operation: requestTransfer,
    sent: ({ circumstances }) => circumstances.wrongCodeFromBank,
    rightCode: ({ circumstances }) => circumstances.bankTransfer,
  },
  {
    ...noneWhereOtp,
    circumstance: 'below-one',
    when: 'for an amount below one',
    operation: requestTransfer,
    sent: ({ circumstances }) => circumstances.unconsented['below-one'].none,
  },
  {
    ...missing,
    circumstance: 'below-one',
    when: 'for an amount below one',
    operation: requestTransfer,
    sent: ({ circumstances }) => circumstances.unconsented['below-one'].missing,
  },
  {
    ...missing,
    circumstance: 'decimals',
    when: 'where a transfer with decimals is asked for again',
    operation: requestTransfer,
    sent: ({ circumstances }) => circumstances.unconsentedKnown,
  },
  {
    ...noneWhereOtp,
    circumstance: 'four-digit',
    when: 'for an amount of four digits',
    operation: requestTransfer,
    sent: ({ circumstances }) => circumstances.unconsented['four-digit'].none,
  },
  {
    ...missing,
    circumstance: 'four-digit',
    when: 'for an amount of four digits',
    operation: requestTransfer,
    sent: ({ circumstances }) => circumstances.unconsented['four-digit'].missing,
  },
  {
    ...noneWhereOtp,
    circumstance: 'new-user',
    when: 'by a sender without beneficiaries',
    operation: addBeneficiary,
    sent: ({ circumstances }) => circumstances.unconsentedAtFirst,
  },
  {
    ...missing,
    circumstance: 'several-beneficiaries',
    when: 'by a sender with several beneficiaries',
    operation: addBeneficiary,
    sent: ({ circumstances }) => circumstances.unconsentedAmongSeveral,
  },
  {
    ...noneWhereOtp,
    circumstance: 'after-ekyc',
    when: 'after an eKYC',
    operation: senderDetail,
    sent: ({ circumstances }) => circumstances.ekycSender.refused.none,
  },
  {
    ...missing,
    circumstance: 'after-ekyc',
    when: 'after an eKYC',
    operation: senderDetail,
    sent: ({ circumstances }) => circumstances.ekycSender.refused.missing,
  },
  {
    ...noneWhereOtp,
    circumstance: 'after-ekyc',
    when: 'after an eKYC',
    operation: requestTransfer,
    sent: ({ circumstances }) => circumstances.ekycSender.refused.transfer,
  },
];

/** A service may refuse these amounts. Then a call without a consent shows nothing. */
const oddAmounts: ReadonlySet<Circumstance> = new Set(['decimals', 'below-one', 'four-digit']);

function refusedConsentCheck({ clause, circumstance, when, fact, operation, sent, rightCode }: RefusedConsent): ActiveCheck {
  const [form, ...further] = Object.keys(operation.forms);
  const options = {
    operation: operation.id,
    circumstance,
    ...(further.length > 0 && form !== undefined && { form }),
    refusal: 'not-served',
  } as const;
  return check(clause, `${circumstance}-${operation.id}`, `${operation.id} ${fact} is refused ${when}`, options, async (context) => {
    const step = sent(context.journey);
    if (circumstance === 'with-mpin' && !(await context.after(step)).ok) await mustNotOverwriteMpin(context);
    const use = (): Promise<RefusedCallResult> => context.use(step);
    const result = await (oddAmounts.has(circumstance) ? allowRefusedAmount(context, use) : use());
    mustBeReadable(result.reply);
    const control = rightCode?.(context.journey);
    if (control !== undefined && (await context.after(control)).ok) {
      mustGiveReason(result.reply);
      await mustAnswerWrongCode(context, result.reply, control);
    }
    await mustStillAskForCode(context, clause, result, circumstance === 'bank');
    // Which of several refusals comes first is open.
    await mustRefuse(context, result.reply, isRefusedCall(result), 'a refusal');
  });
}

export const consentsInCircumstances: Suite = {
  name: 'Consents in circumstances',
  area: 'Consent',
  checks: refusedConsents.map(refusedConsentCheck),
};
