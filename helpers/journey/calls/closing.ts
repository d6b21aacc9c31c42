import { documentedCall } from '../../../specs/documented-call.ts';
import { senderDetail } from '../../../specs/operations.ts';
import { findNotServedStop } from '../../judge/served.ts';
import { blocked } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import type { RefusalContext } from './refusal-context.ts';
import type { Challenge } from '../setup/challenge.ts';
import { buildConsent } from '../consent/send-with-code.ts';
import { mayBeLock } from '../consent/pauses.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { keepDetail, readDetail, type Sender } from '../sender/sender.ts';
import { type Detail } from '../setup/detail.ts';
import { hasReadDetail } from '../setup/memory.ts';
import { mostWrongInRow } from '../setup/person-memory.ts';
import type { Person } from '../setup/person.ts';

export interface Closed {
  readonly detail: Detail;
  /** The shared code was still right in the end, so no call was refused because of it. */
  readonly codeStayedRight: boolean;
}

interface ClosingPlan {
  readonly name: string;
  readonly context: Step<RefusalContext>;
  readonly sharedCode: Step<Challenge>;
  readonly again: readonly Step<unknown>[];
}

/**
 * Sends OP-6 with the shared code once more. If the code was used up, the calls run `again` with codes of their own, and a new code closes.
 */
export function createClosingStep(deps: Dependencies, { name, context, sharedCode, again }: ClosingPlan): Step<Closed> {
  return step(`the end of ${name}`, async (session) => {
    const { sender } = await session.use(context);
    const { person, scheme } = sender;
    if (scheme !== 'NONE') {
      const { code, state, accepted } = await session.use(sharedCode);
      const call = documentedCall(senderDetail, 'only', { ...sender, consent: buildConsent(deps, person, code, state) });
      const reply = await session.probe(senderDetail, call);
      if (findNotServedStop(reply) === null) {
        accepted();
        return { detail: keepDetail(deps, sender, reply), codeStayedRight: true };
      }
    }
    await session.afterAll(again);
    return { detail: await session.use(createUnlockedRead(deps, sender)), codeStayedRight: scheme === 'NONE' };
  });
}

/** So many more wrong codes would be too many, with no right one between. */
export const mayLock = ({ memory }: Pick<Dependencies, 'memory'>, person: Person, coming = 1): boolean =>
  memory.of(person).wrongInRow + coming > mostWrongInRow;

/**
 * Puts a right code before wrong ones that may lock the mobile. Call it before the code is asked for of which these are made: a service may
 * know the newest one only. A mobile without a tag gets two wrong codes in all.
 */
export async function spareFromLock(deps: Dependencies, session: Session, person: Person, coming = 1): Promise<void> {
  const { heldDetail } = deps.memory.of(person);
  if (heldDetail === null || !mayLock(deps, person, coming)) return;
  // A sub-agent may have the mobile too, and OP-6 reads customers.
  const customer = { ...person, userType: 'customer' } as const;
  await session.use(createUnlockedRead(deps, { person: customer, ...heldDetail.ids }));
}

/** OP-6 with a right code, after calls that may have locked the sender. */
export function createUnlockedRead(deps: Dependencies, sender: Sender): Step<Detail> {
  const { role } = sender.person;
  const read = step(`the ${role} with a right code`, (session) => readDetail(deps, session, sender));
  return step(read.name, async (session) => {
    const done = await session.after(read);
    // Where OP-6 was never served, this refusal is not due to the earlier calls.
    if (done.ok || !mayBeLock(done.error) || !hasReadDetail(deps.memory)) return session.use(read);
    throw blocked('sender-locked', `the ${role} is refused with a right code after refused calls: it is probably locked`, 'test-data');
  });
}
