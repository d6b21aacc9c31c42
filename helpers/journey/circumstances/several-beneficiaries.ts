import { sameId } from '../../core/ids.ts';
import { findNotServedStop, isListedRefusal, mustServe } from '../../judge/served.ts';
import { notApplicable } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { listAccounts } from '../beneficiary/beneficiary.ts';
import { activate, addAccount, sendActivation } from '../beneficiary/changes.ts';
import { isListedActive, readUntilShown } from '../beneficiary/lists.ts';
import type { RefusedCallResult } from '../calls/send-refused-call.ts';
import { isNewUser } from '../onboarding/onboarding.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import { readDetail, type Sender } from '../sender/sender.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail } from '../setup/detail.ts';
import { createCircumstance } from '../setup/circumstance.ts';
import { fillList } from './many-beneficiaries.ts';
import { sendUnconsentedBeneficiary } from './unconsented.ts';

const several = 3;

interface AddedAccounts {
  /** Every account of the sender. */
  readonly accounts: readonly string[];
  /** Of the added beneficiaries, in order. */
  readonly ids: readonly string[];
}

export interface ActivatedTwo {
  /** The id of the one that is switched off later. */
  readonly second: string;
  /** OP-6 behind it. */
  readonly list: Detail;
}

export interface SwitchedOff {
  readonly beneficiaryId: string;
  readonly served: boolean;
  readonly list: Detail;
}

export interface SeveralBeneficiaries {
  readonly activated: Step<ActivatedTwo>;
  /** A beneficiary that was active, after OP-13 with `false`. */
  readonly switchedOff: Step<SwitchedOff>;
  /** OP-6 behind it. */
  readonly listedOff: Step<Detail>;
  readonly activatedAmongSeveral: Step<unknown>;
  readonly manyBeneficiaries: Step<unknown>;
  /** OP-7 with `NONE`, by a sender without beneficiaries. */
  readonly unconsentedAtFirst: Step<RefusedCallResult>;
  /** OP-7 without a consent, by a sender with several beneficiaries. */
  readonly unconsentedAmongSeveral: Step<RefusedCallResult>;
}

async function addAccounts(deps: Dependencies, session: Session, sender: Sender, accounts: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const account of accounts) ids.push((await addAccount(deps, session, sender, account)).beneficiaryId);
  return ids;
}

function requireListed({ beneficiaries }: Detail, beneficiaryId: string): void {
  if (!beneficiaries.some((each) => sameId(each.beneficiaryId, beneficiaryId)))
    throw notApplicable('OP-13 with false takes a beneficiary off the list');
}

const createUnconsentedAtFirst = (
  deps: Dependencies,
  sender: Step<Sender>,
  accountsAtFirst: Step<readonly string[]>,
): Step<RefusedCallResult> =>
  createCircumstance(deps, 'a first beneficiary with NONE', async (session) => {
    skipWhereCodesAreTyped(deps.people);
    const who = await session.use(sender);
    const listed = await session.use(accountsAtFirst);
    if (listed.length > 0) throw notApplicable('the sender has beneficiaries of an earlier run');
    const accountNo = deps.people.accounts.lend(listed, several);
    return deps.inTurn(who.person, () => sendUnconsentedBeneficiary(deps, session, { sender: who, accountNo, how: 'none' }));
  });

const createUnconsented = (deps: Dependencies, sender: Step<Sender>, added: Step<AddedAccounts>): Step<RefusedCallResult> =>
  createCircumstance(deps, 'a further beneficiary without a consent', async (session) => {
    skipWhereCodesAreTyped(deps.people);
    const who = await session.use(sender);
    const { accounts } = await session.use(added);
    return deps.inTurn(who.person, () =>
      sendUnconsentedBeneficiary(deps, session, { sender: who, accountNo: deps.people.accounts.lend(accounts, 0), how: 'missing' }),
    );
  });

/** The list after each shows whether it changed the others too. */
async function activateTwo(deps: Dependencies, session: Session, who: Sender, ids: readonly string[]): Promise<ActivatedTwo> {
  // The one between them shows what OP-13 does to a neighbor. The head stays on when the tail is switched off.
  const [head = '', tail = ''] = [ids[0], ids.at(-1)];
  mustServe(await activate(deps, session, who, tail));
  await readDetail(deps, session, who);
  mustServe(await activate(deps, session, who, head));
  // One that is active stays so, also where a service refuses to activate it again.
  await sendActivation(deps, session, who, head, true);
  return { second: tail, list: await readDetail(deps, session, who) };
}

