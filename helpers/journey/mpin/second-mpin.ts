import { documentedCall } from '../../../specs/documented-call.ts';
import { isCertainRefusal } from '../../../specs/codes.ts';
import { requestTransfer, senderDetail, setMpin } from '../../../specs/operations.ts';
import type { Reply } from '../../judge/reply.ts';
import { findNotServedStop, mayComeOfLock, mustServe } from '../../judge/served.ts';
import { notApplicable } from '../../judge/stop.ts';
import { describeAnswer } from '../../judge/reply.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { newChallenge } from '../consent/challenge.ts';
import { sendRefusedCall, type RefusedCallResult } from '../calls/send-refused-call.ts';
import { keepDetail, markSpent, readDetailToPayWith, type Sender } from '../sender/sender.ts';
import type { Challenge } from '../setup/challenge.ts';
import type { Listed } from '../setup/detail.ts';
import { partIfDone } from '../setup/part-step.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { mustHavePaid } from '../transfer/made-transfers.ts';
import { buildTransferCall } from '../transfer/transfer-call.ts';
import { requireMpin } from './mpin-consent.ts';
import { changeEveryDigit, sendRefusedSets, type SentSets } from './refused-sets.ts';
import type { MpinForm } from '../../consent/consent-header.ts';

/** A second OP-12 with another MPIN (reading 14). DMT_MPIN is set again in the end. */
export interface SecondMpin {
  /** OP-12 with another MPIN than the one that stands, and a right code. */
  readonly set: Step<Reply>;
  /** OP-12 calls that the service should refuse, while the second MPIN stands. */
  readonly refused: Step<SentSets>;
  /** OP-6 with the MPIN that stood before. */
  readonly old: Step<Reply>;
  /** OP-9 with the MPIN that stood before. */
  readonly oldPaid: Step<RefusedCallResult>;
  /** OP-6 with the MPIN that was set last. */
  readonly newer: Step<Reply>;
  /** OP-6 with the MPIN of the refused calls, where the newer one is refused. */
  readonly unset: Step<Reply>;
  /** OP-12 with DMT_MPIN and a right code, before a check accuses: the service may refuse a sender that has an MPIN. */
  readonly setAgain: Step<Reply>;
  readonly whole: Step<void>;
}

interface SecondMpinPlan {
  readonly who: Step<Sender>;
  /** The second agent's token opens plain reads. */
  readonly otherAgent: { readonly open: Step<unknown>; readonly subAgentTag: Step<string> };
  /** An active beneficiary of this sender. */
  readonly payee: Step<Listed>;
  /** The usual transfer. */
  readonly paid: Step<unknown>;
  /** In which the service took the first MPIN. */
  readonly form: Step<MpinForm>;
  /** All other calls of the same mobile. */
  readonly follows: () => readonly Step<unknown>[];
}

async function sendMpin(deps: Dependencies, session: Session, sender: Sender, mpin: string): Promise<Reply> {
  const challenge = await newChallenge(deps, session, sender.person);
  const call = documentedCall(setMpin, 'only', { ...sender, mpin, otp: challenge.code, state: challenge.state });
  const reply = await session.probe(setMpin, call);
  if (findNotServedStop(reply) !== null) return reply;
  challenge.accepted();
  deps.memory.of(sender.person).secondMpin = mpin;
  return reply;
}

/** The mark comes first: a run that is killed in between leaves a mobile whose MPIN no later run knows. */
async function setSecond(deps: Dependencies, session: Session, sender: Sender): Promise<Reply> {
  const { mobile } = sender.person;
  deps.mpinMarks.noteChanged(mobile);
  const reply = await sendMpin(deps, session, sender, changeEveryDigit(requireMpin(deps)));
  if (findNotServedStop(reply) === null) return reply;
  if (isCertainRefusal(reply.status, reply.code)) deps.mpinMarks.noteRestored(mobile);
  // A service may have a reason not to change an MPIN, but none for the other statuses (reading 1).
  if (!mayComeOfLock(reply)) mustServe(reply);
  throw notApplicable(`the service answers a second MPIN with ${describeAnswer(reply)}`);
}

/** A service may refuse an MPIN that stood before. A second try where the code of the first was stale. */
async function setBack(deps: Dependencies, session: Session, sender: Sender): Promise<Reply> {
  const send = (): Promise<Reply> => sendMpin(deps, session, sender, requireMpin(deps));
  const first = await send();
  const reply = findNotServedStop(first) === null ? first : await send();
  if (findNotServedStop(reply) === null) deps.mpinMarks.noteRestored(sender.person.mobile);
  return reply;
}

