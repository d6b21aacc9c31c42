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
import { readDetail, type Detail, type Listed, type Sender } from './sender.ts';

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
  /** OP-6 once the beneficiary is added. */
  readonly listed: Step<Detail>;
  readonly switchedOff: Step<Switched>;
  readonly activated: Step<Switched>;
  readonly payee: Step<Payee>;
}

async function add(kit: Kit, session: Session, sender: Sender, taken: readonly string[]): Promise<Added> {
  const { account: accountNo, artificial } = kit.people.account(taken);
  const { ifscCode, name } = kit.people.beneficiary;
  const payload = { accountNo, ifscCode, name };
  const { senderId, subAgentTagId } = sender;
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

async function activation(kit: Kit, session: Session, sender: Sender, before: Detail, id: string, object: boolean): Promise<Switched> {
  const { senderId, subAgentTagId } = sender;
  const reply = mustServe(
    await session.send(activateBeneficiary, { path: { senderId, id }, query: { subAgentTagId }, payload: { object } }),
  );
  return { reply, beneficiaryId: id, before, after: await readDetail(kit, session, sender) };
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
    const { after } = await kit.inTurn(sender.person, () => activation(kit, session, sender, before, configured.beneficiaryId, true));
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
    return { ...(own ?? { index: -1, beneficiaryId, accountNumber: '', active: true }), detail: after };
  } catch (error) {
    const other = before.beneficiaries.find(({ active }) => active);
    if (other === undefined) throw error;
    return { ...other, detail: before };
  }
}

/** `thorough`: with another beneficiary that stays inactive, and `false` before `true`. */
export function beneficiariesOf(kit: Kit, who: Step<Sender>, role: string, thorough: boolean): Beneficiaries {
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
  const list = inTurn('read the beneficiaries', (session, sender) => readDetail(kit, session, sender), added);
  const listed = step(list.name, async (session) => {
    await session.use(added);
    if (thorough) await session.after(second);
    return session.use(list);
  });
  const switching = (name: string, object: boolean, before: Step<Detail>): Step<Switched> =>
    inTurn(
      name,
      async (session, sender) => {
        const { accountNo, beneficiaryId } = await session.use(added);
        const detail = await session.use(before);
        const missing = whyMissing(detail, accountNo, beneficiaryId);
        if (missing !== null) session.doubt(missing);
        return activation(kit, session, sender, detail, beneficiaryId, object);
      },
      before,
    );
  const switchedOff = switching('ask not to activate', false, listed);
  const activated = step(`activate the beneficiary (${role})`, async (session) => {
    if (thorough) await session.after(switchedOff);
    return session.use(switching('activate', true, listed));
  });
  const steps = { detail, added, listed, switchedOff, activated };
  const payee = step(`a beneficiary to pay (${role})`, async (session) => choosePayee(kit, session, await session.use(who), steps));
  return { ...steps, payee };
}
