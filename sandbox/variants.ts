import { named, type Variant } from './catalogue.ts';
import { accessVariants } from './variants/access.ts';
import { answerVariants } from './variants/answers.ts';
import { consentVariants } from './variants/consent.ts';
import { surfaceVariants } from './variants/surface.ts';
import { transferVariants } from './variants/transfer.ts';
import { troubleVariants } from './variants/trouble.ts';

export const variants: ReadonlyMap<string, Variant> = named([
  ...answerVariants,
  ...accessVariants,
  ...consentVariants,
  ...transferVariants,
  ...surfaceVariants,
  ...troubleVariants,
]);
