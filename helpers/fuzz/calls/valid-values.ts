import { documentedCall, type DocumentedCall } from '../../../specs/documented-call.ts';
import {
  activateBeneficiary,
  addBeneficiary,
  agentBalance,
  invoice,
  onboardingStatus,
  paymentSources,
  sendOtp,
  senderBalance,
  senderDetail,
  senderSecurityScheme,
  setMpin,
  tagUser,
  transactionStatus,
} from '../../../specs/operations.ts';
import type { OperationId } from '../../../specs/operation.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import type { Session, Step } from '../../session/session.ts';
import { buildEkycCall } from '../../journey/onboarding/ekyc.ts';
import type { Dependencies } from '../../journey/setup/dependencies.ts';
import { buildSchemeCall } from '../../journey/transfer/transfer.ts';
import { buildTransferCall } from '../../journey/transfer/transfer-call.ts';
import type { Values } from '../cases/fill.ts';
import type { ValidAccounts } from './valid-accounts.ts';
import { requestUnrecordedCode } from './valid-code.ts';
import type { MadeTransfer, ValidParts } from './valid-parts.ts';
import type { ValidSessions } from './valid-sessions.ts';

interface ValidCall {
  readonly call: DocumentedCall;
  readonly values?: Values;
}

export interface ValidCallParts {
  readonly deps: Dependencies;
  readonly parts: ValidParts;
  readonly sessions: ValidSessions;
  readonly accounts: ValidAccounts;
  readonly transferred: Step<MadeTransfer>;
}

type BuildValidCall = (making: ValidCallParts, session: Session) => Promise<ValidCall>;

export async function readerIds({ parts }: Pick<ValidCallParts, 'parts'>, session: Session): Promise<Values> {
  const { person, senderId, subAgentTagId } = await session.use(parts.reader);
  return { senderId, subAgentTagId, mobile: person.mobile };
}

async function buildConsent(
  { deps, parts }: ValidCallParts,
  session: Session,
): Promise<{ readonly consent: string; readonly values: Values }> {
  const { person, scheme } = await session.use(parts.sender);
  if (scheme === 'NONE') return { consent: consentHeader.none, values: { otp: '', state: '' } };
  const { otp, state, codeOf } = await requestUnrecordedCode(deps, session, person);
  return { consent: consentHeader.otp(otp, state), values: { otp, state, codeOf } };
}

const callByReaderIds =
  (call: (ids: Values) => DocumentedCall): BuildValidCall =>
  async (making, session) => ({ call: call(await readerIds(making, session)) });

export const validCallBuilders: Readonly<Record<OperationId, BuildValidCall>> = {
  'OP-1': callByReaderIds((ids) => documentedCall(onboardingStatus, 'customer', ids)),
  'OP-2': () => Promise.resolve({ call: documentedCall(paymentSources, 'only') }),
  'OP-3': async (making, session) => {
    const { mobile } = await readerIds(making, session);
    return { call: documentedCall(sendOtp, 'only', { object: making.deps.memory.otpObject === 'text' ? mobile : Number(mobile) }) };
  },
  'OP-4': async ({ deps, parts }, session) => {
    const { person } = await session.use(parts.sender);
    const { otp, state, codeOf } = await requestUnrecordedCode(deps, session, person);
    const consent = consentHeader.otp(otp, state);
    return { call: documentedCall(tagUser, 'customer', { ...person, consent }), values: { otp, state, codeOf } };
  },
  'OP-5': callByReaderIds((ids) => documentedCall(senderSecurityScheme, 'only', ids)),
  'OP-6': async (making, session) => {
    // OP-6 may know a sender a while after OP-4 (reading 1), and a part of a run may begin with this call.
    await session.use(making.parts.before);
    const sender = await session.use(making.parts.sender);
    const { consent, values } = await buildConsent(making, session);
    return { call: documentedCall(senderDetail, 'only', { ...sender, consent }), values };
  },
  'OP-7': async (making, session) => {
    const sender = await session.use(making.parts.sender);
    // It may read the list, whose code may end an older one (reading 13).
    const accountNo = await making.accounts.next(session);
    const { consent, values } = await buildConsent(making, session);
    const call = documentedCall(addBeneficiary, 'only', { ...sender, ...making.deps.people.beneficiary, accountNo, consent });
    return { call, values: { ...values, accountNo } };
  },
  'OP-8': async (making, session) => {
    const { senderId, subAgentTagId } = await session.use(making.parts.reader);
    return { call: buildSchemeCall({ senderId, subAgentTagId }, making.deps.people.paymentSource) };
  },
  'OP-9': async (making, session) => {
    const { deps, parts, sessions } = making;
    const sender = await session.use(parts.sender);
    const payee = await session.use(parts.payee);
    const sessionId = await sessions.transfer(session);
    const { consent, values } = await buildConsent(making, session);
    const { amount } = deps.people;
    const { call, correlationId } = buildTransferCall(deps, { sender, order: { amount, payee }, sessionId, consent });
    return { call, values: { ...values, correlationId, amount, to: payee.beneficiaryId } };
  },
  'OP-10': async (making, session) => {
    const { correlationId } = await session.use(making.transferred);
    return { call: documentedCall(transactionStatus, 'only', { ...(await readerIds(making, session)), correlationId }) };
  },
  'OP-11': async (making, session) => {
    const { invoiceId } = await session.use(making.transferred);
    return { call: documentedCall(invoice, 'only', { ...(await readerIds(making, session)), invoiceId }) };
  },
  'OP-12': async ({ deps, parts }, session) => {
    const sender = await session.use(parts.mpinSender);
    const { otp, state, codeOf } = await requestUnrecordedCode(deps, session, sender.person);
    const mpin = deps.people.mpin ?? '';
    return { call: documentedCall(setMpin, 'only', { ...sender, mpin, otp, state }), values: { otp, state, mpin, codeOf } };
  },
  'OP-13': async (making, session) => {
    const ids = await readerIds(making, session);
    const { beneficiaryId: id } = await session.use(making.parts.payee);
    return { call: documentedCall(activateBeneficiary, 'true', { ...ids, id }) };
  },
  'OP-14': async (making, session) => {
    const ids = await readerIds(making, session);
    return { call: documentedCall(senderBalance, 'only', { ...ids, sessionId: await making.sessions.balance(session) }) };
  },
  'OP-15': () => Promise.resolve({ call: documentedCall(agentBalance, 'only') }),
  'OP-16': async (making, session) => {
    const { person, subAgentTagId } = await session.use(making.parts.reader);
    return { call: buildEkycCall(person.mobile, subAgentTagId) };
  },
};
