import type { Reply } from '../judge/reply.ts';
import type { SchemaFinding } from '../judge/schema/findings.ts';
import type { Callback } from '../judge/callback.ts';
import type { CallbackCheck, PassiveCheck } from './check.ts';
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

function add(result: PassiveResult, exchange: string, judgement: Judgement): void {
  result.judged += 1;
  if (result.samples.length < samplesKept) result.samples.push(exchange);
  if (judgement.held) return;
  result.broken += 1;
  if (result.breaches.length < breachesKept) result.breaches.push({ exchange, judgement });
}

/** Lets a passive check judge an answer. */
export function addReply(result: PassiveResult<PassiveCheck>, reply: Reply): void {
  const judgement = result.check.judge(reply);
  if (judgement !== null) add(result, reply.exchange.id, judgement);
  else result.hiddenBy ??= reply.envelope.findings[0] ?? reply.payload.findings[0] ?? null;
}

/** Lets a check of callbacks judge one. */
export function addCallback(result: PassiveResult<CallbackCheck>, callback: Callback): void {
  const judgement = result.check.judge(callback);
  if (judgement !== null) add(result, callback.exchange, judgement);
  else result.hiddenBy ??= callback.hiddenBy;
}
