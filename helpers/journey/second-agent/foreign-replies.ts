import { apiCodes } from '../../../specs/codes.ts';
import { documentedCall } from '../../../specs/documented-call.ts';
import { transactionStatus } from '../../../specs/operations.ts';
import { valueAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { isListedRefusal } from '../../judge/served.ts';
import { notApplicable, untried } from '../../judge/stop.ts';
import { lastReading, poll } from '../../session/poll.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { moment } from '../../session/waits.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import type { RefusedReplies } from '../refusals/refused-replies.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { asOtherAgent } from './as-other-agent.ts';
import type { Round, Rounds, Untouched } from './foreign-rounds.ts';

/** A sender of the first agent under the sub-agent of either, or a sender of the second under the first agent's sub-agent. */
export type ForeignWay = 'their-sub-agent' | 'its-own-sub-agent' | 'own-sender';

/** What the calls on one sender may have changed. */
export interface ForeignEffects {
  readonly untouched: Step<Untouched>;
  /** All calls once more, before a check accuses (reading 17). */
  readonly untouchedAgain: Step<Untouched>;
  /** The account that the second agent tries to add. */
  readonly account: Step<string>;
}

export interface RoundParts {
  readonly way: ForeignWay;
  readonly account: Step<string>;
  /** What the second agent pays with under its own name. */
  readonly ownSession: Step<unknown>;
  readonly round: (session: Session) => Promise<Round>;
}

const consentedForms = ['OP-6', 'OP-7', 'OP-9', 'OP-9-query', 'OP-9-mixed', 'OP-12', 'OP-14'] as const;

const payloadByForm = { 'OP-9': 'transfer', 'OP-9-query': 'queryTransfer', 'OP-9-mixed': 'mixed' } as const;

const noMpinSender = 'no sender whose MPIN may be set (DMT_SPARE_MOBILES, DMT_MPIN)';
const queryNotServed = 'OP-9 (query) was not served before the calls of the second agent';

export const describeStep = (id: string, way: ForeignWay): string => `${id} of the second agent, ${way.replaceAll('-', ' ')}`;

/** Only where some check asks for that form. */
export async function isQueryFormServed(session: Session, { queryForm: { reply: queryForm } }: CustomerJourney): Promise<boolean> {
  await session.afterRequested([queryForm]);
  if (!queryForm.isRequested()) return false;
  const done = await session.after(queryForm);
  return done.ok && done.value.code === apiCodes.success;
}

export const createConsentedReplies = ({ way, account, ownSession, round }: RoundParts): RefusedReplies =>
  new Map(
    consentedForms.map((id) => {
      const reply = step(describeStep(id, way), async (session) => {
        if (id === 'OP-7') await session.use(account);
        if (id === 'OP-9-mixed') await session.use(ownSession);
        const { replies, behindSpentCode } = await round(session);
        const found = replies.get(id);
        if (behindSpentCode.has(id)) throw notApplicable('a call of the second agent before this one used up the right code');
        if (found !== undefined) return found;
        if (id === 'OP-9-mixed') throw untried('the second agent has no sub-agent of its own', 'test-data');
        throw id === 'OP-9-query' ? notApplicable(queryNotServed) : untried(noMpinSender, 'configuration');
      });
      return [id, reply] as const;
    }),
  );

type ReadTag = (session: Session) => Promise<string>;

/** Whether a transfer that was answered with 2000 failed in the end. */
export const createTransferFailedSteps = (
  deps: Dependencies,
  { way, round }: RoundParts,
  readTag: ReadTag,
): ReadonlyMap<string, Step<boolean>> =>
  new Map(
    (['OP-9', 'OP-9-query', 'OP-9-mixed'] as const).map((form) => {
      const failed = step(`what became of ${describeStep(form, way)}`, async (session) => {
        const { correlationId = '' } = (await round(session)).material[payloadByForm[form]] ?? {};
        const call = documentedCall(transactionStatus, 'only', { correlationId, subAgentTagId: await readTag(session) });
        const read = (): Promise<Reply> => asOtherAgent(session).probe(transactionStatus, call);
        // A new transfer may not be known yet (reading 1).
        const early = await poll(read, (reply) => !isListedRefusal(reply), moment);
        const from = lastReading(early);
        const hasEnded = (reply: Reply): boolean => valueAt(reply, 'result.status') !== 'PENDING';
        const readings = hasEnded(from) ? early : await poll(read, hasEnded, deps.waits.upTo('final-status'), { from });
        return readings.some((reply) => valueAt(reply, 'result.status') === 'FAILED');
      });
      return [form, failed] as const;
    }),
  );

export const pickReplies = (replies: readonly RefusedReplies[], ...ids: readonly string[]): readonly Step<Reply>[] =>
  replies.flatMap((each) => ids.flatMap((id) => each.get(id) ?? []));

export const createUntouchedStep = (rounds: Step<Rounds>): Step<Untouched> =>
  step('the sender after the calls of the second agent', async (session) => (await session.use(rounds)).untouched);
