import { activateBeneficiary, addBeneficiary } from '../../../specs/operations.ts';
import type { ClauseId } from '../../../specs/clauses.ts';
import { findingIn, usable } from '../../judge/fields.ts';
import { sameId } from '../../judge/ids.ts';
import type { Reply } from '../../judge/reply.ts';
import { mustServe } from '../../judge/served.ts';
import { blocked, notApplicable, Stop } from '../../judge/stop.ts';
import type { Session } from '../session.ts';
import { step, type Step } from '../step.ts';
import { withConsent } from './consent.ts';
import type { Kit } from './kit.ts';
import { outdate, readDetail, type Detail, type Listed, type Sender } from './sender.ts';

/** What OP-7 was asked for, and its answer. */
export interface Added {
  readonly accountNo: string;
  readonly ifscCode: string;
  readonly name: string;
  readonly beneficiaryId: string;
  readonly reply: Reply;
}

/** OP-13 for one beneficiary, with the list before and after it. */
export interface Switched {
  readonly reply: Reply;
  readonly beneficiaryId: string;
  readonly before: Detail;
  readonly after: Detail;
}

/** A beneficiary that money may be sent to, and the list it stands in. */
export interface Payee extends Listed {
  readonly detail: Detail;
}

/** The steps of OP-7 and OP-13, in the order they run. */
export interface Beneficiaries {
  /** OP-6 before anything is added. */
  readonly detail: Step<Detail>;
  readonly added: Step<Added>;
  /** OP-6 once the beneficiary is added and OP-13 was asked for the first time. */
  readonly listed: Step<Detail>;
  /** The first OP-13: with `false` where it is tried. */
  readonly switchedOff: Step<Switched>;
  readonly activated: Step<Switched>;
  readonly payee: Step<Payee>;
}

async function add(kit: Kit, session: Session, sender: Sender, taken: readonly string[]): Promise<Added> {
  const { account: accountNo, artificial } = kit.people.account(taken);
  const { ifscCode, name } = kit.people.beneficiary;
  const payload = { accountNo, ifscCode, name };
  const { senderId, subAgentTagId } = sender;
  outdate(kit, sender);
  try {
    const reply = await withConsent(kit, session, sender.person, sender.scheme, (consent) =>
      session.send(addBeneficiary, { path: { senderId }, query: { subAgentTagId }, consent, payload }),
    );
    return { ...payload, beneficiaryId: usable(reply, 'result.beneficiaryId', session.doubt), reply };
  } catch (error) {
    if (artificial && error instanceof Stop && error.why.kind === 'violation' && error.why.received.startsWith('HTTP 200')) {
      throw blocked('artificial-account', `an artificial account was refused: name an unused one in DMT_BENEFICIARY_ACCOUNT`, 'test-data');
    }
    throw error;
  }
}

/** OP-13 as documented; whether it was served is for the caller to say. */
function switchTo(kit: Kit, session: Session, sender: Sender, id: string, object: boolean): Promise<Reply> {
  const { senderId, subAgentTagId } = sender;
  outdate(kit, sender);
  return session.send(activateBeneficiary, { path: { senderId, id }, query: { subAgentTagId }, payload: { object } });
}

/** The clause by which OP-6 does not list what OP-7 added under its id; null when it does. */
function whyMissing({ beneficiaries, reply }: Detail, accountNo: string, id: string): ClauseId | null {
  const broken = findingIn(reply, 'result.beneficiaries');
  if (broken !== undefined) return broken.clause;
  if (beneficiaries.some(({ beneficiaryId }) => sameId(beneficiaryId, id))) return null;
  return beneficiaries.some(({ accountNumber }) => accountNumber === accountNo) ? 'OP7-LISTED-UNDER-ID' : 'OP7-LISTED-AS-SENT';
}

/** The configured account is preferred to one made up: a bank pays it. */
async function choosePayee(kit: Kit, session: Session, sender: Sender, steps: Omit<Beneficiaries, 'payee'>): Promise<Payee> {
  const before = await session.use(steps.detail);
  const configured = before.beneficiaries.find(({ accountNumber }) => kit.people.accounts.includes(accountNumber));
  if (configured?.active === true) return { ...configured, detail: before };
  if (configured !== undefined) {
    await session.after(steps.activated);
    const after = await kit.inTurn(sender.person, async () => {
      mustServe(await switchTo(kit, session, sender, configured.beneficiaryId, true));
      return readDetail(kit, session, sender);
    });
    const now = after.beneficiaries.find(({ beneficiaryId }) => sameId(beneficiaryId, configured.beneficiaryId));
    if (now?.active === false) session.doubt('OP13-ACTIVATES');
    return { ...(now ?? configured), detail: after };
  }
  return activatedOne(session, steps, before);
}

