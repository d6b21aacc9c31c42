import { mapById, type Variant } from './catalog.ts';
import { accessVariants } from './variants/access.ts';
import { answerVariants } from './variants/answers.ts';
import { callbackVariants } from './variants/callback.ts';
import { consentVariants } from './variants/consent.ts';
import { descriptionContentVariants } from './variants/description-contents.ts';
import { descriptionPlaceVariants } from './variants/description-places.ts';
import { descriptionWordingVariants } from './variants/description-wording.ts';
import { ekycVariants } from './variants/ekyc.ts';
import { feeVariants } from './variants/fees.ts';
import { hiddenVariants } from './variants/hidden.ts';
import { lateVariants } from './variants/late.ts';
import { lockVariants } from './variants/locks.ts';
import { payeeVariants } from './variants/payees.ts';
import { mpinVariants } from './variants/mpin.ts';
import { operationalVariants } from './variants/operational.ts';
import { personalitiesOf } from './variants/personalities.ts';
import { surfaceVariants } from './variants/surface.ts';
import { tellingRefusalVariants } from './variants/telling-refusals.ts';
import { transferVariants } from './variants/transfer.ts';
import { troubleVariants } from './variants/trouble.ts';
import { usedElsewhereVariants } from './variants/used-elsewhere.ts';

const single: Variant[] = [
  ...answerVariants,
  ...accessVariants,
  ...consentVariants,
  ...transferVariants,
  ...surfaceVariants,
  ...operationalVariants,
  ...descriptionPlaceVariants,
  ...descriptionWordingVariants,
  ...descriptionContentVariants,
  ...callbackVariants,
  ...troubleVariants,
  ...usedElsewhereVariants,
];

/** What differs in one form or circumstance, and what differs in many ways at once. */
const thorough: Variant[] = [
  ...hiddenVariants,
  ...feeVariants,
  ...mpinVariants,
  ...ekycVariants,
  ...lateVariants,
  ...lockVariants,
  ...payeeVariants,
  ...tellingRefusalVariants,
  ...personalitiesOf([...single, ...hiddenVariants, ...mpinVariants, ...ekycVariants]),
];

export const variants: ReadonlyMap<string, Variant> = mapById([
  ...single,
  ...thorough.map((variant) => ({ ...variant, everywhere: true as const })),
]);
