import { requestTransfer } from '../../../specs/operations.ts';
import { step, type Session, type Step } from '../../session/session.ts';
import type { RefusalContext } from '../calls/refusal-context.ts';
import { newChallenge } from '../consent/challenge.ts';
import { readDetail, type Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail } from '../setup/detail.ts';
import { createBalancesAgain, type BalancesAround } from '../transfer/balances-around.ts';
import { refusedCallKey } from './refusal-list.ts';
import type { RefusedCall } from './refused-call.ts';
import { createRefusedCallStep, type SharedCodes } from './refused-call-step.ts';

/** What may have changed by itself accuses only when the same calls change it again (reading 17). Checks ask for it only then. */
export interface Repeats {
  /** OP-6 before and after all calls. */
  readonly details: Step<{ readonly before: Detail; readonly after: Detail }>;
  /** One transfer, by `refusedCallKey`. */
  readonly transfers: ReadonlyMap<string, Step<unknown>>;
  /** OP-14 around it. */
  readonly balances: ReadonlyMap<string, Step<BalancesAround>>;
  /** OP-14 around all calls. */
  readonly balancesAroundAll: Step<BalancesAround>;
}

interface RepeatsPlan {
  readonly name: string;
  readonly sender: Step<Sender>;
  readonly context: Step<RefusalContext>;
  readonly codes: SharedCodes;
  readonly calls: readonly RefusedCall[];
}

export function createRepeats(deps: Dependencies, { name, sender, context, codes, calls }: RepeatsPlan): Repeats {
  const sendAll = async (session: Session): Promise<void> => {
    const shared = step(`another code for ${name}`, async (asking) => newChallenge(deps, asking, (await asking.use(sender)).person));
    await session.afterAll(calls.map((one) => createRefusedCallStep(context, { ...codes, shared }, one)));
  };
  const details = step(`the sender around ${name} once more`, async (session) => {
    const who = await session.use(sender);
    return deps.inTurn(who.person, async () => {
      const before = await readDetail(deps, session, who);
      await sendAll(session);
      return { before, after: await readDetail(deps, session, who) };
    });
  });
  const withFreshCode = (one: RefusedCall): RefusedCall => (one.consent === 'shared-code' ? { ...one, consent: 'new-code' } : one);
  const transfers = new Map(
    calls
      .filter(({ operation }) => operation.id === requestTransfer.id)
      .map((one) => [refusedCallKey(one), createRefusedCallStep(context, codes, withFreshCode(one))]),
  );
  const balances = new Map(
    [...transfers].map(([key, sent]) => [key, createBalancesAgain(deps, { name: sent.name, who: sender, sent })] as const),
  );
  const balancesAroundAll = createBalancesAgain(deps, { name, who: sender, sent: step(`${name}, once more`, sendAll) });
  return { details, transfers, balances, balancesAroundAll };
}
