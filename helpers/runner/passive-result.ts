import type { Reply } from '../judge/reply.ts';
import type { SchemaFinding } from '../judge/schema/findings.ts';
import type { Callback } from '../judge/callback.ts';
import type { CallbackCheck, Check, PassiveCheck } from './check.ts';
import type { EarlierSittings } from './earlier-sittings.ts';
import type { Judgement } from '../core/records/judgement.ts';

export interface Breach {
  readonly exchange: string;
  readonly judgement: Extract<Judgement, { held: false }>;
}

export interface PassiveResult<Of extends PassiveCheck | CallbackCheck = PassiveCheck | CallbackCheck> {
  readonly check: Of;
  judged: number;
  broken: number;
  /** The first `breachesKept` of them. */
  readonly breaches: Breach[];
  /** A few judged exchanges, as evidence of a pass. */
  readonly samples: string[];
  /** A breach of another clause that left this check nothing to judge. */
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

export function addReply(result: PassiveResult<PassiveCheck>, reply: Reply): void {
  const judgement = result.check.judge(reply);
  if (judgement !== null) addJudgement(result, reply.exchange.id, judgement);
  else result.hiddenBy ??= reply.envelope.findings[0] ?? reply.payload.findings[0] ?? null;
}

export function addCallback(result: PassiveResult<CallbackCheck>, callback: Callback): void {
  const judgement = result.check.judge(callback);
  if (judgement !== null) addJudgement(result, callback.exchange, judgement);
  else result.hiddenBy ??= callback.hiddenBy;
}

type JudgedBefore = Pick<EarlierSittings, 'replies' | 'callbacks'>;

function groupByOperation(tallies: readonly PassiveResult<PassiveCheck>[]): ReadonlyMap<string, readonly PassiveResult<PassiveCheck>[]> {
  return Map.groupBy(tallies, ({ check }) => check.operation);
}

export interface PassiveResults {
  readonly passive: readonly PassiveResult<PassiveCheck>[];
  readonly callback: readonly PassiveResult<CallbackCheck>[];
  readonly judge: (reply: Reply) => void;
  readonly judgeCallback: (callback: Callback) => void;
}

/** Answers and callbacks of earlier sittings are judged first. */
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
