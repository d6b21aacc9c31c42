import { apiCodes } from '../../../specs/codes.ts';
import { agentBalance, paymentSources, requestTransfer } from '../../../specs/operations.ts';
import type { Operation, OperationId } from '../../../specs/operation.ts';
import { idAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { blocked } from '../../judge/stop.ts';
import { step, type Session } from '../../session/session.ts';
import type { Waits } from '../../session/waits.ts';
import type { Dependencies } from '../../journey/setup/dependencies.ts';
import { createDraft, type Draft } from '../cases/draft.ts';
import type { Values } from '../cases/fill.ts';
import type { PendingTransfers } from './pending-transfers.ts';
import { createValidAccounts, type ValidAccounts } from './valid-accounts.ts';
import { currentTimes, requestUnrecordedCode } from './valid-code.ts';
import type { MadeTransfer, ValidParts } from './valid-parts.ts';
import { openValidSessions } from './valid-sessions.ts';
import { validCallBuilders, readerIds, type ValidCallParts } from './valid-values.ts';

export interface ValidCalls {
  readonly prepare: (session: Session, operation: Operation) => Promise<Draft>;
  readonly otherCode: (session: Session) => Promise<Values>;
  /** Notes the session that an OP-9 used up and the account that an OP-7 added. */
  readonly noteReply: (reply: Reply) => void;
  readonly accounts: ValidAccounts;
  readonly waits: Waits;
  readonly pending: PendingTransfers;
}

/** Operations that concern no sender. */
const operationsWithoutSender: ReadonlySet<OperationId> = new Set([paymentSources.id, agentBalance.id]);

export function createValidCalls(deps: Dependencies, parts: ValidParts): ValidCalls {
  const sessions = openValidSessions(deps, parts);
  const accounts = createValidAccounts(deps, parts);
  const answered = (reply: Reply): void => {
    if (reply.operation.id === 'OP-9' && deps.memory.sessionServesAgain !== true) sessions.noteUsed();
    accounts.noteReply(reply);
  };
  const transferStep = step('a transfer for OP-10 and OP-11 (fuzzing)', async (session): Promise<MadeTransfer> => {
    const { call, values = {} } = await validCallBuilders['OP-9'](making, session);
    const reply = await session.send(requestTransfer, call);
    const invoiceId = idAt(reply, 'result.invoiceId');
    if (reply.code !== apiCodes.success || invoiceId === null)
      throw blocked('fuzz-set-up', 'no transfer could be made for OP-10 and OP-11', 'test-data');
    answered(reply);
    return { invoiceId, correlationId: values['correlationId'] ?? '' };
  });
  const making: ValidCallParts = { deps, parts, sessions, accounts, transferred: parts.transferred ?? transferStep };
  return {
    async prepare(session, operation) {
      if (operation.id === 'OP-14') await session.use(sessions.reuseLearnt);
      const { call, values = {} } = await validCallBuilders[operation.id](making, session);
      const own = operationsWithoutSender.has(operation.id) ? {} : await readerIds(making, session);
      return createDraft(operation, call, { ...currentTimes(), ...own, ...values });
    },
    async otherCode(session) {
      const { otp, state } = await requestUnrecordedCode(deps, session, parts.other);
      return { otherOtp: otp, otherState: state };
    },
    noteReply: answered,
    accounts,
    waits: deps.waits,
    pending: { transfers: [] },
  };
}
