import { documentedCall } from '../../../specs/documented-call.ts';
import { agentBalance, paymentSources, senderSecurityScheme, transferSecurityScheme } from '../../../specs/operations.ts';
import { isTransferRefusal } from '../../judge/served.ts';
import { notApplicable } from '../../judge/stop.ts';
import type { Session, Step } from '../../session/session.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import { askOnboardingStatus, askUntilOld, type Onboarding } from '../onboarding/onboarding.ts';
import { findNewestDetail, type Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { MadeTransfer } from '../setup/memory.ts';
import { askAbout } from '../transfer/made-transfers.ts';
import { buildSchemeCall } from '../transfer/transfer.ts';
import { createBalanceReader } from '../transfer/balance-reader.ts';
import { createCircumstance } from '../setup/circumstance.ts';

/** A fault may begin at the third or at the fifth answer: the first transfer of all is asked about this often. */
const timesEnough = 5;

async function askUntilEnough(deps: Dependencies, session: Session, made: MadeTransfer): Promise<void> {
  const isFirst = deps.memory.madeTransfers[0] === made;
  do await askAbout(deps, session, made);
  while (isFirst && Math.min(...Object.values(made.timesAsked)) < timesEnough);
}

/** On prod, the configuration may name no mobile for OP-1, and the run tags no user. */
async function askStatus(deps: Dependencies, session: Session, { person, tag }: Onboarding): Promise<void> {
  if (person.mobile === '') return;
  const isTagged = tag.isRequested() && (await session.after(tag)).ok;
  await (isTagged ? askUntilOld(deps, session, person) : askOnboardingStatus(session, person));
}

interface TaggedSender {
  readonly journey: CustomerJourney;
  readonly sender: Sender;
}

async function findTagged(session: Session, journey: CustomerJourney): Promise<readonly TaggedSender[]> {
  if (!journey.onboarding.tag.isRequested()) return [];
  const sender = await session.after(journey.sender);
  return sender.ok ? [{ journey, sender: sender.value }] : [];
}

async function askAboutSender(deps: Dependencies, session: Session, { journey, sender }: TaggedSender): Promise<void> {
  await askStatus(deps, session, journey.onboarding);
  await session.send(senderSecurityScheme, documentedCall(senderSecurityScheme, 'only', sender));
  const paidFrom = await session.after(journey.source);
  if (paidFrom.ok) await session.send(transferSecurityScheme, buildSchemeCall(sender, paidFrom.value));
}

interface AskedAgainParts {
  readonly subAgent: Onboarding;
  /** The configured customer comes first. */
  readonly customers: readonly [CustomerJourney, ...CustomerJourney[]];
  /** Their transfers are asked about too, and nothing else of them. */
  readonly payers: readonly CustomerJourney[];
  readonly follows: readonly Step<unknown>[];
  /** The last change before them, where what it changes was asked for. */
  readonly change: Step<unknown>;
}

/** What was established early is asked again when all transfers have ended. The senders are asked side by side. */
export const createAskedAgainLater = (
  deps: Dependencies,
  { subAgent, customers, payers, follows, change }: AskedAgainParts,
): Step<unknown> =>
  createCircumstance(deps, 'what was asked early, asked again', async (session) => {
    await session.use(subAgent.tagId);
    const [{ onboarding, usualTransfer }] = customers;
    // At least one transfer, where this circumstance is selected alone. On prod nothing becomes older.
    const made = await session.after(usualTransfer.requested);
    if (!made.ok && onboarding.person.configuredTag !== undefined) throw made.error;
    await session.afterRequested(follows);
    await session.afterRequested([change]);
    const tagged = (await Promise.all(customers.map((each) => findTagged(session, each)))).flat();
    // An odd transfer of a sender for refused calls may be accepted before or after, and is asked about by others.
    const { madeTransfers } = deps.memory;
    const paying = [...tagged, ...(await Promise.all(payers.map((each) => findTagged(session, each)))).flat()];
    const usual = madeTransfers.filter(({ senderId }) => paying.some(({ sender }) => sender.senderId === senderId));
    await Promise.all([
      ...usual.map((made) => askUntilEnough(deps, session, made)),
      ...tagged.map((each) => askAboutSender(deps, session, each)),
      askStatus(deps, session, subAgent),
      session.send(paymentSources),
      session.send(agentBalance),
    ]);
  });

/** A transfer that OP-9 accepted and OP-10 called FAILED, and its sender's balance, after all other transfers of the sender. */
export const createFailedLater = (deps: Dependencies, customer: CustomerJourney): Step<unknown> =>
  createCircumstance(deps, 'a failed transfer asked about again', async (session) => {
    const { transferAboveBalance, transfers, detailAfter, sender } = customer;
    const done = await session.after(transferAboveBalance.requested);
    if (!done.ok && isTransferRefusal(done.error)) throw notApplicable('OP-9 refuses what the wallet does not hold');
    const { status } = await session.use(transferAboveBalance.status);
    if (status !== 'FAILED') throw notApplicable('OP-10 does not call the transfer above the balance FAILED');
    await session.afterRequested([...transfers, detailAfter]);
    const who = await session.use(sender);
    const asked = { ...who, ...(await session.use(transferAboveBalance.requested)) };
    await askAbout(deps, session, asked);
    await deps.inTurn(who.person, async () => {
      const newest = findNewestDetail(deps, who);
      if (newest !== null) await createBalanceReader(deps, who, newest).read(session);
    });
  });
