import type { Suite } from '../helpers/runner/check.ts';
import { access } from './access/access.ts';
import { oldTokens } from './access/old-tokens.ts';
import { ownTransfers } from './access/own-transfers.ts';
import { secondAgent } from './access/second-agent.ts';
import { token } from './access/token.ts';
import { withoutAToken } from './access/without-a-token.ts';
import { acceptHeader } from './envelope/accept-header.ts';
import { allAnswers } from './envelope/all-answers.ts';
import { requestFields } from './envelope/request-fields.ts';
import { responseEnvelope } from './envelope/response-envelope.ts';
import { resultFields } from './envelope/result-fields.ts';
import { servedCalls } from './envelope/served-calls.ts';
import { brokenJson } from './errors/broken-json.ts';
import { otherVerbs } from './errors/other-verbs.ts';
import { refusalsWithoutCost } from './errors/refusals-without-cost.ts';
import { refusalsWithoutEffect } from './errors/refusals-without-effect.ts';
import { refusals } from './errors/refusals.ts';
import { unknownIds } from './errors/unknown-ids.ts';
import { unknownPeople } from './errors/unknown-people.ts';
import { unlistedRequestValues } from './errors/unlisted-values.ts';
import { wrongMethod } from './errors/wrong-method.ts';
import { onboarding } from './onboarding/onboarding.ts';
import { consentForms } from './consent/consent-forms.ts';
import { consent } from './consent/consent.ts';
import { consentsInCircumstances } from './consent/consents-in-circumstances.ts';
import { mpin } from './consent/mpin.ts';
import { otpChallenge } from './consent/otp-challenge.ts';
import { senderDetail } from './sender/sender-detail.ts';
import { beneficiaries } from './beneficiary/beneficiaries.ts';
import { transfersInCircumstances } from './transfer/transfers-in-circumstances.ts';
import { fundTransfer } from './transfer/fund-transfer.ts';
import { leftOpen } from './transfer/left-open.ts';
import { refusedTransfers } from './transfer/refused-transfers.ts';
import { repeatedTransfers } from './transfer/repeated-transfers.ts';
import { agentWallets } from './balance/agent-wallets.ts';
import { delayedTransfers } from './balance/delayed-transfers.ts';
import { money } from './balance/money.ts';
import { afterEkyc } from './ekyc/after-an-ekyc.ts';
import { ekycOnboarding } from './ekyc/ekyc-onboarding.ts';
import { onboardingCallback } from './ekyc/onboarding-callback.ts';
import { errorEndpoint } from './operational/error-endpoint.ts';
import { operationalContents } from './operational/operational-contents.ts';
import { operationalEndpoints } from './operational/operational-endpoints.ts';
import { operationalSilence } from './operational/operational-silence.ts';
import { serviceDefinition } from './operational/service-definition.ts';
import { descriptionAndBehavior } from './description/description-and-behavior.ts';
import { liveDescription } from './description/live-description.ts';
import { oddCalls } from './fuzz/odd-calls.ts';
import { races } from './fuzz/races.ts';
import { sequences } from './fuzz/sequences.ts';

/** All suites: chapters in the order of the specification, then the sweeps over all operations. */
export const suites: readonly Suite[] = [
  token,
  onboarding,
  otpChallenge,
  senderDetail,
  beneficiaries,
  fundTransfer,
  money,
  delayedTransfers,
  agentWallets,
  mpin,
  consent,
  consentForms,
  consentsInCircumstances,
  unknownIds,
  unknownPeople,
  unlistedRequestValues,
  refusedTransfers,
  transfersInCircumstances,
  repeatedTransfers,
  refusalsWithoutEffect,
  refusalsWithoutCost,
  requestFields,
  leftOpen,
  ekycOnboarding,
  afterEkyc,
  operationalEndpoints,
  operationalContents,
  operationalSilence,
  errorEndpoint,
  serviceDefinition,
  onboardingCallback,
  servedCalls,
  resultFields,
  responseEnvelope,
  access,
  withoutAToken,
  oldTokens,
  secondAgent,
  ownTransfers,
  wrongMethod,
  otherVerbs,
  brokenJson,
  refusals,
  acceptHeader,
  oddCalls,
  allAnswers,
  liveDescription,
  sequences,
  races,
  // The last suite, because it judges all answers.
  descriptionAndBehavior,
];
