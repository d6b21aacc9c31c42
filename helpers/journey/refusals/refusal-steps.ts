import { schemeAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import type { RefusalContext } from '../calls/refusal-context.ts';
import type { RefusedCallResult } from '../calls/send-refused-call.ts';
import type { Challenge } from '../setup/challenge.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail } from '../setup/detail.ts';
import type { Person } from '../setup/person.ts';
import type { TransferForm } from '../transfer/transfer-call.ts';
import { refusedCallKey } from './refusal-list.ts';
import type { RefusedCall } from './refused-call.ts';
import type { RefusedSender } from './refused-sender.ts';
import { createRefusedCallStep, type SharedCodes } from './refused-call-step.ts';

/** Another mobile whose code some calls send. Its challenge stays open meanwhile, so its turn is taken too. */
interface OtherCode {
  readonly person: Person;
  readonly code: Step<Challenge>;
  /** Steps that end before the turns begin. */
  readonly stepsBefore: readonly Step<unknown>[];
  /** Calls of other senders that need the code of the other mobile. */
  readonly callsWithIt: readonly Step<unknown>[];
}

export interface RefusalGroupPlan {
  /** Names the steps: `refused calls`. */
  readonly name: string;
  readonly deps: Dependencies;
  readonly calls: readonly RefusedCall[];
  /** Runs before the turn of the sender begins. */
  readonly who: Step<RefusedSender>;
  /** Waits for the steps, among those requested, that come first. */
  readonly follow: (session: Session, who: RefusedSender) => Promise<void>;
  readonly other: OtherCode | null;
  /** A transfer in the query form. */
  readonly queryForm: Step<Reply>;
  /** The forms of OP-9 that are sent with a wrong code in the end. */
  readonly wrongForms: readonly TransferForm[];
}

/** The context, once the sender has been read. Its steps run before the turn of the sender begins, or within it. */
export function createContextStep({ name, deps, who }: RefusalGroupPlan, opening: Step<Detail>): Step<RefusalContext> {
  return step(`the context of ${name}`, async (session) => {
    const customer = await session.use(who);
    const scheme = await session.after(customer.scheme);
    const sender = await session.use(customer.sender);
    const schemeReply = scheme.ok ? scheme.value : null;
    const transferScheme = schemeReply === null ? sender.scheme : schemeAt(schemeReply, session.doubt);
    const listedBefore = await session.use(customer.listedBefore);
    const { payee, standsInFor } = customer;
    return { deps, sender, transferScheme, openingDetail: await session.use(opening), listedBefore, payee, standsInFor };
  });
}

/** The refused calls by key. `first` uses the shared codes, `own` a new code for each call. */
export interface RefusedCallSteps {
  readonly firstTries: ReadonlyMap<string, Step<RefusedCallResult>>;
  readonly withOwnCodes: ReadonlyMap<string, Step<RefusedCallResult>>;
}

const noOtherCode = step<Challenge>('a code of another mobile', () =>
  Promise.reject(new Error('expected a plan with another mobile, received none: add it in refusals.ts')),
);

export const sharedCodes = ({ other }: Pick<RefusalGroupPlan, 'other'>, shared: Step<Challenge>): SharedCodes => ({
  shared,
  ofAnother: other?.code ?? noOtherCode,
});

export function createRefusedCallSteps(plan: RefusalGroupPlan, context: Step<RefusalContext>, shared: Step<Challenge>): RefusedCallSteps {
  const codes = sharedCodes(plan, shared);
  const sharing = plan.calls.filter(({ consent, way }) => consent === 'shared-code' && way !== 'balance-session');
  return {
    firstTries: new Map(plan.calls.map((one) => [refusedCallKey(one), createRefusedCallStep(context, codes, one)])),
    withOwnCodes: new Map(
      sharing.map((one) => [refusedCallKey(one), createRefusedCallStep(context, codes, { ...one, consent: 'new-code' })]),
    ),
  };
}
