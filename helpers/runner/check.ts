import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Subject } from '../../specs/clause.ts';
import { clauseById, type ClauseId } from '../../specs/clauses.ts';
import type { Circumstance } from '../../specs/circumstances.ts';
import type { OperationId } from '../../specs/operation.ts';
import type { RefusalName } from '../../specs/refusals.ts';
import type { Chapter } from '../fuzz/cases/chapter.ts';
import type { RaceName } from '../fuzz/findings/race-names.ts';
import type { Callback } from '../judge/callback.ts';
import type { FactStore, Moment } from '../judge/facts/facts.ts';
import type { Must } from '../judge/must.ts';
import type { Reply } from '../judge/reply.ts';
import type { Area, PlannedCheck } from '../core/records/outcome.ts';
import type { Session } from '../session/session.ts';
import type { Campaigns } from './campaigns.ts';
import type { Journey } from '../journey/journey.ts';
import type { Judgement } from '../core/records/judgement.ts';

/**
 * What a check needs from the runner. `alone`: no other check runs at the same time.
 * `wrong-login`: it comes last, because a wrong login may lock an agent. Parts of a campaign run one after another;
 * `walks` (sequences) are one campaign for all checks that need them.
 */
type Needs = 'alone' | 'wrong-login' | 'campaign' | 'walks' | 'races';

export interface CheckOptions {
  /** The operation the check tries, where the clause covers several. */
  readonly operation?: Subject;
  readonly needs?: Needs;
  /** The hardest verdict of this check, where a reading asks for less than the certainty of its clause allows. */
  readonly hardest?: 'warn' | 'observed';
  /**
   * The check covers every answer of the run, so each sitting repeats it.
   * This function sends the needed calls before anything may be locked.
   */
  readonly overall?: (context: CheckContext) => Promise<unknown>;
  /** The chapter of odd calls the check needs; several checks may share one. */
  readonly chapter?: Chapter;
  readonly race?: RaceName;
  /** The form of the operation that the check tries, where there are several (specs/operations.ts). */
  readonly form?: string;
  /** The situation in which the check judges its clause. */
  readonly circumstance?: Circumstance;
  /** The refusal that a pass shows, where it is another than the one that the clause names: `verify` must not ask for more. */
  readonly refusal?: RefusalName;
}

export type CheckContext = Session & {
  readonly journey: Journey;
  readonly campaigns: Campaigns;
  /** What the answers so far have established. */
  readonly facts: Pick<FactStore, 'momentOf'>;
  readonly must: Must;
};

interface CheckBase extends CheckOptions {
  /** `CLAUSE~way`; permanent. */
  readonly id: `${ClauseId}~${string}`;
  readonly clause: ClauseId;
  readonly title: string;
  readonly operation: Subject;
  readonly where: string;
}

/** Sends calls, or compares the results of journey steps. */
export interface ActiveCheck extends CheckBase {
  readonly kind: 'active';
  readonly run: (context: CheckContext) => Promise<void>;
}

/**
 * Judges every answer of one operation, or of all (`ENVELOPE`), whichever check or step asked for it; by itself, or by earlier facts.
 * With a circumstance it judges only what its own exercise has asked.
 */
export interface PassiveCheck extends CheckBase {
  readonly kind: 'passive';
  readonly operation: OperationId | 'ENVELOPE';
  /** Sends the operation at least once. */
  readonly exercise: (context: CheckContext) => Promise<unknown>;
  readonly judge: (reply: Reply, moment: Moment) => Judgement | null;
}

/** Judges every callback about a person of the suite, at any time of the run. */
export interface CallbackCheck extends CheckBase {
  readonly kind: 'callback';
  /** Completes the processes whose callbacks are judged. */
  readonly exercise: (context: CheckContext) => Promise<unknown>;
  /** The places that the check compares, `result.mobile`: a clause of their own may hide them. */
  readonly places?: readonly string[];
  /** `all` holds every callback about our people, in the order they came. */
  readonly judge: (callback: Callback, all: readonly Callback[]) => Judgement | null;
}

type RuleOptions<Rule extends PassiveCheck | CallbackCheck> = Pick<Rule, 'operation' | 'exercise' | 'judge'> &
  Pick<CheckOptions, 'circumstance' | 'form' | 'hardest'>;

export type Check = ActiveCheck | PassiveCheck | CallbackCheck;

export interface Suite {
  readonly name: string;
  readonly area: Area;
  readonly checks: readonly Check[];
}

const root = fileURLToPath(new URL('../../', import.meta.url));

const isInSuite = (line: string): boolean => /[/\\]suites[/\\](?!support[/\\])/.test(line);

/** The line of the suite that calls `check` or a rule, itself or through a helper: `suites/balance/money.ts:12`. */
function findCallSite(): string {
  const lines = new Error().stack?.split('\n').slice(3) ?? [];
  const found = /^\s+at (?:async |.*\()?(.+?)(?:\?[^:]*)?:(\d+):\d+\)?$/.exec(lines.find(isInSuite) ?? lines[0] ?? '');
  if (found?.[1] === undefined || found[2] === undefined) return 'unknown';
  // An address from Node, a path where it was found by a source map.
  const path = found[1].startsWith('file:') ? fileURLToPath(found[1]) : found[1];
  return `${relative(root, path).replaceAll('\\', '/')}:${found[2]}`;
}

const campaignNeeds: ReadonlySet<Needs | undefined> = new Set<Needs>(['campaign', 'walks', 'races']);

export const isOfCampaign = ({ needs }: Pick<CheckOptions, 'needs'>): boolean => campaignNeeds.has(needs);

type Run = (context: CheckContext) => Promise<void>;

/** One clause tried one way. The check passes when it ends without a stop and at least one exchange was judged. */
export function check(clause: ClauseId, way: string, title: string, run: Run): ActiveCheck;
export function check(clause: ClauseId, way: string, title: string, options: CheckOptions, run: Run): ActiveCheck;
export function check(clause: ClauseId, way: string, title: string, ...rest: [Run] | [CheckOptions, Run]): ActiveCheck {
  const [options, run] = rest.length === 1 ? [{}, rest[0]] : rest;
  return {
    operation: clauseById(clause).operation,
    ...options,
    id: `${clause}~${way}`,
    clause,
    title,
    kind: 'active',
    where: findCallSite(),
    run,
  };
}

export function rule(clause: ClauseId, way: string, title: string, judged: RuleOptions<PassiveCheck>): PassiveCheck {
  return { ...judged, id: `${clause}~${way}`, clause, title, kind: 'passive', where: findCallSite() };
}

export function callbackRule(
  clause: ClauseId,
  way: string,
  title: string,
  judged: Pick<CallbackCheck, 'exercise' | 'judge' | 'places' | 'hardest'>,
): CallbackCheck {
  const { operation } = clauseById(clause);
  return { ...judged, operation, id: `${clause}~${way}`, clause, title, kind: 'callback', where: findCallSite() };
}

export function toPlannedCheck(suite: Suite, { id, clause, operation, title, where, form, circumstance, kind }: Check): PlannedCheck {
  const situation = { ...(form !== undefined && { form }), ...(circumstance !== undefined && { circumstance }) };
  return {
    id,
    clause,
    operation,
    area: suite.area,
    suite: suite.name,
    title,
    where,
    ...situation,
    ...(kind !== 'active' && { rule: true }),
  };
}
