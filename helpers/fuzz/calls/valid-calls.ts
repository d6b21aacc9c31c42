import { agentBalance, paymentSources, requestTransfer, senderBalance, senderDetail } from '../../../specs/operations.ts';
import type { Operation, OperationId } from '../../../specs/operation.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import { idAt, usable } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { blocked } from '../../judge/stop.ts';
import { type Session, step } from '../../session/session.ts';
import { customerRequest } from '../../journey/onboarding/ekyc.ts';
import type { Dependencies } from '../../journey/setup/dependencies.ts';
import type { Person } from '../../journey/setup/person.ts';
import type { Waits } from '../../session/waits.ts';
import { transferPayload } from '../../journey/transfer/transfer.ts';
import type { Call } from '../../client/http/call.ts';
import { draftOf, type Draft } from '../cases/draft.ts';
import type { Values } from '../cases/fill.ts';
import { validAccountsOf, type ValidAccounts } from './valid-accounts.ts';
import type { ValidParts, Looked } from './valid-parts.ts';
import { moment, quietCode, setUp, type Code } from './valid-code.ts';
import type { Owing } from './owed.ts';

/** A documented call, and what it was made with. */
interface Ready {
  readonly call: Call;
  readonly values?: Values;
}

/** Makes documented calls ready, each with values of its own. */
export interface ValidCalls {
  readonly prepare: (session: Session, operation: Operation) => Promise<Draft>;
  /** A code of the other person, fresh each time. */
  readonly otherCode: (session: Session) => Promise<Values>;
  /** Notes what a call used up: the session of an OP-9, the account of an OP-7. */
  readonly answered: (reply: Reply) => void;
  readonly accounts: ValidAccounts;
  readonly waits: Waits;
  readonly owed: Owing;
}

interface Sessions {
  readonly transfer: string;
  readonly balance: string;
}