async function activatedOne(session: Session, steps: Omit<Beneficiaries, 'payee'>, before: Detail): Promise<Payee> {
  try {
    const { after, beneficiaryId } = await session.use(steps.activated);
    const own = after.beneficiaries.find((each) => sameId(each.beneficiaryId, beneficiaryId));
    if (own?.active === false) session.doubt('OP13-ACTIVATES');
    return { ...(own ?? { index: -1, beneficiaryId, accountNumber: '', active: true, inactive: false }), detail: after };
  } catch (error) {
    const other = before.beneficiaries.find(({ active }) => active);
    if (other === undefined) throw error;
    return { ...other, detail: before };
  }
}

export interface BeneficiariesPlan {
  readonly role: string;
  /** With another beneficiary that stays inactive, and `false` before `true`. */
  readonly thorough: boolean;
  /** Steps of others that come before the list is read. */
  readonly follows: readonly Step<unknown>[];
}

export function beneficiariesOf(kit: Kit, who: Step<Sender>, { role, thorough, follows }: BeneficiariesPlan): Beneficiaries {
  const inTurn = <T>(name: string, run: (session: Session, sender: Sender) => Promise<T>, ...before: Step<unknown>[]): Step<T> =>
    step(`${name} (${role})`, async (session) => {
      const sender = await session.use(who);
      for (const each of before) await session.use(each);
      return kit.inTurn(sender.person, () => run(session, sender));
    });
  const detail = inTurn('read the sender', (session, sender) => readDetail(kit, session, sender));
  const taken = async (session: Session): Promise<string[]> =>
    (await session.use(detail)).beneficiaries.map(({ accountNumber }) => accountNumber);
  const added = inTurn('add a beneficiary', async (session, sender) => add(kit, session, sender, await taken(session)), detail);
  const second = inTurn('add another beneficiary', async (session, sender) => {
    const { accountNo } = await session.use(added);
    if ((await session.use(detail)).beneficiaries.some(({ active }) => !active))
      throw notApplicable('another inactive one is listed already');
    return add(kit, session, sender, [...(await taken(session)), accountNo]);
  });
  const switching = (object: boolean): Step<Reply> =>
    inTurn(
      `ask to activate with ${object}`,
      async (session, sender) => switchTo(kit, session, sender, (await session.use(added)).beneficiaryId, object),
      added,
    );
  const first = switching(!thorough);
  const list = inTurn('read the beneficiaries', (session, sender) => readDetail(kit, session, sender));
  // One look shows what was added and what the first OP-13 did: each look takes an OTP.
  const listed = step(list.name, async (session) => {
    await session.use(added);
    for (const each of thorough ? [second, first, ...follows] : [first, ...follows]) await session.after(each);
    return session.use(list);
  });
  /** Doubts the list that does not hold what was added. */
  const known = async (session: Session): Promise<Detail> => {
    const { accountNo, beneficiaryId } = await session.use(added);
    const shown = await session.use(listed);
    const missing = whyMissing(shown, accountNo, beneficiaryId);
    if (missing !== null) session.doubt(missing);
    return shown;
  };
  const firstSwitched = step(`a beneficiary switched (${role})`, async (session): Promise<Switched> => {
    const { beneficiaryId } = await session.use(added);
    const after = await known(session);
    return { reply: mustServe(await session.use(first)), beneficiaryId, before: await session.use(detail), after };
  });
  const secondSwitched = inTurn(
    'activate',
    async (session, sender): Promise<Switched> => {
      const { beneficiaryId } = await session.use(added);
      const before = await known(session);
      const reply = mustServe(await switchTo(kit, session, sender, beneficiaryId, true));
      return { reply, beneficiaryId, before, after: await readDetail(kit, session, sender) };
    },
    listed,
  );
  const activated = thorough ? secondSwitched : firstSwitched;
  const steps = { detail, added, listed, switchedOff: firstSwitched, activated };
  const payee = step(`a beneficiary to pay (${role})`, async (session) => choosePayee(kit, session, await session.use(who), steps));
  return { ...steps, payee };
}
