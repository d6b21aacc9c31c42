import { formatCallbackPlace, type Callback } from '../../helpers/judge/callback.ts';
import { describeValue } from '../../helpers/core/describe.ts';
import { validValueAt } from '../../helpers/judge/fields.ts';
import type { SchemaFinding } from '../../helpers/judge/schema/findings.ts';
import type { Must } from '../../helpers/judge/must.ts';
import { member } from '../../helpers/core/json.ts';
import { blocked, notApplicable, type Stop } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext } from '../../helpers/runner/check.ts';
import type { Onboarding } from '../../helpers/journey/onboarding/onboarding.ts';
import type { UserType } from '../../helpers/callback/own-callbacks.ts';

const tagField = { customer: 'senderId', subAgent: 'subAgentId' } as const;

interface ComparedField {
  readonly must: Must;
  readonly field: string;
  readonly expected: string | number;
}

const isSameValue = (value: unknown, expected: string | number): boolean =>
  typeof value === 'string' && typeof expected === 'string' ? value.toLowerCase() === expected.toLowerCase() : value === expected;

/** The finding that hides the field: its own, or one of what holds it. */
const findHidingFinding = ({ judgement, hiddenBy }: Callback, field: string): SchemaFinding | undefined =>
  hiddenBy ?? judgement.findings.find(({ place }) => place === `result.${field}`);

function findDisagreement({ must, field, expected }: ComparedField, callback: Callback): Stop | null {
  const value = member(callback.result, field);
  if (isSameValue(value, expected)) return null;
  return must.violation({
    expected: describeValue(expected),
    received: describeValue(value),
    place: formatCallbackPlace(callback, `result.${field}`),
    exchange: callback.exchange,
  });
}

/** The first disagreement, or another stop when nothing could be compared. A callback of a failure may omit the field. */
function compareField(callbacks: readonly Callback[], compared: ComparedField): Stop | null {
  const { field } = compared;
  const hider = callbacks.map((callback) => findHidingFinding(callback, field)).find((found) => found !== undefined);
  const clear = callbacks.filter(
    (callback) => findHidingFinding(callback, field) === undefined && (member(callback.result, field) ?? null) !== null,
  );
  if (clear.length > 0) return clear.map((callback) => findDisagreement(compared, callback)).find((stop) => stop !== null) ?? null;
  if (hider === undefined) return notApplicable(`no callback shows ${field}`);
  return blocked(hider.clause, `${hider.clause} is broken: ${hider.place} holds ${hider.received}`, 'service');
}

/** When OP-4 gives another tag in each answer, the tag says nothing against the callback. */
async function compareTag(
  { use, must }: CheckContext,
  callbacks: readonly Callback[],
  field: string,
  owner: Onboarding,
): Promise<Stop | null> {
  const tag = String(validValueAt((await use(owner.tag)).reply, 'result.tagId'));
  const stop = compareField(callbacks, { must, field, expected: tag });
  if (stop?.why.kind !== 'violation') return stop;
  const again = await use(owner.tagAgain);
  if (isSameValue(again.tagId, tag)) return stop;
  return blocked('OP4-TAG-KEPT', 'OP-4 gives another tag each time, so none can be compared', 'service');
}

async function mustAgreeOnTag(context: CheckContext, kind: UserType): Promise<void> {
  const { use, journey } = context;
  const { callbacks } = await use(journey.callbacks.arrived[kind]);
  const stop = await compareTag(context, callbacks, tagField[kind], journey.callbacks.people[kind]);
  if (stop !== null) throw stop;
}

async function mustAgreeWithRequest(context: CheckContext, kind: UserType): Promise<void> {
  const { use, must, journey } = context;
  const { asked, callbacks } = await use(journey.callbacks.arrived[kind]);
  const stops = [
    compareField(callbacks, { must, field: 'mobile', expected: Number(asked.mobile) }),
    compareField(callbacks, { must, field: 'userType', expected: kind }),
    ...(kind === 'customer' ? [await compareTag(context, callbacks, 'subAgentTag', journey.subAgent)] : []),
  ];
  const stop = stops.find((one) => one?.why.kind === 'violation') ?? (stops.includes(null) ? null : stops[0]);
  if (stop !== null && stop !== undefined) throw stop;
}

function agreementChecks(kind: UserType, userName: string): ActiveCheck[] {
  return [
    check('CALLBACK-TAG-AGREES', userName, `the callback of a ${userName} carries its tag`, (context) => mustAgreeOnTag(context, kind)),
    check('CALLBACK-REQUEST-AGREES', userName, `the callback of a ${userName} agrees with its request`, (context) =>
      mustAgreeWithRequest(context, kind),
    ),
  ];
}

export const callbackAgreements: readonly ActiveCheck[] = [
  ...agreementChecks('customer', 'customer'),
  ...agreementChecks('subAgent', 'sub-agent'),
];
