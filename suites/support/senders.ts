import type { CheckContext } from '../../helpers/runner/check.ts';
import type { CustomerJourney } from '../../helpers/journey/customer/customer-journey.ts';

/** The two senders of a run, as in check ids: the configured customer, and one that the run itself tags. */
export const journeyBySender: Readonly<Record<string, (context: CheckContext) => CustomerJourney>> = {
  customer: ({ journey }) => journey.customer,
  'new-customer': ({ journey }) => journey.newCustomer,
};
