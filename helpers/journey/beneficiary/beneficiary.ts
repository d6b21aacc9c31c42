import { sameId } from '../../core/ids.ts';
import { isActive } from '../../judge/facts/beneficiaries.ts';
import type { Reply } from '../../judge/reply.ts';
import { mustServe } from '../../judge/served.ts';
import { notApplicable } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { readDetail, type Sender } from '../sender/sender.ts';
import type { Listed, Detail } from '../setup/detail.ts';
import { activate, addAccount, type Added } from './changes.ts';
import { firstSwitches, switchOn, type FirstSwitch } from './first-switch.ts';
import { doubtInactive, findMissingClause, isListedActive, isWaiting, readUntilShown } from './lists.ts';

export interface Switched {
  readonly reply: Reply;
  readonly beneficiaryId: string;
  readonly before: Detail;
  readonly after: Detail;
}

export interface Payee extends Listed {
  readonly detail: Detail;
}

export interface Beneficiaries {
  readonly detail: Step<Detail>;
  readonly added: Step<Added>;
  readonly listed: Step<Detail>;
  /** The first OP-13 (`FirstSwitch`). */
  readonly switchedOff: Step<Switched>;
  readonly activated: Step<Switched>;
  readonly payee: Step<Payee>;
}

/** Another sender of this run has added it. */
const isOfAnother = ({ memory }: Dependencies, { senderId }: Sender, { beneficiaryId }: Listed): boolean => {
  const adders = memory.addedBeneficiaries.filter((added) => sameId(added.beneficiaryId, beneficiaryId));
  return adders.length > 0 && adders.every((added) => added.senderId !== senderId);
};

/** The suite pays only its own beneficiaries: the first listed one, else the one it added. */
async function choosePayee(deps: Dependencies, session: Session, sender: Sender, steps: Omit<Beneficiaries, 'payee'>): Promise<Payee> {
  const before = await session.use(steps.detail);
  const listed = before.beneficiaries.find(({ ours }) => ours);
  if (listed === undefined) return chooseActivated(session, steps);
  if (isOfAnother(deps, sender, listed)) session.doubt('OP6-OWN-DATA');
  if (isActive(listed)) return { ...listed, detail: before };
  await session.after(steps.activated);
  const after = await deps.inTurn(sender.person, async () => {
    mustServe(await activate(deps, session, sender, listed.beneficiaryId));
    return readUntilShown(deps, session, sender, ({ beneficiaries }) => isListedActive(beneficiaries, listed.beneficiaryId));
  });
  const now = after.beneficiaries.find(({ beneficiaryId }) => sameId(beneficiaryId, listed.beneficiaryId));
  doubtInactive(session, now);
  return { ...(now ?? listed), detail: after };
}

/** A beneficiary by the id that OP-7 gave it, where no list shows it. */
export const assumeListed = (beneficiaryId: string): Listed => ({ beneficiaryId, accountNumber: '', status: 'true', ours: true });

async function chooseActivated(session: Session, steps: Omit<Beneficiaries, 'payee'>): Promise<Payee> {
  const { after, beneficiaryId } = await session.use(steps.activated);
  const own = after.beneficiaries.find((each) => sameId(each.beneficiaryId, beneficiaryId));
  doubtInactive(session, own);
  return { ...(own ?? assumeListed(beneficiaryId)), detail: after };
}

export const listAccounts = ({ beneficiaries }: Detail): readonly string[] => beneficiaries.map(({ accountNumber }) => accountNumber);

const hasInactive = ({ beneficiaries }: Detail): boolean => beneficiaries.some(isWaiting);

/** How many accounts the suite adds for a sender whose first OP-13 deactivates, by the list before it adds any. */
export const countTakenAccounts = (before: Detail): number => (hasInactive(before) ? 1 : 2);

interface BeneficiariesPlan {
  readonly role: string;
  readonly firstSwitch: FirstSwitch;
  /** Steps of other parts that come before the list is read. */
  readonly follows: readonly Step<unknown>[];
}

interface AddedParts {
  readonly added: Step<Added>;
  readonly listed: Step<Detail>;
  /** Whom the first OP-13 named. */
  readonly switched: Step<Pick<Listed, 'beneficiaryId'>>;
}

interface ListWithAdded {
  readonly shown: Detail;
  /** `false` took the added one off (reading 21). It names that one where no other account may be added. */
  readonly isOff: boolean;
}

