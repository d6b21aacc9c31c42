import { apiCodes } from '../../../specs/codes.ts';
import { agentBalance, paymentSources, requestTransfer } from '../../../specs/operations.ts';
import type { Operation, OperationId } from '../../../specs/operation.ts';
import { idAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { blocked } from '../../judge/stop.ts';
import { step, type Session } from '../../session/session.ts';
import type { Waits } from '../../session/waits.ts';
import type { Dependencies } from '../../journey/setup/dependencies.ts';
import { draftOf, type Draft } from '../cases/draft.ts';
import type { Values } from '../cases/fill.ts';
import type { Owing } from './owed.ts';
import { validAccountsOf, type ValidAccounts } from './valid-accounts.ts';
import { moment, quietCode } from './valid-code.ts';
import type { Looked, ValidParts } from './valid-parts.ts';
import { openValidSessions } from './valid-sessions.ts';
import { makers, readerIds, type Making } from './valid-values.ts';

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

/** Operations that are asked for without anybody. */
const ofNobody: ReadonlySet<OperationId> = new Set([paymentSources.id, agentBalance.id]);

export function validCallsOf(deps: Dependencies, parts: ValidParts): ValidCalls {
  const sessions = openValidSessions(deps, parts);
  const accounts = validAccountsOf(deps, parts);
  const answered = (reply: Reply): void => {
    if (reply.operation.id === 'OP-9' && deps.memory.sessionServesAgain !== true) sessions.usedUp();
    accounts.answered(reply);
  };
  const made = step('a transfer to look up (fuzzing)', async (session): Promise<Looked> => {
    const { call, values = {} } = await makers['OP-9'](making, session);
    const reply = await session.send(requestTransfer, call);
    const invoiceId = idAt(reply, 'result.invoiceId');
    if (reply.code !== apiCodes.success || invoiceId === null)
      throw blocked('fuzz-set-up', 'no transfer could be made to look up', 'test-data');
    answered(reply);
    return { invoiceId, correlationId: values['correlationId'] ?? '' };
  });
  const making: Making = { deps, parts, sessions, accounts, transferred: parts.transferred ?? made };
  return {
    async prepare(session, operation) {
      if (operation.id === 'OP-14') await session.use(sessions.learnt);
      const { call, values = {} } = await makers[operation.id](making, session);
      const own = ofNobody.has(operation.id) ? {} : await readerIds(making, session);
      return draftOf(operation, call, { ...moment(), ...own, ...values });
    },
    async otherCode(session) {
      const { otp, state } = await quietCode(deps, session, parts.other);
      return { otherOtp: otp, otherState: state };
    },
    answered,
    accounts,
    waits: deps.waits,
    owed: { transfers: [] },
  };
}
