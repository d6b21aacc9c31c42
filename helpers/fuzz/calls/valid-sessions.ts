import { apiCodes } from '../../../specs/codes.ts';
import { documentedCall } from '../../../specs/documented-call.ts';
import { senderBalance, senderDetail } from '../../../specs/operations.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import { usableTextAt } from '../../judge/fields.ts';
import { blocked } from '../../judge/stop.ts';
import { step, type Session, type Step } from '../../session/session.ts';
import type { Dependencies } from '../../journey/setup/dependencies.ts';
import { requestUnrecordedCode, setUpPurpose } from './valid-code.ts';
import type { ValidParts } from './valid-parts.ts';

/** The sessions of the fuzzed sender, read again with OP-6 when they are used up. */
export interface ValidSessions {
  readonly transfer: (session: Session) => Promise<string>;
  readonly balance: (session: Session) => Promise<string>;
  /** Finds out once whether a balance session serves more than one reading. */
  readonly reuseLearnt: Step<void>;
  readonly noteUsed: () => void;
}

interface Sessions {
  readonly transfer: string;
  readonly balance: string;
}

async function readSessions(deps: Dependencies, parts: ValidParts, session: Session): Promise<Sessions> {
  await session.use(parts.before);
  const sender = await session.use(parts.sender);
  const code = sender.scheme === 'NONE' ? null : await requestUnrecordedCode(deps, session, sender.person);
  const consent = code === null ? consentHeader.none : consentHeader.otp(code.otp, code.state);
  const { reply } = await session.unrecorded.send(senderDetail, documentedCall(senderDetail, 'only', { ...sender, consent }), setUpPurpose);
  if (reply.code !== apiCodes.success) throw blocked('fuzz-set-up', 'OP-6 no longer serves the sender', 'environment');
  return {
    transfer: usableTextAt(reply, 'result.sessionId.fundtransferSessionId', session.doubt),
    balance: usableTextAt(reply, 'result.sessionId.getBalanceSessionId', session.doubt),
  };
}

export function openValidSessions(deps: Dependencies, parts: ValidParts): ValidSessions {
  let held: Sessions | null = null;
  let balanceServesAgain = false;
  const current = async (session: Session): Promise<Sessions> => (held ??= await readSessions(deps, parts, session));
  return {
    transfer: async (session) => (await current(session)).transfer,
    async balance(session) {
      const { balance } = await current(session);
      if (!balanceServesAgain) held = null;
      return balance;
    },
    reuseLearnt: step('whether a balance session serves again (fuzzing)', async (session) => {
      const { senderId, subAgentTagId } = await session.use(parts.reader);
      const { balance: sessionId } = await current(session);
      const look = async () =>
        session.unrecorded.send(senderBalance, documentedCall(senderBalance, 'only', { senderId, subAgentTagId, sessionId }), setUpPurpose);
      const answers = [await look(), await look()];
      balanceServesAgain = answers.every(({ reply }) => reply.code === apiCodes.success);
      held = null;
    }),
    noteUsed: () => {
      held = null;
    },
  };
}
