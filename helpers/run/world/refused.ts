import { addBeneficiary, operations, requestTransfer } from '../../../specs/operations.ts';
import type { Operation, OperationId } from '../../../specs/operation.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Call } from '../../target/call.ts';
import type { Session } from '../session.ts';
import { step, type Step } from '../step.ts';
import type { Access } from './access.ts';
import { newChallenge } from './challenge.ts';
import type { Kit } from './kit.ts';
import { placeholderCall } from './placeholder.ts';
import { readDetail, type Sender } from './sender.ts';
import type { Story } from './story.ts';

export type Refused = ReadonlyMap<OperationId, Step<Reply>>;

/** The plainest refusal there is: a well-formed call without a token. */
export function withoutToken(kit: Kit, { open }: Access): Refused {
  const refused = (operation: Operation): Step<Reply> =>
    step(`${operation.id} without a token`, async (session) => {
      await session.use(open);
      return session.probe(operation, { ...placeholderCall(operation, kit.people), token: 'none' });
    });
  return new Map(operations.map((operation) => [operation.id, refused(operation)]));
}

/** Cut in the middle of its last value, so that no reading of it is JSON. */
const broken = (payload: unknown): string => JSON.stringify(payload).slice(0, -2);

function brokenCall(kit: Kit, operation: Operation, own: Call): Call {
  const { payload, ...call } = placeholderCall(operation, kit.people);
  return { ...call, ...own, rawBody: broken(payload), headers: { 'Content-Type': 'application/json' } };
}

/** With a consent that answers a fresh challenge, so that the refusal can only be about the JSON. */
async function consenting(kit: Kit, session: Session, { person, scheme }: Sender): Promise<string> {
  if (scheme === 'NONE') return consentHeader.none;
  const { code, state } = await newChallenge(kit, session, person);
  return consentHeader.otp(code, state);
}

/** Syntactically broken JSON in calls that are otherwise good, on every operation with a payload (reading 5). */
export function withBrokenJson(kit: Kit, { open }: Access, { sender, usual }: Story): Refused {
  const own = (operation: Operation, complete: (session: Session, who: Sender) => Promise<Call>): Step<Reply> =>
    step(`${operation.id} with broken JSON`, async (session) => {
      const who = await session.use(sender);
      const query = { subAgentTagId: who.subAgentTagId };
      // Behind the first transfer, so that nothing stands between its session and its use.
      if (operation.id === 'OP-9') await session.after(usual.requested);
      return kit.inTurn(who.person, async () => {
        const call = await complete(session, who);
        return session.probe(
          operation,
          brokenCall(kit, operation, { path: { senderId: who.senderId, id: '999999999999' }, query, ...call }),
        );
      });
    });
  const plain = (operation: Operation): Step<Reply> =>
    step(`${operation.id} with broken JSON`, async (session) => {
      await session.use(open);
      return session.probe(operation, brokenCall(kit, operation, {}));
    });
  const steps: Partial<Record<OperationId, (operation: Operation) => Step<Reply>>> = {
    'OP-7': () => own(addBeneficiary, async (session, who) => ({ consent: await consenting(kit, session, who) })),
    'OP-9': () =>
      own(requestTransfer, async (session, who) => {
        const sessionId = (await readDetail(kit, session, who)).fundtransferSessionId(session);
        return { path: { sessionId }, consent: await consenting(kit, session, who) };
      }),
    'OP-12': (operation) => own(operation, () => Promise.resolve({})),
    'OP-13': (operation) => own(operation, () => Promise.resolve({})),
  };
  const payloaded = operations.filter(({ payload }) => payload !== null);
  return new Map(payloaded.map((operation) => [operation.id, (steps[operation.id] ?? plain)(operation)]));
}
