import type { Suite } from '../helpers/run/check.ts';
import { beneficiary } from './beneficiary.ts';
import { callback } from './callback.ts';
import { describedBehavior } from './contract/behavior.ts';
import { liveDescription } from './contract/description.ts';
import { consent } from './consent.ts';
import { ekyc } from './ekyc.ts';
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
import { sender } from './sender.ts';
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
import { transfer } from './transfer.ts';

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
  lookup,
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
  answers,
  liveDescription,
  // Last of all: it judges what everybody was answered.
  describedBehavior,
];
