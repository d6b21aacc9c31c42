import { type Step } from '../session/session.ts';
import type { Dependencies } from './setup/dependencies.ts';
import { type ForeignIds } from './second-agent/foreign-ids.ts';
import { mpinAccountsOf } from './mpin/mpin-accounts.ts';
import { type MpinSet } from './mpin/mpin.ts';
import { mpinConsentOf, type MpinConsent } from './mpin/mpin-consent.ts';
import { type Roles } from './roles.ts';
import { refusalsOf, type Refusals } from './refusals/refusals.ts';
import { withBrokenJson, withoutToken } from './refusals/refused.ts';
import { wrongCodesOf, type WrongCodes } from './refusals/wrong-code.ts';
import { foreignDetailOf } from './customer/foreign-detail.ts';
import { endsOf } from './customer/customer-journey.ts';

/** Steps of other parts that come before the MPIN is sent in consents. */
interface BeforeMpinConsent {
  readonly mpin: Step<MpinSet>;
  readonly refusals: Refusals;
}

function mpinConsentIn(deps: Dependencies, roles: Roles, { mpin, refusals }: BeforeMpinConsent): MpinConsent {
  const { customer, newCustomer, mpinOwner, mpinSender, mpinSenderIsAlone } = roles;
  const who = mpinSender.sender;
  const listedBefore = mpinSenderIsAlone ? null : newCustomer.beneficiaries.detail;
  return mpinConsentOf(deps, {
    who,
    accounts: mpinAccountsOf(deps, { who, onboarding: mpinOwner, listedBefore }),
    set: mpin,
    served: customer.beneficiaries.detail,
    follows: [...(mpinSenderIsAlone ? [] : endsOf(newCustomer)), refusals.mpinSenderTried],
  });
}

/** Steps of other parts that come before wrong codes. */
interface BeforeWrongCodes {
  readonly refusals: Refusals;
  readonly mpinConsent: MpinConsent;
  readonly foreignIds: ForeignIds;
}

function wrongCodesIn(deps: Dependencies, roles: Roles, { refusals, mpinConsent, foreignIds }: BeforeWrongCodes): WrongCodes {
  const { people } = deps;
  const { customer, newCustomer, mpinSender } = roles;
  const [first, , third] = people.spares;
  const mobile = third ?? first;
  return wrongCodesOf(deps, {
    stranger: mobile === undefined ? null : { role: 'stranger', userType: 'customer', mobile, mpin: people.mpin },
    newcomer: newCustomer.sender,
    customer: customer.sender,
    mpinSender: mpinSender.sender,
    refusals,
    mpinConsent,
    ends: {
      newcomer: [...endsOf(newCustomer), foreignIds.end],
      stranger: mobile === first ? [...endsOf(newCustomer), refusals.whole] : [],
    },
    tagged: customer.onboarding.tag,
  });
}

/** What ought to be refused, and what comes behind it. */
export function refusedOf(
  deps: Dependencies,
  roles: Roles,
  { mpin, foreignIds }: { readonly mpin: Step<MpinSet>; readonly foreignIds: ForeignIds },
) {
  const { access, subAgent, customer, newCustomer, mpinSender } = roles;
  const foreign = {
    added: newCustomer.beneficiaries.added,
    detail: foreignDetailOf(deps, newCustomer, [newCustomer.usualTransfer.after, foreignIds.end]),
  };
  const refusals = refusalsOf({
    deps,
    customer,
    subAgent,
    mpinSender: mpinSender.sender,
    foreign,
    follows: [customer.onboarding.tagAgain, ...endsOf(customer), ...endsOf(newCustomer), foreignIds.end, mpin],
  });
  const mpinConsent = mpinConsentIn(deps, roles, { mpin, refusals });
  return {
    withoutToken: withoutToken(deps, access),
    brokenJson: withBrokenJson(deps, access, customer, refusals),
    foreignDetail: foreign.detail,
    refusals,
    mpinConsent,
    wrongCodes: wrongCodesIn(deps, roles, { refusals, mpinConsent, foreignIds }),
  };
}
