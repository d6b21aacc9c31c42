import { apiCodes } from '../../../specs/codes.ts';
import { documentedCall } from '../../../specs/documented-call.ts';
import { requestTransfer, senderBalance } from '../../../specs/operations.ts';
import { usableTextAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { readTransferEnd } from '../calls/refused-call.ts';
import { newChallenge } from '../consent/challenge.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import type { TransferPlan } from '../transfer/transfer-plan.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import type { Detail } from '../setup/detail.ts';
import { markBalanceRead, markSpent, readDetailToPayWith, type Sender } from '../sender/sender.ts';
import { noteTransfer } from '../transfer/made-transfers.ts';
import { readTransferScheme, buildTransferPayload } from '../transfer/transfer.ts';

/** So that the debit of the transfer can be seen, and nobody waits for it in vain. Whether OP-14 is served is judged elsewhere. */
async function readFirstBalance(deps: Dependencies, session: Session, sender: Sender, detail: Detail): Promise<void> {
  if (deps.pendingDebits.knowsBalance(sender.senderId)) return;
  markBalanceRead(deps, sender, detail);
  await session.send(senderBalance, documentedCall(senderBalance, 'only', { ...sender, sessionId: detail.getBalanceSessionId(session) }));
}

/** A transfer in the query form. A builder should accept it, so every answer is returned. */
export function createQueryFormStep(
  deps: Dependencies,
  { who, payee, source, follows }: Pick<TransferPlan, 'who' | 'payee' | 'source' | 'follows'>,
): Step<Reply> {
  return step('a transfer in the query form', async (session) => {
    skipWhereCodesAreTyped(deps.people);
    await session.afterRequested(follows);
    const sender = await session.use(who);
    const to = await session.use(payee);
    const paymentSource = await session.use(source);
    return deps.inTurn(sender.person, async () => {
      const detail = await readDetailToPayWith(deps, session, sender);
      await readFirstBalance(deps, session, sender, detail);
      const scheme = usableTextAt(await readTransferScheme(session, sender, paymentSource), 'result.scheme', session.doubt);
      const challenge = scheme === 'NONE' ? null : await newChallenge(deps, session, sender.person);
      const consent = challenge === null ? consentHeader.none : consentHeader.otp(challenge.code, challenge.state);
      const payload = buildTransferPayload(deps, sender, { amount: deps.people.amount, payee: to });
      markSpent(deps, sender);
      const sessionId = detail.fundtransferSessionId(session);
      const call = documentedCall(requestTransfer, 'query', { ...sender, ...payload, sessionId, consent });
      const reply = await session.send(requestTransfer, call);
      noteTransfer(deps, sender, payload.correlationId, reply);
      // The money has moved before balances are compared.
      if (reply.code === apiCodes.success) await readTransferEnd(deps, session, sender, reply, payload.correlationId);
      return reply;
    });
  });
}