export function validCallsOf(deps: Dependencies, parts: ValidParts): ValidCalls {
  let sessions: Sessions | null = null;

  const code = (session: Session, person: Person): Promise<Code> => quietCode(deps, session, person);

  const detail = async (session: Session): Promise<Sessions> => {
    const { person, senderId, subAgentTagId, scheme } = await session.use(parts.sender);
    const { otp, state } = scheme === 'NONE' ? { otp: '', state: '' } : await code(session, person);
    const consent = scheme === 'NONE' ? consentHeader.none : consentHeader.otp(otp, state);
    const { reply } = await session.quiet.quietly(senderDetail, { path: { senderId }, query: { subAgentTagId }, consent }, setUp);
    if (reply.code !== 2000) throw blocked('fuzz-set-up', 'the sender could not be read any more', 'environment');
    return {
      transfer: usable(reply, 'result.sessionId.fundtransferSessionId', session.doubt),
      balance: usable(reply, 'result.sessionId.getBalanceSessionId', session.doubt),
    };
  };

  const current = async (session: Session): Promise<Sessions> => (sessions ??= await detail(session));

  /** The sender and the consent that its scheme asks for. */
  const consented = async (session: Session): Promise<Ready> => {
    const { person, senderId, subAgentTagId, scheme } = await session.use(parts.sender);
    const query = { subAgentTagId };
    if (scheme === 'NONE') return { call: { path: { senderId }, query, consent: consentHeader.none }, values: { otp: '', state: '' } };
    const { otp, state, codeOf } = await code(session, person);
    return { call: { path: { senderId }, query, consent: consentHeader.otp(otp, state) }, values: { otp, state, codeOf } };
  };

  const ids = async (session: Session): Promise<{ readonly senderId: string; readonly subAgentTagId: string; readonly mobile: string }> => {
    const { person, senderId, subAgentTagId } = await session.use(parts.reader);
    return { senderId, subAgentTagId, mobile: person.mobile };
  };

  const made = step('a transfer to look up (fuzzing)', async (session): Promise<Looked> => {
    const { call, values = {} } = await callOf['OP-9'](session);
    const reply = await session.send(requestTransfer, call);
    const invoiceId = idAt(reply, 'result.invoiceId');
    if (reply.code !== 2000 || invoiceId === null) throw blocked('fuzz-set-up', 'no transfer could be made to look up', 'test-data');
    answered(reply);
    return { invoiceId, correlationId: values['correlationId'] ?? '' };
  });

  const transferred = parts.transferred ?? made;
  const accounts = validAccountsOf(deps, parts);
  const answered = (reply: Reply): void => {
    if (reply.operation.id === 'OP-9' && deps.memory.sessionServesAgain !== true) sessions = null;
    accounts.answered(reply);
  };

  const callOf: Readonly<Record<OperationId, (session: Session) => Promise<Ready>>> = {
    'OP-1': async (session) => ({ call: { path: { userType: 'customer', mobile: (await ids(session)).mobile } } }),
    'OP-2': () => Promise.resolve({ call: {} }),
    'OP-3': async (session) => {
      const { mobile } = await ids(session);
      return { call: { payload: { object: deps.memory.otpObject === 'text' ? mobile : Number(mobile) } } };
    },
    'OP-4': async (session) => {
      const { person } = await session.use(parts.sender);
      const { otp, state, codeOf } = await code(session, person);
      return {
        call: { path: { userType: 'customer', mobile: person.mobile }, consent: consentHeader.otp(otp, state) },
        values: { otp, state, codeOf },
      };
    },
    'OP-5': async (session) => {
      const { senderId, subAgentTagId } = await ids(session);
      return { call: { path: { senderId }, query: { subAgentTagId } } };
    },
    'OP-6': consented,
    'OP-7': async (session) => {
      const { call, values } = await consented(session);
      const { ifscCode, name } = deps.people.beneficiary;
      const accountNo = await accounts.next(session);
      return { call: { ...call, payload: { accountNo, ifscCode, name } }, values: { ...values, accountNo } };
    },
    'OP-8': async (session) => {
      const { senderId, subAgentTagId } = await ids(session);
      return { call: { path: { senderId }, query: { subAgentTagId, paymentSource: deps.people.paymentSource } } };
    },
    'OP-9': async (session) => {
      const sender = await session.use(parts.sender);
      const payee = await session.use(parts.payee);
      const { transfer: sessionId } = await current(session);
      const { call, values } = await consented(session);
      const payload = transferPayload(deps, sender, { amount: deps.people.amount, payee });
      return {
        call: { ...call, path: { sessionId }, payload },
        values: { ...values, correlationId: payload.correlationId, amount: deps.people.amount, to: payload.to },
      };
    },
    'OP-10': async (session) => {
      const { correlationId } = await session.use(transferred);
      return { call: { path: { correlationId }, query: { subAgentTagId: (await ids(session)).subAgentTagId } } };
    },
    'OP-11': async (session) => {
      const { invoiceId } = await session.use(transferred);
      return { call: { path: { invoiceId }, query: { subAgentTagId: (await ids(session)).subAgentTagId } } };
    },
    'OP-12': async (session) => {
      const { person, senderId, subAgentTagId } = await session.use(parts.mpinSender);
      const { otp, state, codeOf } = await code(session, person);
      const mpin = deps.people.mpin ?? '';
      return {
        call: { path: { senderId }, query: { subAgentTagId }, payload: { mpin, otp, state } },
        values: { otp, state, mpin, codeOf },
      };
    },
    'OP-13': async (session) => {
      const { senderId, subAgentTagId } = await ids(session);
      const { beneficiaryId: id } = await session.use(parts.payee);
      return { call: { path: { senderId, id }, query: { subAgentTagId }, payload: { object: true } } };
    },
    'OP-14': async (session) => {
      const { senderId, subAgentTagId } = await ids(session);
      const { balance: sessionId } = await current(session);
      if (!balanceServesAgain) sessions = null;
      return { call: { path: { senderId }, query: { subAgentTagId, sessionId } } };
    },
    'OP-15': () => Promise.resolve({ call: {} }),
    'OP-16': async (session) => {
      const { mobile, subAgentTagId } = await ids(session);
      return { call: { payload: customerRequest(mobile, subAgentTagId) } };
    },
  };

  /** Whether a balance session serves more than one look; found out once. */
  let balanceServesAgain = false;
  const learnt = step('whether a balance session serves again (fuzzing)', async (session) => {
    const { senderId, subAgentTagId } = await ids(session);
    const { balance: sessionId } = await current(session);
    const call = { path: { senderId }, query: { subAgentTagId, sessionId } };
    const codes = [await session.quiet.quietly(senderBalance, call, setUp), await session.quiet.quietly(senderBalance, call, setUp)];
    balanceServesAgain = codes.every(({ reply }) => reply.code === 2000);
    sessions = null;
  });

  return {
    async prepare(session, operation) {
      if (operation.id === 'OP-14') await session.use(learnt);
      const { call, values = {} } = await callOf[operation.id](session);
      const own = plain.has(operation.id) ? {} : await ids(session);
      return draftOf(operation, call, { ...moment(), ...own, ...values });
    },
    async otherCode(session) {
      const { otp, state } = await code(session, parts.other);
      return { otherOtp: otp, otherState: state };
    },
    answered,
    accounts,
    waits: deps.waits,
    owed: { transfers: [] },
  };
}

/** Operations that are asked for without anybody. */
const plain: ReadonlySet<OperationId> = new Set([paymentSources.id, agentBalance.id]);
