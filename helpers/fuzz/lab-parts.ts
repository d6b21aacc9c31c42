import { step, type Step } from '../run/step.ts';
import { beneficiariesOf, type Payee } from '../run/world/beneficiary.ts';
import type { Kit } from '../run/world/kit.ts';
import type { Person } from '../run/world/person.ts';
import type { Onboarding } from '../run/world/onboarding.ts';
import { asSender, type Detail, type Sender } from '../run/world/sender.ts';
import type { CustomerJourney } from '../run/world/story.ts';

/** The people and things that odd calls are made with; nobody else uses them. */
export interface LabParts {
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
  /** A transfer of the reader's that was made before; null where one of the lab's own may be made. */
  readonly transferred: Step<Looked> | null;
}

/** What OP-10 and OP-11 are asked about. */
export interface Looked {
  readonly invoiceId: string;
  readonly correlationId: string;
}

/** The spare mobiles of the odd calls, behind those that have another role. */
const [ownSpare, mpinSpare] = [3, 4];

interface World {
  readonly open: Step<void>;
  readonly subAgent: Onboarding;
  readonly customer: CustomerJourney;
  readonly onSpare: (kit: Kit, open: Step<void>, role: string, mobile: string | undefined) => Onboarding;
}

/** Senders of the odd calls' own, so that nothing odd disturbs anybody else; without leave for effects the customer is only read. */
export function labPartsOf(kit: Kit, { open, subAgent, customer, onSpare }: World): LabParts {
  const own = asSender(onSpare(kit, open, 'fuzzed sender', kit.people.spares[ownSpare]), subAgent).sender;
  const mpinSender = asSender(onSpare(kit, open, 'fuzzed MPIN sender', kit.people.spares[mpinSpare]), subAgent).sender;
  const { payee, detail } = beneficiariesOf(kit, own, { role: 'fuzzed sender', thorough: false, follows: [] });
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
    reader: kit.fuzzEffects ? own : customer.sender,
    transferred: kit.fuzzEffects ? null : before,
  };
}
