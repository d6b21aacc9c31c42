import { deviationOf } from '../../helpers/judge/deviation.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { outcomeOf, placeOf } from '../../helpers/judge/reply.ts';
import { mustBeReadable } from '../../helpers/judge/served.ts';
import type { Stage } from '../../helpers/run/check.ts';
import { wasTurnedDown, type Tried } from '../../helpers/run/world/attempt.ts';
import { sameAccounts } from '../../helpers/run/world/balance.ts';
import type { Step } from '../../helpers/run/step.ts';
import { exercise } from './exercise.ts';

/** How a call ended that ought to be refused on the customer; `key` is of helpers/run/world/refusal-list.ts. */
export function triedAs({ world }: Stage, key: string): Step<Tried> {
  const found = world.refusals.tried.get(key);
  if (found === undefined) throw new Error(`expected an attempt ${key} in the world, received none: add it to refusal-list.ts`);
  return found;
}

const absent = (status: number | null): boolean => status === 404 || status === 405 || (status !== null && status >= 500);

/**
 * Any refusal will do, as long as the sender was not locked meanwhile and the operation is there at all.
 * What was refused for the code it came with proves nothing, so the customer is served afterwards.
 */
export async function mustTurnDown(stage: Stage, tried: Tried, expected = 'a refusal'): Promise<void> {
  const { reply, status } = tried;
  mustBeReadable(reply);
  if (!wasTurnedDown(tried)) {
    const told = status === null ? outcomeOf(reply) : `${outcomeOf(reply)}, and ${status} in OP-10`;
    throw stage.must.violation({
      expected,
      received: told,
      place: placeOf(reply),
      exchange: reply.exchange.id,
      deviation: deviationOf(reply),
    });
  }
  if (absent(reply.status)) await exercise[reply.operation.id](stage);
  const closing = await stage.after(stage.world.refusals.closing);
  if (!closing.ok) throw closing.error;
}

/** The balance of the customer around each transfer that OP-9 refused: for a wrong code, by its own word, or otherwise. */
export async function mustMoveNothing(stage: Stage, forCode: boolean): Promise<void> {
  let looked = 0;
  for (const [key, around] of stage.world.refusals.around) {
    const tried = await stage.after(triedAs(stage, key));
    if (!tried.ok || tried.value.reply.code === 2000 || (tried.value.reply.code === 4170) !== forCode) continue;
    const { reply } = tried.value;
    const { before, after } = await stage.use(around);
    looked += 1;
    const told = `mainAccount ${after.mainAccount} after ${outcomeOf(reply)}`;
    stage.must.hold(sameAccounts(before, after), {
      expected: `mainAccount ${before.mainAccount}, as before`,
      received: told,
      place: 'OP-14 before and after',
      exchange: reply.exchange.id,
    });
  }
  if (looked > 0) return;
  await stage.use(stage.world.refusals.closing);
  throw notApplicable('no such transfer was refused');
}

/** Where the document leaves it open: told, and nothing more. */
export async function observeTried(stage: Stage, key: string, what: string): Promise<void> {
  const { reply, status } = await stage.use(triedAs(stage, key));
  if (reply.status === null) throw notApplicable('there was no answer');
  stage.observe(`${what} is answered with ${outcomeOf(reply)}${status === null ? '' : `, and ${status} in OP-10`}`);
}
