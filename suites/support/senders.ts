import type { Stage } from '../../helpers/run/check.ts';
import type { Story } from '../../helpers/run/world/story.ts';

/** The two senders of a run, as check ids name them: the configured customer, and one whom the run itself tags. */
export const senders: Readonly<Record<string, (stage: Stage) => Story>> = {
  customer: ({ world }) => world.customer,
  'new-customer': ({ world }) => world.newcomer,
};
