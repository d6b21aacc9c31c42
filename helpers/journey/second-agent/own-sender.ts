import { documentedCall } from '../../../specs/documented-call.ts';
import { activateBeneficiary } from '../../../specs/operations.ts';
import { isActive } from '../../judge/facts/beneficiaries.ts';
import { isServed, type Reply } from '../../judge/reply.ts';
import { isListedRefusal } from '../../judge/served.ts';
import { notApplicable } from '../../judge/stop.ts';
import { step, type Session, type Step } from '../../session/session.ts';
import { listAccounts } from '../beneficiary/beneficiary.ts';
import { addAccount, sendActivation } from '../beneficiary/changes.ts';
import { isListedActive, readUntilShown } from '../beneficiary/lists.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import { readDetail, type Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail, Listed } from '../setup/detail.ts';
import { asOtherAgent, blameOtherAgent, mustServeOtherAgent, orUntried, readOwnScheme } from './as-other-agent.ts';

/** The second agent's sender with a beneficiary. */
export interface OwnSender {
  readonly sender: Step<Sender>;
  /** OP-13 under the first agent's sub-agent, before the second agent's own. */
  readonly activation: Step<Reply>;
  readonly activated: Step<Reply>;
  /** The same, judged: a beneficiary that is active already may be refused (reading 1). */
  readonly activationServed: Step<Reply>;
  /** After the activation, where a check asks for it: only a list that does not show it yet is read again (reading 1). */
  readonly detail: Step<Detail>;
  readonly payee: Step<Pick<Listed, 'beneficiaryId'>>;
}

export interface OwnSenderParts {
  readonly sender: Step<Sender>;
  /** Whether this run tagged it for the first time. */
  readonly isNew: Step<boolean>;
  /** Of the first agent, which is served each call before. */
  readonly customer: CustomerJourney;
  readonly foreignTag: Step<string>;
}

export function createOwnSender(deps: Dependencies, { sender, isNew, customer, foreignTag }: OwnSenderParts): OwnSender {
  const { people, inTurn } = deps;
  // A new user has no accounts, and reading the list would cost a code.
  const listOwn = async (session: Session, who: Sender): Promise<readonly string[]> =>
    (await session.use(isNew)) ? [] : listAccounts(await readDetail(deps, asOtherAgent(session), who));
  const added = step("add a beneficiary for the second agent's sender", async (session) => {
    const who = await session.use(sender);
    await session.use(customer.beneficiaries.payee);
    const add = async () => addAccount(deps, asOtherAgent(session), who, people.accounts.take(await listOwn(session, who)));
    const what = "the second agent's sender got no beneficiary";
    return inTurn(who.person, () => orUntried(session, add, what, () => readOwnScheme(session, who)));
  });
  const activation = step("OP-13 of the second agent under the first agent's sub-agent", async (session) => {
    const { beneficiaryId: id } = await session.use(payee);
    const ids = { ...(await session.use(sender)), subAgentTagId: await session.use(foreignTag), id };
    return asOtherAgent(session).probe(activateBeneficiary, documentedCall(activateBeneficiary, 'true', ids));
  });
  const activated = step("activate the beneficiary of the second agent's sender", async (session) => {
    const { beneficiaryId } = await session.use(added);
    await session.afterRequested([activation]);
    return sendActivation(deps, asOtherAgent(session), await session.use(sender), beneficiaryId, true);
  });
  const activationServed = step('what the second agent gets for an activation of its own', async (session) => {
    await session.use(customer.beneficiaries.activated);
    const reply = await session.use(activated);
    const { beneficiaryId } = await session.use(added);
    const isOn = async (): Promise<boolean> => isListedActive((await session.use(detail)).beneficiaries, beneficiaryId);
    if (isListedRefusal(reply) && (await isOn())) throw notApplicable('the beneficiary is active without an activation');
    return mustServeOtherAgent(reply);
  });
  /** What OP-13 was served for, where a check asks for that. */
  const findSwitchedOn = async (session: Session): Promise<string | null> => {
    await session.afterRequested([activated]);
    const done = activated.isRequested() ? await session.after(activated) : null;
    return done?.ok === true && isServed(done.value) ? (await session.use(added)).beneficiaryId : null;
  };
  const detail = step("the detail of the second agent's sender", async (session) => {
    const who = await session.use(sender);
    await session.use(customer.beneficiaries.detail);
    const switchedOn = await findSwitchedOn(session);
    const isShown = ({ beneficiaries }: Detail): boolean => switchedOn === null || isListedActive(beneficiaries, switchedOn);
    return inTurn(who.person, () => blameOtherAgent(() => readUntilShown(deps, asOtherAgent(session), who, isShown)));
  });
  /** OP-7 may refuse an account that an earlier run has added. */
  const payee = step("a beneficiary of the second agent's sender", async (session) => {
    const done = await session.after(added);
    if (done.ok) return done.value;
    const listed = (await session.use(detail)).beneficiaries.find((each) => each.ours && isActive(each));
    if (listed === undefined) throw done.error;
    return listed;
  });
  return { sender, activation, activated, activationServed, detail, payee };
}
