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

function add(tally: PassiveResult, exchange: string, judgement: Judgement): void {
  tally.judged += 1;
  if (tally.samples.length < samplesKept) tally.samples.push(exchange);
  if (judgement.held) return;
  tally.broken += 1;
  if (tally.breaches.length < breachesKept) tally.breaches.push({ exchange, judgement });
}

/** Lets a passive check judge an answer. */
export function addReply(tally: PassiveResult<PassiveCheck>, reply: Reply): void {
  const judgement = tally.check.judge(reply);
  if (judgement !== null) add(tally, reply.exchange.id, judgement);
  else tally.hiddenBy ??= reply.envelope.findings[0] ?? reply.payload.findings[0] ?? null;
}

/** Lets a check of callbacks judge one. */
export function addCallback(tally: PassiveResult<CallbackCheck>, callback: Callback): void {
  const judgement = tally.check.judge(callback);
  if (judgement !== null) add(tally, callback.exchange, judgement);
  else tally.hiddenBy ??= callback.hiddenBy;
}
