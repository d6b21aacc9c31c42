import type { Suite } from '../helpers/run/check.ts';
import { access } from './access/access.ts';
import { otherAgent } from './access/second-agent.ts';
import { token } from './access/token.ts';
import { answers } from './envelope/all-answers.ts';
import { fields } from './envelope/request-fields.ts';
import { envelope } from './envelope/response-envelope.ts';
import { resultFields } from './envelope/result-fields.ts';
import { servedCalls } from './envelope/served-calls.ts';
import { brokenJson } from './errors/broken-json.ts';
import { otherVerbs } from './errors/other-verbs.ts';
import { unchanged } from './errors/refusals-without-effect.ts';
import { refusals } from './errors/refusals.ts';
import { lookup } from './errors/unknown-ids.ts';
import { strangers } from './errors/unknown-people.ts';
import { wrongMethod } from './errors/wrong-method.ts';
import { onboarding } from './onboarding/onboarding.ts';
import { consentForms } from './consent/consent-forms.ts';
import { consent } from './consent/consent.ts';
import { mpin } from './consent/mpin.ts';
import { otp } from './consent/otp-challenge.ts';
import { sender } from './sender/sender-detail.ts';
import { beneficiary } from './beneficiary/beneficiaries.ts';
import { transfer } from './transfer/fund-transfer.ts';
import { leftOpen } from './transfer/left-open.ts';
import { refusedTransfers } from './transfer/refused-transfers.ts';
import { repeats } from './transfer/repeated-transfers.ts';
import { money } from './balance/money.ts';
import { ekyc } from './ekyc/ekyc-onboarding.ts';
import { callback } from './ekyc/onboarding-callback.ts';
import { errorEndpoint } from './operational/error-endpoint.ts';
import { operationalContents } from './operational/operational-contents.ts';
import { operationalRows } from './operational/operational-endpoints.ts';
import { operationalSilence } from './operational/operational-silence.ts';
import { serviceDefinitions } from './operational/service-definition.ts';
import { describedBehavior } from './description/description-and-behavior.ts';
import { liveDescription } from './description/live-description.ts';
import { oddCalls } from './fuzz/odd-calls.ts';
import { races } from './fuzz/races.ts';
import { sequences } from './fuzz/sequences.ts';

/** Everything that is checked: chapters in the order of the specification, then the sweeps over all operations. */
export const suites: readonly Suite[] = [
  token,
  onboarding,
  otp,
  sender,
  beneficiary,
  transfer,
  money,
  mpin,
  consent,
  consentForms,
  lookup,
  strangers,
  refusedTransfers,
  repeats,
  unchanged,
  fields,
  leftOpen,
  ekyc,
  operationalRows,
  operationalContents,
  operationalSilence,
  errorEndpoint,
  serviceDefinitions,
  callback,
  servedCalls,
  resultFields,
  envelope,
  access,
  otherAgent,
  wrongMethod,
  otherVerbs,
  brokenJson,
  refusals,
  oddCalls,
  answers,
  liveDescription,
  sequences,
  races,
  // Last of all: it judges what everybody was answered.
  describedBehavior,
];
