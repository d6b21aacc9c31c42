import type { UserType } from '../helpers/callback/own-callbacks.ts';
import { placeIn, type Callback } from '../helpers/judge/callback.ts';
import { describe } from '../helpers/core/describe.ts';
import { sure } from '../helpers/judge/fields.ts';
import type { SchemaFinding } from '../helpers/judge/schema/findings.ts';
import { member } from '../helpers/core/json.ts';
import { blocked, notApplicable, violation, type Stop } from '../helpers/judge/stop.ts';
import { check, type ActiveCheck, type Stage } from '../helpers/runner/check.ts';
import type { Onboarding } from '../helpers/journey/onboarding/onboarding.ts';
import type { ClauseId } from '../specs/clauses.ts';

/** The field that carries the tag of the one it is about. */
const tagField = { customer: 'senderId', subAgent: 'subAgentId' } as const;

/** A field of a callback, and the value it has to have. */
interface Compared {
  readonly clause: ClauseId;
  readonly field: string;
  readonly expected: string | number;
}

const same = (value: unknown, expected: string | number): boolean =>
  typeof value === 'string' && typeof expected === 'string' ? value.toLowerCase() === expected.toLowerCase() : value === expected;

/** What keeps the field from being compared: it is itself not as specified, or something around it is not. */
const hiderOf = ({ judgement, hiddenBy }: Callback, field: string): SchemaFinding | undefined =>
  hiddenBy ?? judgement.findings.find(({ place }) => place === `result.${field}`);

function disagreement({ clause, field, expected }: Compared, callback: Callback): Stop | null {
  const value = member(callback.result, field);
  if (same(value, expected)) return null;
  return violation(clause, describe(expected), describe(value), placeIn(callback, `result.${field}`), callback.exchange);
}

/** The first disagreement; a stop of another kind when nothing could be compared. A callback of a failure may lack the field. */
function compare(callbacks: readonly Callback[], compared: Compared): Stop | null {
  const { field } = compared;
  const hider = callbacks.map((callback) => hiderOf(callback, field)).find((found) => found !== undefined);
  const clear = callbacks.filter((callback) => hiderOf(callback, field) === undefined && (member(callback.result, field) ?? null) !== null);
  if (clear.length > 0) return clear.map((callback) => disagreement(compared, callback)).find((stop) => stop !== null) ?? null;
  if (hider === undefined) return notApplicable(`no callback tells ${field}`);
  return blocked(hider.clause, `${hider.clause} is broken: ${hider.place} holds ${hider.received}`, 'service');
}

/** Compares a tag. One that OP-4 itself changes from call to call says nothing against the callback. */
async function compareTag(
  { use }: Stage,
  callbacks: readonly Callback[],
  owner: Onboarding,
  of: Omit<Compared, 'expected'>,
): Promise<Stop | null> {
  const tag = String(sure((await use(owner.tag)).reply, 'result.tagId'));
  const stop = compare(callbacks, { ...of, expected: tag });
  if (stop?.why.kind !== 'violation') return stop;
  const again = await use(owner.tagAgain);
  if (same(again.tagId, tag)) return stop;
  return blocked('OP4-TAG-KEPT', 'OP-4 gives another tag each time, so none can be compared', 'service');
}

async function tagAgrees(stage: Stage, kind: UserType): Promise<void> {
  const { use, world } = stage;
  const { callbacks } = await use(world.callbacks.arrived[kind]);
  const of = { clause: 'CALLBACK-TAG-AGREES', field: tagField[kind] } as const;
  const stop = await compareTag(stage, callbacks, world.callbacks.people[kind], of);
  if (stop !== null) throw stop;
}

async function requestAgrees(stage: Stage, kind: UserType): Promise<void> {
  const { use, world } = stage;
  const { asked, callbacks } = await use(world.callbacks.arrived[kind]);
  const clause = 'CALLBACK-REQUEST-AGREES';
  const stops = [
    compare(callbacks, { clause, field: 'mobile', expected: Number(asked.mobile) }),
    compare(callbacks, { clause, field: 'userType', expected: kind }),
    ...(kind === 'customer' ? [await compareTag(stage, callbacks, world.subAgent, { clause, field: 'subAgentTag' })] : []),
  ];
  const stop = stops.find((one) => one?.why.kind === 'violation') ?? (stops.includes(null) ? null : stops[0]);
  if (stop !== null && stop !== undefined) throw stop;
}

function ofKind(kind: UserType, who: string): ActiveCheck[] {
  return [
    check(
      {
        id: `CALLBACK-TAG-AGREES~${who}`,
        clause: 'CALLBACK-TAG-AGREES',
        title: `the callback of a ${who} carries its tag`,
        needs: 'sender',
      },
      (stage) => tagAgrees(stage, kind),
    ),
    check(
      {
        id: `CALLBACK-REQUEST-AGREES~${who}`,
        clause: 'CALLBACK-REQUEST-AGREES',
        title: `the callback of a ${who} agrees with its request`,
        needs: 'sender',
      },
      (stage) => requestAgrees(stage, kind),
    ),
  ];
}

export const agreements: readonly ActiveCheck[] = [...ofKind('customer', 'customer'), ...ofKind('subAgent', 'sub-agent')];
