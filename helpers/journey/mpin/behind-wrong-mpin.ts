import { documentedCall } from '../../../specs/documented-call.ts';
import { apiCodes, isCertainRefusal } from '../../../specs/codes.ts';
import type { Operation } from '../../../specs/operation.ts';
import { requestTransfer, senderDetail, senderSecurityScheme, tagUser } from '../../../specs/operations.ts';
import type { Reply } from '../../judge/reply.ts';
import { findNotServedStop, mustServe } from '../../judge/served.ts';
import { notApplicable } from '../../judge/stop.ts';
import type { Call } from '../../client/http/call.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import type { MpinForm } from '../../consent/consent-header.ts';
import { createUnlockedRead } from '../calls/closing.ts';
import { sendRefusedCall, type RefusedCallResult } from '../calls/send-refused-call.ts';
import { sendTag } from '../onboarding/onboarding.ts';
import { keepDetail, readUnspentDetail, type Sender } from '../sender/sender.ts';
import { isListedActive, readUntilShown } from '../beneficiary/lists.ts';
import type { Detail, Listed } from '../setup/detail.ts';
import type { Challenge } from '../setup/challenge.ts';
import type { Dependencies } from '../setup/dependencies.ts';

export type BuildCall = (session: Session, sender: Sender) => Call | Promise<Call>;

/** A call with a right code and a wrong MPIN. */
export interface Tried {
  readonly reply: Reply;
  readonly challenge: Challenge;
}

export const replyOf = (tried: Step<{ readonly reply: Reply }>): Step<Reply> =>
  step(tried.name, async (session) => (await session.use(tried)).reply);

interface SameCodePlan {
  readonly who: Step<Sender>;
  readonly form: Step<MpinForm>;
  readonly codeSurvives: Step<boolean>;
  readonly mpin: () => string;
}

/** With the code of a wrong try where it still serves, and with the right MPIN: it costs no code. Null where it does not serve. */
export function createSameCode({ who, form, codeSurvives, mpin }: SameCodePlan) {
  return async (session: Session, tried: Step<Tried>, operation: Operation, callOf: BuildCall): Promise<Reply | null> => {
    if (!(await session.after(tried)).ok || !(await session.use(codeSurvives))) return null;
    const { challenge } = await session.use(tried);
    const call = await callOf(session, await session.use(who));
    const reply = await session.probe(operation, { ...call, consent: (await session.use(form))(challenge.code, challenge.state, mpin()) });
    if (findNotServedStop(reply) !== null) return null;
    challenge.accepted();
    return reply;
  };
}

type SendWithSameCode = ReturnType<typeof createSameCode>;

export const buildTagCall: BuildCall = (_, { person }) => documentedCall(tagUser, person.userType, person);
const buildDetailCall: BuildCall = (_, sender) => documentedCall(senderDetail, 'only', { ...sender });

interface BehindPlan {
  readonly who: Step<Sender>;
  readonly sendWithSameCode: SendWithSameCode;
  readonly tag: Step<Tried>;
  readonly refused: Step<Tried>;
  /** What OP-7 added before. */
  readonly payee: Step<Listed>;
}

/** What the sender shows behind refused calls, with their codes. */
export function createBehind(deps: Dependencies, { who, sendWithSameCode, tag, refused, payee }: BehindPlan) {
  const sendPlainTag = async (session: Session, sender: Sender): Promise<Reply> => {
    const done = await session.after(step('OP-4 with a new code once an MPIN is set', (next) => sendTag(deps, next, sender.person)));
    if (done.ok) return done.value.reply;
    await session.use(createUnlockedRead(deps, sender));
    throw done.error;
  };
  const tagAgain = step('OP-4 once an MPIN is set', async (session) => {
    await session.use(tag);
    const reply = await sendWithSameCode(session, tag, tagUser, buildTagCall);
    if (reply !== null) return reply;
    return sendPlainTag(session, await session.use(who));
  });
  const schemeAgain = step('OP-5 once more with an MPIN', async (session) =>
    mustServe(await session.send(senderSecurityScheme, documentedCall(senderSecurityScheme, 'only', await session.use(who)))),
  );
  const listed = step('the list behind an OP-7 with a wrong MPIN', async (session) => {
    const sender = await session.use(who);
    const reply = await sendWithSameCode(session, refused, senderDetail, buildDetailCall);
    const detail = reply === null ? await session.use(createUnlockedRead(deps, sender)) : keepDetail(deps, sender, reply);
    const added = await session.after(payee);
    // A list that lags behind OP-7 may lag behind the refused one too.
    const isCurrent = ({ beneficiaries }: Detail): boolean => !added.ok || isListedActive(beneficiaries, added.value.beneficiaryId);
    return isCurrent(detail) ? detail : readUntilShown(deps, session, sender, isCurrent);
  });
  return { tagAgain, schemeAgain, listed };
}

interface QueryPlan {
  /** The form was served in this run (reading 13). */
  readonly served: Step<unknown>;
  readonly who: Step<Sender>;
  readonly form: Step<MpinForm>;
  readonly codeSurvives: Step<boolean>;
  readonly plain: Step<Call>;
  readonly transfer: Step<Tried>;
  readonly mpin: () => string;
  /** A consent with the right code of a new challenge and this MPIN. */
  readonly answer: (session: Session, sender: Sender, mpin: string) => Promise<{ readonly consent: string }>;
}

/** The query form with the code and the session of the path form, where both serve again. It costs a code only where the path form ended its session. */
export const createQueryForm = (
  deps: Dependencies,
  { served, who, form, codeSurvives, plain, transfer, mpin, answer }: QueryPlan,
): Step<RefusedCallResult> =>
  step('OP-9 (query) with a wrong MPIN', async (session) => {
    const sender = await session.use(who);
    await session.use(served);
    const { challenge } = await session.use(transfer);
    if (!(await session.use(codeSurvives)) || deps.memory.sessionServesAgain !== true)
      throw notApplicable('a code or a session serves once, and one more code is not spent on this form');
    const { path, payload } = await session.use(plain);
    const sendIn = async (sessionId: string, consent: string): Promise<RefusedCallResult> => {
      deps.wrongCodeBudget.take('wrong-mpin-OP-9-query');
      const values = { ...sender, ...(typeof payload === 'object' ? payload : {}), correlationId: deps.people.newCorrelationId() };
      const call = documentedCall(requestTransfer, 'query', { ...values, sessionId, consent });
      return sendRefusedCall({ deps, sender }, session, requestTransfer, { ...call, wrongCode: sender.person.mobile });
    };
    const result = await sendIn(path?.['sessionId'] ?? '', (await session.use(form))(challenge.code, challenge.state, mpin()));
    if (!isCertainRefusal(result.reply.status, result.reply.code) || result.reply.code === apiCodes.wrongOtpOrMpin) return result;
    // The wrong MPIN in the path form may have ended the session.
    const detail = await readUnspentDetail(deps, session, sender);
    const { consent } = await answer(session, sender, mpin());
    return sendIn(detail.fundtransferSessionId(session), consent);
  });
