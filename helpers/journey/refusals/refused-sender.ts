import { sameId } from '../../core/ids.ts';
import { isActive } from '../../judge/facts/beneficiaries.ts';
import type { Reply } from '../../judge/reply.ts';
import { mustServe } from '../../judge/served.ts';
import { notApplicable } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { assumeListed, listAccounts, type Payee } from '../beneficiary/beneficiary.ts';
import { activate, addAccount } from '../beneficiary/changes.ts';
import { doubtInactive, isListedActive, readUntilShown } from '../beneficiary/lists.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import { isNewUser, type Onboarding } from '../onboarding/onboarding.ts';
import { readDetail, type Sender } from '../sender/sender.ts';
import { createSenderSteps } from '../sender/sender-steps.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail } from '../setup/detail.ts';
import { readBalances } from '../transfer/balance.ts';
import { createBalanceReader } from '../transfer/balance-reader.ts';
import { readTransferScheme } from '../transfer/transfer.ts';

/** A sender that can pay, so that only what is wrong with a call explains its refusal. */
export interface RefusedSender {
  readonly sender: Step<Sender>;
  readonly payee: Step<Payee>;
  /** Its accounts are listed, so no refused OP-7 sends them. */
  readonly listedBefore: Step<Detail>;
  /** The last OP-8; null where none was sent. */
  readonly scheme: Step<Reply | null>;
  /** The funds of the spare sender that was to have the calls; absent where no sender stands in. */
  readonly standsInFor?: Step<unknown>;
}

/**
 * Read before the turn begins: a transfer requested within it would wait for the same turn. No transfer is made only to learn the scheme.
 */
export const fromCustomer = ({ sender, beneficiaries, usualTransfer, schemes, source }: CustomerJourney): RefusedSender => ({
  sender,
  payee: beneficiaries.payee,
  listedBefore: beneficiaries.detail,
  scheme: step('the scheme before refused calls', async (session) => {
    if (usualTransfer.scheme.isRequested()) return session.use(usualTransfer.scheme);
    return (await session.use(schemes)).get(await session.use(source)) ?? null;
  }),
});

async function chooseAccount(deps: Dependencies, session: Session, onboarding: Onboarding, sender: Sender): Promise<string> {
  const isNew = await isNewUser(session, onboarding);
  return deps.people.accounts.take(isNew ? [] : listAccounts(await readDetail(deps, session, sender)));
}

const createSchemeStep = (deps: Dependencies, role: string, sender: Step<Sender>): Step<Reply> =>
  step(`the scheme of the ${role}`, async (session) => readTransferScheme(session, await session.use(sender), deps.people.paymentSource));

/** `list` shows beneficiaries of which some are active. */
export function fromOwner(deps: Dependencies, { onboarding, sender }: CustomerJourney, list: Step<Detail>): RefusedSender {
  const { role } = onboarding.person;
  const payee = step(`an active beneficiary of the ${role}`, async (session): Promise<Payee> => {
    const detail = await session.use(list);
    const listed = detail.beneficiaries.find((each) => isActive(each) && each.ours);
    if (listed === undefined) throw notApplicable('OP-6 lists no active beneficiary');
    return { ...listed, detail };
  });
  return { sender, payee, listedBefore: list, scheme: createSchemeStep(deps, role, sender) };
}

/** With as few codes as possible: one for its tag, one for its beneficiary, one for its detail. */
export function createRefusedSender(deps: Dependencies, onboarding: Onboarding, subAgent: Onboarding): RefusedSender {
  const { role } = onboarding.person;
  const { sender } = createSenderSteps(onboarding, subAgent);
  const payee = step(`a beneficiary of the ${role}`, async (session): Promise<Payee> => {
    const who = await session.use(sender);
    return deps.inTurn(who.person, async () => {
      const { beneficiaryId: id } = await addAccount(deps, session, who, await chooseAccount(deps, session, onboarding, who));
      mustServe(await activate(deps, session, who, id));
      const detail = await readUntilShown(deps, session, who, ({ beneficiaries }) => isListedActive(beneficiaries, id));
      const own = detail.beneficiaries.find(({ beneficiaryId }) => sameId(beneficiaryId, id));
      doubtInactive(session, own);
      return { ...(own ?? assumeListed(id)), detail };
    });
  });
  return {
    sender,
    payee,
    listedBefore: step(`the list of the ${role}`, async (session) => (await session.use(payee)).detail),
    scheme: createSchemeStep(deps, role, sender),
  };
}

const createFundsStep = (deps: Dependencies, { sender, payee }: RefusedSender): Step<boolean> =>
  step('the funds of a sender of refused calls', async (session) => {
    const who = await session.use(sender);
    const { detail } = await session.use(payee);
    const { mainAccount } = await deps.inTurn(who.person, async () =>
      readBalances(await createBalanceReader(deps, who, detail).read(session)),
    );
    return mainAccount >= Number(deps.people.amount);
  });

/** The spare sender if it has funds, else the configured customer: without funds a transfer is refused for that alone. */
export function createFundedStep(deps: Dependencies, customer: RefusedSender, spare: RefusedSender | null): Step<RefusedSender> {
  if (spare === null) return step('the customer for refused calls', () => Promise.resolve(customer));
  const funds = createFundsStep(deps, spare);
  return step('the sender of refused calls', async (session) => {
    const funded = await session.after(funds);
    return funded.ok && funded.value ? spare : { ...customer, standsInFor: funds };
  });
}
