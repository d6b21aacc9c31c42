import { requestTransfer } from '../../../specs/operations.ts';
import { usable } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { step, type Step } from '../step.ts';
import { followed } from './attempt.ts';
import { newChallenge } from './challenge.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import type { TransferPlan } from './episode.ts';
import type { Kit } from './kit.ts';
import { mustBeWorthACode } from './people.ts';
import { detailToPayWith, spend } from './sender.ts';
import { readTransferScheme, transferPayload } from './transfer.ts';

/** The second stated form of OP-9's address, without `sessionId` in the path. */
const queryFormPath = requestTransfer.path.replace('/{sessionId}', '');

/** A transfer in the query form; a builder should accept it, so any answer is brought back. */
export function queryFormOf(
  kit: Kit,
  { who, payee, source, follows }: Pick<TransferPlan, 'who' | 'payee' | 'source' | 'follows'>,
): Step<Reply> {
  return step('a transfer in the query form', async (session) => {
    mustBeWorthACode(kit.people);
    await session.behind(follows);
    const sender = await session.use(who);
    const to = await session.use(payee);
    const paymentSource = await session.use(source);
    return kit.inTurn(sender.person, async () => {
      const detail = await detailToPayWith(kit, session, sender);
      const scheme = usable(await readTransferScheme(session, sender, paymentSource), 'result.scheme', session.doubt);
      const challenge = scheme === 'NONE' ? null : await newChallenge(kit, session, sender.person);
      const query = new URLSearchParams({ subAgentTagId: sender.subAgentTagId, sessionId: detail.fundtransferSessionId(session) });
      const consent = challenge === null ? consentHeader.none : consentHeader.otp(challenge.code, challenge.state);
      const payload = transferPayload(kit, sender, { amount: kit.people.amount, payee: to });
      spend(kit, sender);
      const reply = await session.send(requestTransfer, { rawPath: `${queryFormPath}?${query.toString()}`, consent, payload });
      // Its money has moved before balances are compared.
      if (reply.code === 2000) await followed(kit, session, sender, reply, payload.correlationId);
      return reply;
    });
  });
}
