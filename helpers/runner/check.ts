import { relative } from 'node:path';
import type { Subject } from '../../specs/clause.ts';
import { clauseOf, type ClauseId } from '../../specs/clauses.ts';
import type { OperationId } from '../../specs/operation.ts';
import type { Chapter } from '../fuzz/cases/chapter.ts';
import type { RaceName } from '../fuzz/findings/race-names.ts';
import type { Callback } from '../judge/callback.ts';
import type { Reply } from '../judge/reply.ts';
import type { Area, PlannedCheck } from '../core/records/outcome.ts';
import type { Session } from '../session/session.ts';
import type { Campaigns } from './campaigns.ts';
import type { Journey } from '../journey/journey.ts';
import type { Judgement } from '../core/records/judgement.ts';

/**
 * What a check needs of the target: nothing, a token, the shared sender in turn, a sender of its own, the whole target alone,
 * or, as a part of a campaign, the whole target and a share of the campaign's time; `walks` are one campaign for all that need them.
 * `wrong-login` may lock an agent, so nothing is tried behind it.
 */
export type Needs = 'nothing' | 'token' | 'sender' | 'own-sender' | 'alone' | 'wrong-login' | CampaignNeeds;

/** What a part of a campaign needs, which is sent on the campaign's budget. */
export type CampaignNeeds = 'campaign' | 'walks' | 'races';

export interface CheckHead<Id extends ClauseId = ClauseId> {
  /** `CLAUSE~way`; permanent. */
  readonly id: `${Id}~${string}`;
  readonly clause: Id;
  /** A present-tense fact. */
  readonly title: string;
  readonly needs: Needs;
  /** The hardest verdict of this check, where a reading asks for less than the certainty of its clause allows. */
  readonly hardest?: 'warn' | 'observed';
  /** It speaks of every answer of the run, so each sitting looks again; this asks for what there has to be, before anything may be locked. */
  readonly overall?: (stage: Stage) => Promise<unknown>;
  /** The operation it is tried on, where the clause speaks of several. */
  readonly operation?: Subject;
  /** The odd calls it is held against, where it needs a campaign of them; several checks may share a chapter. */
  readonly chapter?: Chapter;
  /** The race that it judges. */
  readonly race?: RaceName;
}

/** A check's conversation with the target, and the prerequisites it may ask for. */
export type Stage = Session & { readonly world: Journey; readonly campaigns: Campaigns };

interface CheckBase extends CheckHead {
  readonly operation: Subject;
  readonly where: string;
}

/** Sends something of its own, or compares what steps of the world brought. */
export interface ActiveCheck extends CheckBase {
  readonly kind: 'active';
  readonly run: (stage: Stage) => Promise<void>;
}

/** Judges every answer of one operation, or of all (`ENVELOPE`), that anybody gets during the run (passive judging). */
export interface PassiveCheck extends CheckBase {
  readonly kind: 'passive';
  readonly operation: OperationId | 'ENVELOPE';
  /** Makes sure that there is at least one such answer. */
  readonly exercise: (stage: Stage) => Promise<unknown>;
  readonly judge: (reply: Reply) => Judgement | null;
}

/** Judges every callback that mentions somebody of ours, whenever it comes during the run. */
export interface CallbackCheck extends CheckBase {
  readonly kind: 'callback';
  /** Has the processes completed whose callbacks are judged. */
  readonly exercise: (stage: Stage) => Promise<unknown>;
  readonly judge: (callback: Callback) => Judgement | null;
}

export type Check = ActiveCheck | PassiveCheck | CallbackCheck;

/** The checks of one chapter. */
export interface Suite {
  readonly name: string;
  readonly area: Area;
  readonly checks: readonly Check[];
}

const root = new URL('../../', import.meta.url);

/** `suites/transfer.ts:12`: the line that calls `check` or `always`. */
function callSite(): string {
  const line = new Error().stack?.split('\n')[3] ?? '';
  const found = /(file:\/\/[^)\s]+|\/[^)\s]+):(\d+):\d+\)?$/.exec(line);
  if (found?.[1] === undefined || found[2] === undefined) return 'unknown';
  const path = found[1].startsWith('file:') ? new URL(found[1]).pathname : found[1];
  return `${relative(root.pathname, path.replace(/\?.*$/, ''))}:${found[2]}`;
}

const campaignNeeds: ReadonlySet<Needs> = new Set<CampaignNeeds>(['campaign', 'walks', 'races']);

export const isOfCampaign = ({ needs }: Pick<CheckHead, 'needs'>): boolean => campaignNeeds.has(needs);

/** The way part of an id, of a check that is derived for many operations. */
export const wayOf = (...parts: readonly string[]): string => parts.join('-');

/** One clause tried one way. It passes when it ends without a stop and at least one exchange was judged. */
export function check<Id extends ClauseId>(head: CheckHead<Id>, run: (stage: Stage) => Promise<void>): ActiveCheck {
  return { operation: clauseOf(head.clause).operation, ...head, kind: 'active', where: callSite(), run };
}

/** One clause judged on every answer of an operation. */
export function always<Id extends ClauseId>(
  head: Omit<CheckHead<Id>, 'operation'> & { readonly operation: OperationId | 'ENVELOPE' },
  exercise: (stage: Stage) => Promise<unknown>,
  judge: (reply: Reply) => Judgement | null,
): PassiveCheck {
  return { ...head, kind: 'passive', where: callSite(), exercise, judge };
}

/** One clause judged on every callback. */
export function everyCallback<Id extends ClauseId>(
  head: CheckHead<Id>,
  exercise: (stage: Stage) => Promise<unknown>,
  judge: (callback: Callback) => Judgement | null,
): CallbackCheck {
  return { operation: clauseOf(head.clause).operation, ...head, kind: 'callback', where: callSite(), exercise, judge };
}

export function planned(suite: Suite, { id, clause, operation, title, where }: Check): PlannedCheck {
  return { id, clause, operation, area: suite.area, suite: suite.name, title, where };
}