/** Doubts the list that does not hold the added beneficiary. */
async function useListWithAdded(
  session: Session,
  firstSwitch: FirstSwitch,
  { added, listed, switched }: AddedParts,
): Promise<ListWithAdded> {
  const { accountNo, beneficiaryId } = await session.use(added);
  const shown = await session.use(listed);
  const missing = findMissingClause(shown, accountNo, beneficiaryId);
  const mayBeOff = missing === 'OP7-LISTED-AS-SENT' && firstSwitch === 'deactivate';
  const isOff = mayBeOff && sameId((await session.use(switched)).beneficiaryId, beneficiaryId);
  if (missing !== null && !isOff) session.doubt(missing);
  return { shown, isOff };
}

async function activateAdded(deps: Dependencies, session: Session, sender: Sender, own: Added, list: ListWithAdded): Promise<Switched> {
  const { shown: before, isOff } = list;
  const { beneficiaryId } = isOff ? await addAccount(deps, session, sender, own.accountNo) : own;
  // A refused OP-13 must leave an inactive beneficiary off. The list shows that only if no other OP-13 follows.
  const ask = isListedActive(before.beneficiaries, beneficiaryId) ? activate : switchOn;
  const reply = mustServe(await ask(deps, session, sender, beneficiaryId));
  const after = await readUntilShown(deps, session, sender, ({ beneficiaries }) => isListedActive(beneficiaries, beneficiaryId));
  return { reply, beneficiaryId, before, after };
}

type WaitingParts = Pick<Beneficiaries, 'detail' | 'added'> & { readonly second: Step<Added> };

/** A beneficiary of ours that waits for its activation, or else the added one. */
const createWaitingStep = (role: string, { detail, added, second }: WaitingParts): Step<Pick<Listed, 'beneficiaryId'>> =>
  step(`a beneficiary that waits (${role})`, async (session) => {
    const done = await session.after(second);
    return done.ok ? done.value : ((await session.use(detail)).beneficiaries.find(isWaiting) ?? session.use(added));
  });

export function createBeneficiarySteps(
  deps: Dependencies,
  who: Step<Sender>,
  { role, firstSwitch, follows }: BeneficiariesPlan,
): Beneficiaries {
  const { value, send, isShown, accept } = firstSwitches[firstSwitch];
  const deactivates = firstSwitch === 'deactivate';
  const inTurn = <T>(name: string, run: (session: Session, sender: Sender) => Promise<T>, ...before: Step<unknown>[]): Step<T> =>
    step(`${name} (${role})`, async (session) => {
      const sender = await session.use(who);
      for (const each of before) await session.use(each);
      return deps.inTurn(sender.person, () => run(session, sender));
    });
  const detail = inTurn('read the sender', (session, sender) => readDetail(deps, session, sender));
  const addNth = async (session: Session, sender: Sender, nth: number): Promise<Added> =>
    addAccount(deps, session, sender, deps.people.accounts.take(listAccounts(await session.use(detail)), nth));
  const added = inTurn('add a beneficiary', (session, sender) => addNth(session, sender, 1), detail);
  const addSecond = async (session: Session, sender: Sender): Promise<Added> => {
    if (hasInactive(await session.use(detail))) throw notApplicable('another inactive beneficiary is listed already');
    return addNth(session, sender, 2);
  };
  const second = inTurn('add another beneficiary', addSecond, added);
  // `false` may take a beneficiary off the list (reading 21), so it goes to one that nothing else needs.
  const switched = deactivates ? createWaitingStep(role, { detail, added, second }) : added;
  const first = inTurn(
    `ask to activate with ${value}`,
    async (session, sender) => send(deps, session, sender, (await session.use(switched)).beneficiaryId),
    switched,
  );
  const list = inTurn('read the beneficiaries', async (session, sender) => {
    const own = await session.use(added);
    return readUntilShown(deps, session, sender, (shown) => isShown(shown, own));
  });
  // One reading shows what OP-7 added and what the first OP-13 did: each reading takes an OTP.
  const listed = step(list.name, async (session) => {
    await session.use(added);
    await session.afterAll(deactivates ? [second, first, ...follows] : [first, ...follows]);
    return session.use(list);
  });
  const parts = { added, listed, switched };
  const firstSwitched = step(`a beneficiary switched (${role})`, async (session): Promise<Switched> => {
    const { beneficiaryId } = await session.use(switched);
    const { shown: after } = await useListWithAdded(session, firstSwitch, parts);
    return { reply: accept(await session.use(first)), beneficiaryId, before: await session.use(detail), after };
  });
  const secondSwitched = inTurn(
    'activate',
    async (session, sender) =>
      activateAdded(deps, session, sender, await session.use(added), await useListWithAdded(session, firstSwitch, parts)),
    listed,
  );
  const activated = deactivates ? secondSwitched : firstSwitched;
  const steps = { detail, added, listed, switchedOff: firstSwitched, activated };
  const payee = step(`a beneficiary to pay (${role})`, async (session) => choosePayee(deps, session, await session.use(who), steps));
  return { ...steps, payee };
}
