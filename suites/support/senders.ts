import type { CheckContext } from '../../helpers/runner/check.ts';
import type { CustomerJourney } from '../../helpers/journey/customer/customer-journey.ts';

/** The two senders of a run, as check ids name them: the configured customer, and one whom the run itself tags. */
export const journeyBySender: Readonly<Record<string, (context: CheckContext) => CustomerJourney>> = {
  customer: ({ journey }) => journey.customer,
  'new-customer': ({ journey }) => journey.newCustomer,
};