/** OP-6 with a code and an MPIN. */
const createRead =
  (deps: Dependencies, who: Step<Sender>, form: Step<MpinForm>) =>
  async (session: Session, { code: otp, state }: Challenge, mpin: string, isWrong: boolean): Promise<Reply> => {
    const sender = await session.use(who);
    if (isWrong) deps.wrongCodeBudget.take('older-mpin-OP-6');
    const consent = (await session.use(form))(otp, state, mpin);
    const call = documentedCall(senderDetail, 'only', { ...sender, consent });
    const reply = await session.probe(senderDetail, isWrong ? { ...call, wrongCode: sender.person.mobile } : call);
    if (findNotServedStop(reply) === null) keepDetail(deps, sender, reply);
    return reply;
  };

function createParts(deps: Dependencies, { who, form, otherAgent, payee, paid }: SecondMpinPlan) {
  const set = step('set a second MPIN', async (session) => setSecond(deps, session, await session.use(who)));
  const code = step('a code to send with two MPINs', async (session) => newChallenge(deps, session, (await session.use(who)).person));
  const read = createRead(deps, who, form);
  const refused = step('OP-12 calls that the service should refuse', async (session) => {
    await session.use(set);
    const { ok: hasOtherAgent } = await session.after(otherAgent.open);
    const tagged = await session.after(otherAgent.subAgentTag);
    const other = { hasOtherAgent, otherSubAgent: tagged.ok ? tagged.value : null };
    const plan = { sender: await session.use(who), mpin: changeEveryDigit(requireMpin(deps), 3), challenge: await session.use(code) };
    return sendRefusedSets(session, { ...plan, ...other });
  });
  const old = step('OP-6 with the MPIN that stood before', async (session) => {
    await session.use(set);
    return read(session, await session.use(code), requireMpin(deps), true);
  });
  // Read while the first MPIN stands: OP-6 may ask for it too.
  const detail = step('a session to pay with before a second MPIN', async (session) => {
    await mustHavePaid(deps, session, paid);
    return readDetailToPayWith(deps, session, await session.use(who));
  });
  const oldPaid = step('OP-9 with the MPIN that stood before', async (session) => {
    const sessionId = (await session.use(detail)).fundtransferSessionId(session);
    await session.use(set);
    const sender = await session.use(who);
    const { code: otp, state } = await session.use(code);
    const order = { amount: deps.people.amount, payee: await session.use(payee) };
    deps.wrongCodeBudget.take('older-mpin-OP-9');
    markSpent(deps, sender);
    const consent = (await session.use(form))(otp, state, requireMpin(deps));
    const { call } = buildTransferCall(deps, { sender, order, sessionId, consent });
    return sendRefusedCall({ deps, sender }, session, requestTransfer, { ...call, wrongCode: sender.person.mobile });
  });
  const newer = step('OP-6 with the newer MPIN', async (session) => {
    await session.use(set);
    const mpin = changeEveryDigit(requireMpin(deps));
    const reply = await read(session, await session.use(code), mpin, false);
    if (findNotServedStop(reply) === null) return reply;
    // The older MPIN may have used up the code.
    return read(session, await newChallenge(deps, session, (await session.use(who)).person), mpin, false);
  });
  const unset = step('OP-6 with an MPIN that was never set', async (session) => {
    const { mpin } = await session.use(refused);
    const done = await session.after(newer);
    if (done.ok && findNotServedStop(done.value) === null) throw notApplicable('the newer MPIN is right');
    return read(session, await newChallenge(deps, session, (await session.use(who)).person), mpin, true);
  });
  const restored = step('set the first MPIN again', async (session) => {
    await session.use(set);
    return setBack(deps, session, await session.use(who));
  });
  return { set, detail, refused, old, oldPaid, newer, unset, restored };
}

export function createSecondMpin(deps: Dependencies, plan: SecondMpinPlan): SecondMpin {
  const parts = createParts(deps, plan);
  const { set, detail, refused, old, oldPaid, newer, unset, restored } = parts;
  const whole = step('a second MPIN', (session) =>
    deps.wrongCodeBudget.keep(['older-mpin-OP-6', 'older-mpin-OP-9'], async () => {
      deps.mustBeAllowed('second-mpin');
      requireMpin(deps);
      await session.use(plan.form);
      await session.afterAll([plan.otherAgent.open, plan.otherAgent.subAgentTag, plan.payee]);
      await session.afterRequested(plan.follows());
      deps.wrongCodeBudget.mustHaveLeft('older-mpin-OP-9');
      const { person } = await session.use(plan.who);
      await deps.inTurn(person, () => session.afterAll([detail, refused, old, oldPaid, newer, unset, restored]));
    }),
  );
  const setAgain = step('set the first MPIN once more', async (session) => {
    await session.afterRequested([whole]);
    const sender = await session.use(plan.who);
    return deps.inTurn(sender.person, () => sendMpin(deps, session, sender, requireMpin(deps)));
  });
  const part = partIfDone(whole);
  return {
    set: part(set),
    refused: part(refused),
    old: part(old),
    oldPaid: part(oldPaid),
    newer: part(newer),
    unset: part(unset),
    setAgain,
    whole,
  };
}
