import type { Reply } from '../judge/reply.ts';
import type { SchemaFinding } from '../judge/schema/findings.ts';
import type { Callback } from '../judge/callback.ts';
import type { CallbackCheck, Check, PassiveCheck } from './check.ts';
import type { EarlierSittings } from './earlier-sittings.ts';
import type { Judgement } from '../core/records/judgement.ts';

/** An answer that broke the rule, and how. */
export interface Breach {
  readonly exchange: string;
  readonly judgement: Extract<Judgement, { held: false }>;
}

/** What a passive check has seen so far. */
export interface PassiveResult<Of extends PassiveCheck | CallbackCheck = PassiveCheck | CallbackCheck> {
  readonly check: Of;
  judged: number;
  broken: number;
  /** The first of them. */
  readonly breaches: Breach[];
  /** A few judged exchanges, for the evidence of a pass. */
  readonly samples: string[];
  /** A breach of another clause that kept this one from having anything to judge. */
  hiddenBy: SchemaFinding | null;
}

const samplesKept = 3;
const breachesKept = 10;

export const newPassiveResult = <Of extends PassiveCheck | CallbackCheck>(check: Of): PassiveResult<Of> => ({
  check,
  judged: 0,
  broken: 0,
  breaches: [],
  samples: [],
  hiddenBy: null,
});

function addJudgement(result: PassiveResult, exchange: string, judgement: Judgement): void {
  result.judged += 1;
  if (result.samples.length < samplesKept) result.samples.push(exchange);
  if (judgement.held) return;
  result.broken += 1;
  if (result.breaches.length < breachesKept) result.breaches.push({ exchange, judgement });
}

/** Lets a passive check judge an answer. */
export function addReply(result: PassiveResult<PassiveCheck>, reply: Reply): void {
  const judgement = result.check.judge(reply);
  if (judgement !== null) addJudgement(result, reply.exchange.id, judgement);
  else result.hiddenBy ??= reply.envelope.findings[0] ?? reply.payload.findings[0] ?? null;
}

/** Lets a check of callbacks judge one. */
export function addCallback(result: PassiveResult<CallbackCheck>, callback: Callback): void {
  const judgement = result.check.judge(callback);
  if (judgement !== null) addJudgement(result, callback.exchange, judgement);
  else result.hiddenBy ??= callback.hiddenBy;
}

/** What earlier sittings of the run judged. */
type JudgedBefore = Pick<EarlierSittings, 'replies' | 'callbacks'>;

/** The passive checks of each operation: one answer is judged by all of its operation. */
function groupByOperation(tallies: readonly PassiveResult<PassiveCheck>[]): ReadonlyMap<string, readonly PassiveResult<PassiveCheck>[]> {
  return Map.groupBy(tallies, ({ check }) => check.operation);
}

/** Every passive check of a run and what it has seen. */
export interface PassiveResults {
  readonly passive: readonly PassiveResult<PassiveCheck>[];
  readonly callback: readonly PassiveResult<CallbackCheck>[];
  readonly judge: (reply: Reply) => void;
  readonly judgeCallback: (callback: Callback) => void;
}

/** What passive checks see, beginning with what earlier sittings judged. */
export function createPassiveResults(checks: readonly Check[], before: JudgedBefore | null): PassiveResults {
  const passive = checks.filter((check): check is PassiveCheck => check.kind === 'passive').map(newPassiveResult);
  const callback = checks.filter((check): check is CallbackCheck => check.kind === 'callback').map(newPassiveResult);
  const judges = groupByOperation(passive);
  const judge = (reply: Reply): void => {
    for (const tally of [...(judges.get(reply.operation.id) ?? []), ...(judges.get('ENVELOPE') ?? [])]) addReply(tally, reply);
  };
  const hear = (one: Callback): void => {
    for (const tally of callback) addCallback(tally, one);
  };
  before?.replies.forEach(judge);
  before?.callbacks.forEach(hear);
  return { passive, callback, judge, judgeCallback: hear };
}
