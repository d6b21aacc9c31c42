import type { Suite } from '../helpers/runner/check.ts';
import { beneficiary } from './beneficiary.ts';
import { callback } from './callback.ts';
import { describedBehavior } from './contract/behavior.ts';
import { liveDescription } from './contract/description.ts';
import { oddCalls } from './fuzz/odd-calls.ts';
import { consent } from './consent.ts';
import { consentForms } from './consent-forms.ts';
import { ekyc } from './ekyc.ts';
import { fields } from './fields.ts';
import { leftOpen } from './left-open.ts';
import { lookup } from './lookup.ts';
import { money } from './money.ts';
import { mpin } from './mpin.ts';
import { onboarding } from './onboarding.ts';
import { operationalContents } from './operational/contents.ts';
import { errorEndpoint } from './operational/error.ts';
import { operationalRows } from './operational/rows.ts';
import { serviceDefinitions } from './operational/service.ts';
import { operationalSilence } from './operational/silent.ts';
import { otherAgent } from './other-agent.ts';
import { otp } from './otp.ts';
import { refusedTransfers } from './refused-transfers.ts';
import { repeats } from './repeats.ts';
import { sender } from './sender.ts';
import { strangers } from './strangers.ts';
import { access } from './sweeps/access.ts';
import { brokenJson } from './sweeps/broken-json.ts';
import { envelope } from './sweeps/envelope.ts';
import { answers } from './sweeps/leaks.ts';
import { otherVerbs } from './sweeps/other-verbs.ts';
import { refusals } from './sweeps/refusals.ts';
import { resultFields } from './sweeps/result-fields.ts';
import { servedCalls } from './sweeps/served.ts';
import { wrongMethod } from './sweeps/wrong-method.ts';
import { token } from './token.ts';
import { races } from './fuzz/races.ts';
import { sequences } from './fuzz/sequences.ts';
import { transfer } from './transfer.ts';
import { unchanged } from './unchanged.ts';

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
