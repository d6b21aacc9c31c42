import { apiCodes } from '../../../specs/codes.ts';
import { documentedCall } from '../../../specs/documented-call.ts';
import { senderBalance, senderDetail } from '../../../specs/operations.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import { usable } from '../../judge/fields.ts';
import { blocked } from '../../judge/stop.ts';
import { step, type Session, type Step } from '../../session/session.ts';
import type { Dependencies } from '../../journey/setup/dependencies.ts';
import { quietCode, setUp } from './valid-code.ts';
import type { ValidParts } from './valid-parts.ts';

/** The sessions of the fuzzed sender, read again with OP-6 when they are used up. */
export interface ValidSessions {
  readonly transfer: (session: Session) => Promise<string>;
  readonly balance: (session: Session) => Promise<string>;
  /** Finds out once whether a balance session serves more than one look. */
  readonly learnt: Step<void>;
  readonly usedUp: () => void;
}

interface Sessions {
  readonly transfer: string;
  readonly balance: string;
}

async function read(deps: Dependencies, parts: ValidParts, session: Session): Promise<Sessions> {
  const sender = await session.use(parts.sender);
  const code = sender.scheme === 'NONE' ? null : await quietCode(deps, session, sender.person);
  const consent = code === null ? consentHeader.none : consentHeader.otp(code.otp, code.state);
  const { reply } = await session.quiet.quietly(senderDetail, documentedCall(senderDetail, 'only', { ...sender, consent }), setUp);
  if (reply.code !== apiCodes.success) throw blocked('fuzz-set-up', 'the sender could not be read any more', 'environment');
  return {
    transfer: usable(reply, 'result.sessionId.fundtransferSessionId', session.doubt),
    balance: usable(reply, 'result.sessionId.getBalanceSessionId', session.doubt),
  };
}

export function openValidSessions(deps: Dependencies, parts: ValidParts): ValidSessions {
  let held: Sessions | null = null;
  let balanceServesAgain = false;
  const current = async (session: Session): Promise<Sessions> => (held ??= await read(deps, parts, session));
  return {
    transfer: async (session) => (await current(session)).transfer,
    async balance(session) {
      const { balance } = await current(session);
      if (!balanceServesAgain) held = null;
      return balance;
    },
    learnt: step('whether a balance session serves again (fuzzing)', async (session) => {
      const { senderId, subAgentTagId } = await session.use(parts.reader);
      const { balance: sessionId } = await current(session);
      const look = async () =>
        session.quiet.quietly(senderBalance, documentedCall(senderBalance, 'only', { senderId, subAgentTagId, sessionId }), setUp);
      const answers = [await look(), await look()];
      balanceServesAgain = answers.every(({ reply }) => reply.code === apiCodes.success);
      held = null;
    }),
    usedUp: () => {
      held = null;
    },
  };
}
