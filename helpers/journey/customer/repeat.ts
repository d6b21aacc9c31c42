import { apiCodes } from '../../../specs/codes.ts';
import { documentedCall } from '../../../specs/documented-call.ts';
import { requestTransfer, transactionStatus } from '../../../specs/operations.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import { usableTextAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { step, type Step } from '../../session/session.ts';
import { readTransferEnd } from '../calls/refused-call.ts';
import { newChallenge } from '../consent/challenge.ts';
import { buildConsent } from '../consent/consent.ts';
import type { TransferFlow, TransferPlan } from '../transfer/transfer-plan.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import { readDetailToPayWith, markSpent } from '../sender/sender.ts';
import { noteTransfer } from '../transfer/made-transfers.ts';
import { buildTransferPayload, type Requested } from '../transfer/transfer.ts';

export interface Repeat {
  readonly first: Requested;
  readonly again: Reply;
  readonly status: Reply;
}

/** The same request once more, with a new consent (reading 20). */
export function createRepeatStep(
  deps: Dependencies,
  usual: TransferFlow,
  { who, payee, follows }: Pick<TransferPlan, 'who' | 'payee' | 'follows'>,
): Step<Repeat> {
  return step('a transfer asked for again', async (session) => {
    skipWhereCodesAreTyped(deps.people);
    const sender = await session.use(who);
    const to = await session.use(payee);
    const first = await session.use(usual.requested);
    const scheme = usableTextAt(await session.use(usual.scheme), 'result.scheme', session.doubt);
    await session.afterRequested(follows);
    return deps.inTurn(sender.person, async () => {
      const sessionId = (await readDetailToPayWith(deps, session, sender)).fundtransferSessionId(session);
      const { correlationId } = first;
      const payload = { ...buildTransferPayload(deps, sender, { amount: first.amount, payee: to }), correlationId };
      const challenge = scheme === 'NONE' ? null : await newChallenge(deps, session, sender.person);
      const consent = challenge === null ? consentHeader.none : buildConsent(deps, sender.person, challenge.code, challenge.state);
      markSpent(deps, sender);
      const again = await session.send(
        requestTransfer,
        documentedCall(requestTransfer, 'path', { ...sender, ...payload, sessionId, consent }),
      );
      noteTransfer(deps, sender, correlationId, again);
      if (again.code === apiCodes.success) await readTransferEnd(deps, session, sender, again, correlationId);
      const looked = documentedCall(transactionStatus, 'only', { ...sender, correlationId });
      return { first, again, status: await session.send(transactionStatus, looked) };
    });
  });
}
