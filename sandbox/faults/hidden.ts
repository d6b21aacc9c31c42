import type { Fault } from '../catalog.ts';
import { afterEkycFaults } from './hidden/after-ekyc.ts';
import { amountAndSenderFaults } from './hidden/amounts-and-senders.ts';
import { behindRefusalFaults } from './hidden/behind-refusals.ts';
import { debitedBehindFaults } from './hidden/debited-behind.ts';
import { risenBehindFaults } from './transfer/risen-behind.ts';
import { brokenJsonFaults } from './hidden/broken-json.ts';
import { laterConsentFaults } from './hidden/consents-later.ts';
import { formFaults } from './hidden/forms.ts';
import { formValueFaults } from './hidden/form-values.ts';
import { laterFaults } from './hidden/later.ts';
import { meaningFaults } from './hidden/meanings.ts';
import { mpinFaults } from './hidden/with-mpin.ts';
import { nearMissFaults } from './hidden/near-misses.ts';
import { neverBackFaults } from './hidden/never-back.ts';
import { oddValueFaults } from './hidden/odd-values.ts';
import { othersDebitedFaults } from './hidden/others-debited.ts';
import { oneForeignIdFaults } from './hidden/one-foreign-id.ts';
import { secondAgentsTransferFaults } from './hidden/second-agents-transfer.ts';
import { servedOnceFaults } from './hidden/served-once.ts';
import { shownBehindFaults } from './hidden/shown-behind.ts';
import { hiddenSurfaceFaults } from './hidden/surface.ts';
import { undebitedFaults } from './hidden/undebited.ts';

/** Each shows in one form or one circumstance alone, and everywhere else the service is right. */
const shownOnce: readonly Fault[] = [
  ...formFaults,
  ...formValueFaults,
  ...brokenJsonFaults,
  ...amountAndSenderFaults,
  ...laterFaults,
  ...servedOnceFaults,
  ...nearMissFaults,
  ...meaningFaults,
  ...hiddenSurfaceFaults,
  ...oddValueFaults,
  ...behindRefusalFaults,
  ...shownBehindFaults,
  ...oneForeignIdFaults,
  ...debitedBehindFaults,
  ...risenBehindFaults,
  ...othersDebitedFaults,
  ...undebitedFaults,
  ...secondAgentsTransferFaults,
  ...laterConsentFaults,
  ...afterEkycFaults,
  ...neverBackFaults,
  ...mpinFaults,
];

export const hiddenFaults: readonly Fault[] = shownOnce.map((fault) => ({ ...fault, everywhere: true as const }));
