import type { Step } from '../session/session.ts';
import type { Circumstances } from './circumstances/circumstances.ts';
import { listEndSteps } from './customer/customer-journey.ts';
import type { MpinConsent } from './mpin/mpin-consent.ts';
import type { MpinTransfer } from './mpin/mpin-transfer.ts';
import type { SecondMpin } from './mpin/second-mpin.ts';
import type { Refusals } from './refusals/refusals.ts';
import type { WrongCodes } from './refusals/wrong-code.ts';
import type { Roles } from './roles.ts';
import type { ForeignIds } from './second-agent/foreign-ids.ts';
import type { Dependencies } from './setup/dependencies.ts';

type Steps = readonly Step<unknown>[];

/** The parts of the journey that wait for each other. */
export interface OrderedParts {
  readonly deps: Dependencies;
  readonly roles: Roles;
  readonly circumstances: Circumstances;
  readonly foreignIds: ForeignIds;
  readonly mpin: Step<unknown>;
  readonly refusals: Refusals;
  readonly mpinConsent: MpinConsent;
  readonly mpinTransfer: MpinTransfer;
  readonly secondMpin: SecondMpin;
  readonly wrongCodes: WrongCodes;
}

/** Calls of the new customer, then those of the second agent on it. */
const listEndOfNewCustomer = ({ roles, foreignIds }: OrderedParts): Steps => [...listEndSteps(roles.newCustomer), foreignIds.end];

/**
 * What comes before each part of the journey, as far as the run asks for it. Calls that compare come first, then those that change a
 * sender, and last those that may lock it. The order of transfers of one sender is in its customer journey, and in circumstances.ts.
 */
const order = {
  /** The refused calls need the sub-agent's code. */
  subAgentTaggedAgain: ({ refusals }) => refusals.wholes,
  ekyc: ({ circumstances }) => [circumstances.ekycSender.before],
  secondAgentPays: ({ foreignIds }) => [foreignIds.end],
  secondAgentCallsOnOthers: ({ deps, roles }) => listEndSteps(deps.people.spares.length > 0 ? roles.newCustomer : roles.customer),
  anotherSenderRead: listEndOfNewCustomer,
  /** An MPIN may change what the service asks of the sender. */
  mpinSet: ({ roles, wrongCodes }) =>
    roles.mpinSenderIsAlone ? [] : [...listEndSteps(roles.newCustomer), wrongCodes.replies.get('OP-6') ?? roles.access.open],
  refusedOnCustomer: (parts) => [
    parts.roles.customer.onboarding.tagAgain,
    ...listEndSteps(parts.roles.customer),
    ...listEndOfNewCustomer(parts),
    parts.mpin,
    parts.circumstances.ofCustomer,
  ],
  refusedOnOwner: ({ circumstances: { switchedOffPaid, unconsentedAmongSeveral, activatedAmongSeveral, manyBeneficiaries } }) => [
    switchedOffPaid,
    unconsentedAmongSeveral,
    activatedAmongSeveral,
    manyBeneficiaries,
  ],
  /** Where OP-9 never answers, a documented transfer shows it first, and no refused one waits as long again. */
  refusedForValues: ({ circumstances }) => [circumstances.someTransfer],
  refusedForConsents: ({ mpin }) => [mpin],
  mpinInConsents: ({ roles, refusals }) => [...(roles.mpinSenderIsAlone ? [] : listEndSteps(roles.newCustomer)), refusals.mpinSenderTried],
  mpinTransfer: ({ mpinConsent }) => [mpinConsent.whole],
  secondMpin: ({ mpinConsent, mpinTransfer, foreignIds }) => [mpinConsent.whole, mpinTransfer.whole, foreignIds.end],
  wrongCodeOfNewCustomer: listEndOfNewCustomer,
  /** Where spare mobiles are few, the stranger has the mobile of the new customer. */
  wrongCodeOfStranger: ({ deps, roles, refusals }) =>
    deps.people.spares.length < 3 ? [...listEndSteps(roles.newCustomer), ...refusals.wholes] : [],
  nearMissesOfMpinSender: ({ mpinConsent, mpinTransfer, secondMpin }) => [mpinConsent.whole, mpinTransfer.whole, secondMpin.whole],
  nearMissesOfSpare: ({ refusals: { shortest } }) => (shortest === null ? [] : [shortest.whole]),
} as const satisfies Record<string, (parts: OrderedParts) => Steps>;

/** The steps before a part, known once all parts are made. */
export type Before = (part: keyof typeof order) => () => Steps;

export const createOrder =
  (parts: () => OrderedParts): Before =>
  (part) =>
  () =>
    order[part](parts());
