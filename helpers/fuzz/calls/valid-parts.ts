import { step, type Step } from '../../session/session.ts';
import { createBeneficiarySteps, type Payee } from '../../journey/beneficiary/beneficiary.ts';
import type { Dependencies } from '../../journey/setup/dependencies.ts';
import { onboardOnSpare } from '../../journey/sender/spares.ts';
import type { Person } from '../../journey/setup/person.ts';
import type { Onboarding } from '../../journey/onboarding/onboarding.ts';
import { createSenderSteps, type Sender } from '../../journey/sender/sender.ts';
import { type Detail } from '../../journey/setup/detail.ts';
import type { CustomerJourney } from '../../journey/customer/customer-journey.ts';

/** The people and things that odd calls are made with; nobody else uses them. */
export interface ValidParts {
  readonly sender: Step<Sender>;
  readonly payee: Step<Payee>;
  /** The sender before anything was added to it. */
  readonly before: Step<Detail>;
  /** OP-12 may change what a sender is asked for, so it has a sender of its own. */
  readonly mpinSender: Step<Sender>;
  /** Codes that are right for somebody else. */
  readonly other: Person;
  /** Whom calls without effects ask about: the same sender, or, where nothing may be left behind, the customer of the run. */
  readonly reader: Step<Sender>;
  /** A transfer of the reader's that was made before; null where one of the campaign's own may be made. */
  readonly transferred: Step<MadeTransfer> | null;
}

/** What OP-10 and OP-11 are asked about. */
export interface MadeTransfer {
  readonly invoiceId: string;
  readonly correlationId: string;
}

/** The spare mobiles of the odd calls, behind those that have another role. */
const [ownSpare, mpinSpare] = [3, 4];

interface ValidPartsSource {
  readonly open: Step<void>;
  readonly subAgent: Onboarding;
  readonly customer: CustomerJourney;
}

/** Senders of the odd calls' own, so that nothing odd disturbs anybody else; without leave for effects the customer is only read. */
export function createValidParts(deps: Dependencies, { open, subAgent, customer }: ValidPartsSource): ValidParts {
  const own = createSenderSteps(onboardOnSpare(deps, open, 'fuzzed sender', deps.people.spares[ownSpare]), subAgent).sender;
  const mpinSender = createSenderSteps(onboardOnSpare(deps, open, 'fuzzed MPIN sender', deps.people.spares[mpinSpare]), subAgent).sender;
  const { payee, detail } = createBeneficiarySteps(deps, own, { role: 'fuzzed sender', thorough: false, follows: [] });
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
