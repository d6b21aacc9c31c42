import { documentedCall } from '../../../specs/documented-call.ts';
import { senderDetail, setMpin } from '../../../specs/operations.ts';
import type { Reply } from '../../judge/reply.ts';
import { valueAt } from '../../judge/fields.ts';
import { isListedRefusal, mayComeOfLock, mustServe, findNotServedStop } from '../../judge/served.ts';
import { lacksMpin } from '../setup/people.ts';
import type { Call } from '../../client/http/call.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { changeEnd } from '../../core/unknown-values.ts';
import { withFields, withIdOf, withoutField, withUnknown } from '../calls/edit-call.ts';
import { createUnlockedRead } from '../calls/closing.ts';
import { mpinForms } from '../../consent/consent-header.ts';
import { findStateOfAnother, newChallenge } from '../consent/challenge.ts';
import { changeLastDigit } from '../calls/wrong-otp.ts';
import { type Challenge } from '../setup/challenge.ts';
import { partIfDone } from '../setup/part-step.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Person } from '../setup/person.ts';
import type { Sender } from '../sender/sender.ts';

export interface MpinSet {
  /** A refusal where the MPIN stood before, which an earlier run has set. */
  readonly reply: Reply;
  readonly person: Person;
}

interface Mpin {
  readonly set: Step<MpinSet>;
  /** OP-12 with a right code, and one id unknown or one field missing, by way. */
  readonly refused: ReadonlyMap<string, Step<Reply>>;
}

const changeByWay: Readonly<Record<string, (call: Call, code: Challenge, stateOfAnother: () => string) => Call>> = {
  'unknown-sender': (call) => withUnknown(call, 'sender'),
  'unknown-sub-agent': (call) => withUnknown(call, 'sub-agent'),
  'other-user-type-sub-agent': (call) => withIdOf(call, 'sub-agent', call.path?.['senderId'] ?? ''),
  'unknown-state': (call, { state }) => withFields(call, { state: changeEnd(state) }),
  'own-code-state-of-another': (call, _, stateOfAnother) => withFields(call, { state: stateOfAnother() }),
  'missing-otp': (call) => withoutField(call, 'otp'),
  'missing-state': (call) => withoutField(call, 'state'),
  'empty-otp': (call) => withFields(call, { otp: '' }),
  'empty-state': (call) => withFields(call, { state: '' }),
};

export function buildMpinCall(deps: Dependencies, sender: Sender, otp: string, state: string): Call {
  const { mpin } = deps.people;
  if (mpin === null) throw lacksMpin(deps.people);
  return documentedCall(setMpin, 'only', { ...sender, mpin, otp, state });
}

/** OP-6 takes the MPIN of the run and no other: it stands from an earlier run. */
async function isMpinOf(deps: Dependencies, session: Session, sender: Sender): Promise<boolean> {
  deps.wrongCodeBudget.take('wrong-mpin-OP-6');
  const { mpin } = deps.people;
  if (mpin === null) return false;
  const read = async (sent: string): Promise<Reply> => {
    const { code, state } = await newChallenge(deps, session, sender.person);
    const call = documentedCall(senderDetail, 'only', { ...sender, consent: (deps.memory.mpinForm ?? mpinForms[0])(code, state, sent) });
    return session.probe(senderDetail, sent === mpin ? call : { ...call, wrongCode: sender.person.mobile });
  };
  return findNotServedStop(await read(mpin)) === null && findNotServedStop(await read(changeLastDigit(mpin))) !== null;
}

/** OP-12 on a sender that only it uses (reading 14): first with unknown ids or without a field, then as documented with the same code. */
export function createMpinSteps(deps: Dependencies, who: Step<Sender>, statusBefore: Step<Reply>): Mpin {
  const isOld = async (session: Session): Promise<boolean> =>
    String(valueAt(await session.use(statusBefore), 'result.isOldUser')) === 'true';
  const code = step('a code for the MPIN', async (session) => newChallenge(deps, session, (await session.use(who)).person));
  const buildCall = async (session: Session, { code: otp, state }: Challenge): Promise<Call> =>
    buildMpinCall(deps, await session.use(who), otp, state);
  const parts = Object.entries(changeByWay).map(
    ([way, change]) =>
      [
        way,
        step(`OP-12: ${way}`, async (session) => {
          const challenge = await session.use(code);
          const { person } = await session.use(who);
          const call = change(await buildCall(session, challenge), challenge, () => findStateOfAnother(deps, person));
          return session.probe(setMpin, call);
        }),
      ] as const,
  );
  const sendOnce = async (session: Session, challenge: Challenge): Promise<Reply> => {
    const reply = await session.send(setMpin, await buildCall(session, challenge));
    if (findNotServedStop(reply, challenge.used) !== null) return reply;
    challenge.accepted();
    deps.memory.of((await session.use(who)).person).hasNewMpin = true;
    return reply;
  };
  const setting = step('set the MPIN', async (session): Promise<MpinSet> => {
    const { person } = await session.use(who);
    const challenge = await session.use(code);
    const reply = await sendOnce(session, challenge);
    if (!mayComeOfLock(reply)) return { reply: mustServe(reply, challenge.used), person };
    // The refused calls may have used up the code.
    const second = await newChallenge(deps, session, person);
    const again = await sendOnce(session, second);
    // An old user may have this MPIN, and the service may refuse the one that stands (reading 1).
    const sender = await session.use(who);
    const stands = async (): Promise<boolean> => (await isOld(session)) || isMpinOf(deps, session, sender);
    if (isListedRefusal(again) && (await stands())) return { reply: again, person };
    if (!mayComeOfLock(again)) return { reply: mustServe(again, second.used), person };
    // The refused calls may have locked the sender, for good or for a moment.
    await session.use(createUnlockedRead(deps, sender));
    const third = await newChallenge(deps, session, person);
    return { reply: mustServe(await sendOnce(session, third), third.used), person };
  });
  const whole = step('set the MPIN of a sender', async (session) => {
    const sender = await session.use(who);
    buildMpinCall(deps, sender, '', '');
    await deps.inTurn(sender.person, () => session.afterAll([...parts.map(([, part]) => part), setting]));
  });
  const part = partIfDone(whole);
  return {
    set: part(setting),
    refused: new Map(parts.map(([way, one]) => [way, part(one)])),
  };
}
