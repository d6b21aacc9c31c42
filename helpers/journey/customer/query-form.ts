import { apiCodes } from '../../../specs/codes.ts';
import { documentedCall } from '../../../specs/documented-call.ts';
import { requestTransfer } from '../../../specs/operations.ts';
import { usable } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { step, type Step } from '../../session/session.ts';
import { followed } from '../calls/attempt.ts';
import { newChallenge } from '../consent/challenge.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import type { TransferPlan } from '../transfer/transfer-flow.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { mustBeWorthACode } from '../setup/people.ts';
import { detailToPayWith, spend } from '../sender/sender.ts';
import { readTransferScheme, transferPayload } from '../transfer/transfer.ts';

/** A transfer in the query form; a builder should accept it, so any answer is brought back. */
export function queryFormOf(
  deps: Dependencies,
  { who, payee, source, follows }: Pick<TransferPlan, 'who' | 'payee' | 'source' | 'follows'>,
): Step<Reply> {
  return step('a transfer in the query form', async (session) => {
    mustBeWorthACode(deps.people);
    await session.behind(follows);
    const sender = await session.use(who);
    const to = await session.use(payee);
    const paymentSource = await session.use(source);
    return deps.inTurn(sender.person, async () => {
      const detail = await detailToPayWith(deps, session, sender);
      const scheme = usable(await readTransferScheme(session, sender, paymentSource), 'result.scheme', session.doubt);
      const challenge = scheme === 'NONE' ? null : await newChallenge(deps, session, sender.person);
      const consent = challenge === null ? consentHeader.none : consentHeader.otp(challenge.code, challenge.state);
      const payload = transferPayload(deps, sender, { amount: deps.people.amount, payee: to });
      spend(deps, sender);
      const sessionId = detail.fundtransferSessionId(session);
      const call = documentedCall(requestTransfer, 'query', { ...sender, ...payload, sessionId, consent });
      const reply = await session.send(requestTransfer, call);
      // Its money has moved before balances are compared.
      if (reply.code === apiCodes.success) await followed(deps, session, sender, reply, payload.correlationId);
      return reply;
    });
  });
}
