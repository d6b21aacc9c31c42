import { step, type Step } from '../../session/session.ts';
import { createBeneficiarySteps, type Payee } from '../../journey/beneficiary/beneficiary.ts';
import type { Dependencies } from '../../journey/setup/dependencies.ts';
import { onboardOnSpare } from '../../journey/sender/spares.ts';
import type { Person } from '../../journey/setup/person.ts';
import type { Onboarding } from '../../journey/onboarding/onboarding.ts';
import type { Sender } from '../../journey/sender/sender.ts';
import { createSenderSteps } from '../../journey/sender/sender-steps.ts';
import { type Detail } from '../../journey/setup/detail.ts';
import type { CustomerJourney } from '../../journey/customer/customer-journey.ts';

/** The people and things for odd calls; no other check uses them. */
export interface ValidParts {
  readonly sender: Step<Sender>;
  readonly payee: Step<Payee>;
  /** The sender before the suite added a beneficiary. */
  readonly before: Step<Detail>;
  /** OP-12 has its own sender, because it may change what the service asks of a sender. */
  readonly mpinSender: Step<Sender>;
  /** The codes of this person are right for another mobile only. */
  readonly other: Person;
  /** The sender that calls without effects read: the fuzzed sender, or the customer of the run where effects are not permitted. */
  readonly reader: Step<Sender>;
  /** A transfer of the reader, made before; null where the campaign may make one. */
  readonly transferred: Step<MadeTransfer> | null;
}

export interface MadeTransfer {
  readonly invoiceId: string;
  readonly correlationId: string;
}

/** Indices of the spare mobiles for odd calls, after those with another role. */
const ownSpare = 3;
const mpinSpare = 4;

interface ValidPartsSource {
  readonly open: Step<void>;
  readonly subAgent: Onboarding;
  readonly customer: CustomerJourney;
}

/** Odd calls have their own senders, so that they disturb no other check. Without permission for effects they only read the customer. */
export function createValidParts(deps: Dependencies, { open, subAgent, customer }: ValidPartsSource): ValidParts {
  const own = createSenderSteps(onboardOnSpare(deps, open, 'fuzzed sender', deps.people.spares[ownSpare]), subAgent).sender;
  const mpinSender = createSenderSteps(onboardOnSpare(deps, open, 'fuzzed MPIN sender', deps.people.spares[mpinSpare]), subAgent).sender;
  const { payee, detail } = createBeneficiarySteps(deps, own, { role: 'fuzzed sender', firstSwitch: 'activate', follows: [] });
  const before = step('a transfer made before', async (session) => {
    const { invoiceId, correlationId } = await session.use(customer.usualTransfer.requested);
    return { invoiceId, correlationId };
  });
  return {
    sender: own,
    payee,
    before: detail,
    mpinSender,
    other: subAgent.person,
    reader: deps.fuzzEffects ? own : customer.sender,
    transferred: deps.fuzzEffects ? null : before,
  };
}
