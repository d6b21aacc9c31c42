import type { Reply } from '../judge/reply.ts';
import type { Finding } from '../judge/findings.ts';
import type { Judgement, PassiveCheck } from './check.ts';

/** An answer that broke the rule, and how. */
export interface Breach {
  readonly exchange: string;
  readonly judgement: Extract<Judgement, { held: false }>;
}

/** What a passive check has seen so far. */
export interface Tally {
  readonly check: PassiveCheck;
  judged: number;
  broken: number;
  /** The first of them. */
  readonly breaches: Breach[];
  /** A few judged exchanges, for the evidence of a pass. */
  readonly samples: string[];
  /** A breach of another clause that kept this one from having anything to judge. */
  hiddenBy: Finding | null;
}

const samplesKept = 3;
const breachesKept = 10;

export const newTally = (check: PassiveCheck): Tally => ({ check, judged: 0, broken: 0, breaches: [], samples: [], hiddenBy: null });

/** Lets a passive check judge an answer. */
export function count(tally: Tally, reply: Reply): void {
  const judgement = tally.check.judge(reply);
  const { id } = reply.exchange;
  if (judgement === null) {
    tally.hiddenBy ??= reply.envelope.findings[0] ?? reply.payload.findings[0] ?? null;
    return;
  }
  tally.judged += 1;
  if (tally.samples.length < samplesKept) tally.samples.push(id);
  if (judgement.held) return;
  tally.broken += 1;
  if (tally.breaches.length < breachesKept) tally.breaches.push({ exchange: id, judgement });
}
