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

/** Another clause accuses the whole callback, or a field that the check compares. */
const findHider = ({ fields = [] }: CallbackCheck, { hiddenBy, judgement }: Callback): SchemaFinding | null =>
  hiddenBy ?? judgement.findings.find(({ place }) => fields.some((field) => place === `result.${field}`)) ?? null;

export function addCallback(result: PassiveResult<CallbackCheck>, callback: Callback, all: readonly Callback[]): void {
  const judgement = result.check.judge(callback, all);
  if (judgement !== null) addJudgement(result, callback.exchange, judgement);
  else result.hiddenBy ??= findHider(result.check, callback);
}

type JudgedBefore = Pick<EarlierSittings, 'replies' | 'callbacks'>;

function groupByOperation(tallies: readonly PassiveResult<PassiveCheck>[]): ReadonlyMap<string, readonly PassiveResult<PassiveCheck>[]> {
  return Map.groupBy(tallies, ({ check }) => check.operation);
}

export interface PassiveResults {
  readonly passive: readonly PassiveResult<PassiveCheck>[];
  readonly callback: readonly PassiveResult<CallbackCheck>[];
  readonly judge: (reply: Reply) => void;
  readonly judgeCallbacks: (all: readonly Callback[]) => void;
}

/** Answers and callbacks of earlier sittings are judged first. */
export function createPassiveResults(checks: readonly Check[], before: JudgedBefore | null): PassiveResults {
  const passive = checks.filter((check): check is PassiveCheck => check.kind === 'passive').map(newPassiveResult);
  const callback = checks.filter((check): check is CallbackCheck => check.kind === 'callback').map(newPassiveResult);
  const judges = groupByOperation(passive);
  const judge = (reply: Reply): void => {
    for (const tally of [...(judges.get(reply.operation.id) ?? []), ...(judges.get('ENVELOPE') ?? [])]) addReply(tally, reply);
  };
  const judgeCallbacks = (all: readonly Callback[]): void => {
    for (const one of all) for (const tally of callback) addCallback(tally, one, all);
  };
  before?.replies.forEach(judge);
  judgeCallbacks(before?.callbacks ?? []);
  return { passive, callback, judge, judgeCallbacks };
}
