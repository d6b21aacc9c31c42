import { relative } from 'node:path';
import type { Subject } from '../../specs/clause.ts';
import { clauseById, type ClauseId } from '../../specs/clauses.ts';
import type { OperationId } from '../../specs/operation.ts';
import type { Chapter } from '../fuzz/cases/chapter.ts';
import type { RaceName } from '../fuzz/findings/race-names.ts';
import type { Callback } from '../judge/callback.ts';
import type { Must } from '../judge/must.ts';
import type { Reply } from '../judge/reply.ts';
import type { Area, PlannedCheck } from '../core/records/outcome.ts';
import type { Session } from '../session/session.ts';
import type { Campaigns } from './campaigns.ts';
import type { Journey } from '../journey/journey.ts';
import type { Judgement } from '../core/records/judgement.ts';

/**
 * What the runner does for a check: it gives it the whole target alone, or tries it last as a wrong login may lock an agent.
 * Parts of a campaign follow one another; `walks` are one campaign for all checks that need them.
 */
type Needs = 'alone' | 'wrong-login' | 'campaign' | 'walks' | 'races';

/** What only some checks say of themselves. */
export interface CheckOptions {
  /** The operation it is tried on, where the clause speaks of several. */
  readonly operation?: Subject;
  readonly needs?: Needs;
  /** The hardest verdict of this check, where a reading asks for less than the certainty of its clause allows. */
  readonly hardest?: 'warn' | 'observed';
  /** It speaks of every answer of the run, so each sitting looks again; this asks for what there has to be, before anything may be locked. */
  readonly overall?: (context: CheckContext) => Promise<unknown>;
  /** The odd calls it is held against, where it needs a campaign of them; several checks may share a chapter. */
  readonly chapter?: Chapter;
  /** The race that it judges. */
  readonly race?: RaceName;
}

/** A check's conversation with the target, the prerequisites and campaigns it may ask for, and the assertions of its clause. */
export type CheckContext = Session & { readonly journey: Journey; readonly campaigns: Campaigns; readonly must: Must };

interface CheckBase extends CheckOptions {
  /** `CLAUSE~way`; permanent. */
  readonly id: `${ClauseId}~${string}`;
  readonly clause: ClauseId;
  /** A present-tense fact. */
  readonly title: string;
  readonly operation: Subject;
  readonly where: string;
}

/** Sends something of its own, or compares what steps of the journey brought. */
export interface ActiveCheck extends CheckBase {
  readonly kind: 'active';
  readonly run: (context: CheckContext) => Promise<void>;
}

/** Judges every answer of one operation, or of all (`ENVELOPE`), that anybody gets during the run (passive judging). */
export interface PassiveCheck extends CheckBase {
  readonly kind: 'passive';
  readonly operation: OperationId | 'ENVELOPE';
  /** Makes sure that there is at least one such answer. */
  readonly exercise: (context: CheckContext) => Promise<unknown>;
  readonly judge: (reply: Reply) => Judgement | null;
}

/** Judges every callback that mentions somebody of ours, whenever it comes during the run. */
export interface CallbackCheck extends CheckBase {
  readonly kind: 'callback';
  /** Has the processes completed whose callbacks are judged. */
  readonly exercise: (context: CheckContext) => Promise<unknown>;
  readonly judge: (callback: Callback) => Judgement | null;
}

/** What a rule judges, by what, and how there comes to be anything to judge. */
type RuleOptions<Rule extends PassiveCheck | CallbackCheck> = Pick<Rule, 'operation' | 'exercise' | 'judge'>;

export type Check = ActiveCheck | PassiveCheck | CallbackCheck;

/** The checks of one chapter. */
export interface Suite {
  readonly name: string;
  readonly area: Area;
  readonly checks: readonly Check[];
}

const repositoryRoot = new URL('../../', import.meta.url);

/** `suites/balance/money.ts:12`: the line that calls `check` or a rule. */
function findCallSite(): string {
  const line = new Error().stack?.split('\n')[3] ?? '';
  const found = /(file:\/\/[^)\s]+|\/[^)\s]+):(\d+):\d+\)?$/.exec(line);
  if (found?.[1] === undefined || found[2] === undefined) return 'unknown';
  const path = found[1].startsWith('file:') ? new URL(found[1]).pathname : found[1];
  return `${relative(repositoryRoot.pathname, path.replace(/\?.*$/, ''))}:${found[2]}`;
}

const campaignNeeds: ReadonlySet<Needs | undefined> = new Set<Needs>(['campaign', 'walks', 'races']);

export const isOfCampaign = ({ needs }: Pick<CheckOptions, 'needs'>): boolean => campaignNeeds.has(needs);

type Run = (context: CheckContext) => Promise<void>;

/** One clause tried one way. It passes when it ends without a stop and at least one exchange was judged. */
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

/** One clause judged on every answer of an operation, or of all. */
export function rule(clause: ClauseId, way: string, title: string, judged: RuleOptions<PassiveCheck>): PassiveCheck {
  return { ...judged, id: `${clause}~${way}`, clause, title, kind: 'passive', where: findCallSite() };
}

/** One clause judged on every callback. */
export function callbackRule(
  clause: ClauseId,
  way: string,
  title: string,
  judged: Omit<RuleOptions<CallbackCheck>, 'operation'>,
): CallbackCheck {
  const { operation } = clauseById(clause);
  return { ...judged, operation, id: `${clause}~${way}`, clause, title, kind: 'callback', where: findCallSite() };
}

export function toPlannedCheck(suite: Suite, { id, clause, operation, title, where }: Check): PlannedCheck {
  return { id, clause, operation, area: suite.area, suite: suite.name, title, where };
}