const createKnownAccounts = ({ onboarding, beneficiaries }: CustomerJourney): Step<readonly string[]> =>
  step(`accounts of the ${onboarding.person.role}`, async (session) =>
    (await isNewUser(session, onboarding)) ? [] : listAccounts(await session.use(beneficiaries.detail)),
  );

async function activateAgain(deps: Dependencies, session: Session, who: Sender, { beneficiaryId, list }: SwitchedOff): Promise<void> {
  requireListed(list, beneficiaryId);
  const reply = await sendActivation(deps, session, who, beneficiaryId, true);
  // The list may have shown late that it is gone.
  if (findNotServedStop(reply) !== null) requireListed(await readDetail(deps, session, who), beneficiaryId);
  // Where `false` was refused too, it is active still, and need not be activated again.
  if (isListedActive(list.beneficiaries, beneficiaryId) && isListedRefusal(reply)) return;
  mustServe(reply);
  await readUntilShown(deps, session, who, ({ beneficiaries }) => isListedActive(beneficiaries, beneficiaryId));
}

interface Between {
  /** Comes between activating and switching off. */
  readonly paid: () => Step<unknown>;
  /** Comes between switching off and activating again. */
  readonly follows: () => readonly Step<unknown>[];
}

export function createSeveralBeneficiaries(deps: Dependencies, owner: CustomerJourney, { paid, follows }: Between): SeveralBeneficiaries {
  const { sender } = owner;
  const inTurn = <T>(name: string, before: Step<unknown>, run: (session: Session, who: Sender) => Promise<T>): Step<T> =>
    step(name, async (session) => {
      const who = await session.use(sender);
      await session.use(before);
      return deps.inTurn(who.person, () => run(session, who));
    });
  const known = createKnownAccounts(owner);
  const unconsentedAtFirst = createUnconsentedAtFirst(deps, sender, known);
  const begun = step('the list of a sender of several beneficiaries', async (session) => {
    await session.use(known);
    await session.afterRequested([unconsentedAtFirst]);
  });
  const added = inTurn('several beneficiaries', begun, async (session, who): Promise<AddedAccounts> => {
    const listed = await session.use(known);
    const accounts = deps.people.accounts.several(listed, several, several);
    return { accounts: [...listed, ...accounts], ids: await addAccounts(deps, session, who, accounts) };
  });
  // Two are active at once, so that switching one shows what it does to the other.
  const activated = inTurn('two of several beneficiaries activated', added, async (session, who) => {
    const { ids } = await session.use(added);
    return activateTwo(deps, session, who, ids);
  });
  const used = step('two of several beneficiaries activated, one of them paid', async (session) => {
    await session.use(activated);
    await session.afterRequested([paid()]);
  });
  const switchedOff = inTurn('one of several beneficiaries switched off', used, async (session, who): Promise<SwitchedOff> => {
    const { second: beneficiaryId } = await session.use(activated);
    // One that was never active must stay so. A refusal of `false` is judged elsewhere.
    const { ids } = await session.use(added);
    await sendActivation(deps, session, who, ids.at(1) ?? beneficiaryId, false);
    const reply = await sendActivation(deps, session, who, beneficiaryId, false);
    return { beneficiaryId, served: findNotServedStop(reply) === null, list: await readDetail(deps, session, who) };
  });
  const activatedAgain = inTurn('a beneficiary activated a second time', switchedOff, async (session, who) =>
    activateAgain(deps, session, who, await session.use(switchedOff)),
  );
  const filled = inTurn('a full list of beneficiaries', added, async (session, who) =>
    fillList(deps, session, who, (await session.use(added)).accounts),
  );
  const activatedAmongSeveral = createCircumstance(deps, 'a beneficiary activated among several', async (session) => {
    skipWhereCodesAreTyped(deps.people);
    await session.use(switchedOff);
    await session.afterRequested(follows());
    await session.use(activatedAgain);
  });
  const manyBeneficiaries = createCircumstance(deps, 'a sender with many beneficiaries', async (session) => {
    skipWhereCodesAreTyped(deps.people);
    await session.use(added);
    await session.afterRequested([...follows(), activatedAmongSeveral]);
    await session.use(filled);
  });
  const listedOff = step('a list with beneficiaries that are not active', async (session) => (await session.use(switchedOff)).list);
  const unconsentedAmongSeveral = createUnconsented(deps, sender, added);
  return { activated, switchedOff, listedOff, activatedAmongSeveral, manyBeneficiaries, unconsentedAtFirst, unconsentedAmongSeveral };
}
