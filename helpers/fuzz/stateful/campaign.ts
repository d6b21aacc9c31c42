import type { ClauseId } from '../../../specs/clauses.ts';
import { isCapped, isOfThisCall, Stop } from '../../judge/stop.ts';
import type { SequenceStep, StartName } from '../findings/sequence-steps.ts';
import { drawSequences, type Player } from './draw.ts';
import { confirmFinding, type Failure, type SequenceFinding } from './find.ts';
import { catchStop, openSequence, type SequenceContext } from './play.ts';
import { starts } from './starts.ts';
import { runJudgedStep, type RuleBreach } from './step.ts';
import { openCounts, type SequenceCounts } from './counts.ts';
import { isInSlice, type Slice } from '../../core/records/shard.ts';

export interface SequenceReport {
  readonly counts: SequenceCounts;
  readonly findings: ReadonlyMap<ClauseId, SequenceFinding>;
  /** Clauses whose breach was seen once but also came without a call: it accuses no one. */
  readonly dismissed: ReadonlySet<ClauseId>;
  /** Clauses whose breach was seen once, when a cap prevented a second try: neither kept nor broken. */
  readonly unconfirmed: ReadonlySet<ClauseId>;
  readonly sequences: number;
  readonly endedBy: 'runs' | 'clock' | 'cap' | 'trouble' | 'finds';
  /** The first reason why sequences could not go on. */
  readonly trouble: Stop | null;
}

interface CampaignPlan {
  /** Of all parts of a split run together. */
  readonly count: number;
  /** The sequences of this part. */
  readonly slice: Slice;
  readonly seed: number;
  readonly more: () => boolean;
  /** Why the campaign must end; null while it may go on. */
  readonly over: () => 'clock' | 'cap' | null;
  /** The clauses of the planned checks: when all are broken, the campaign ends. */
  readonly wanted: ReadonlySet<ClauseId>;
  /** The context of the nth sequence: senders take turns, so that none grows old. */
  readonly contextFor: (nth: number) => Promise<SequenceContext>;
  /** Unused senders; null when none are left. */
  readonly freshContext: () => Promise<SequenceContext | null>;
}

interface CampaignState {
  readonly counts: SequenceCounts;
  readonly findings: Map<ClauseId, SequenceFinding>;
  readonly dismissed: Set<ClauseId>;
  readonly unconfirmed: Set<ClauseId>;
  trouble: Stop | null;
  sequences: number;
  /** A cap is final; other trouble may concern one sequence only. */
  exhausted: boolean;
  capped: boolean;
  failure: Failure | null;
}

/** Carries a failure through fast-check. */
class BrokenRule extends Error {}

/** One sequence, driven by fast-check. A broken rule ends it; a new one is reported. */
function createPlayer(
  campaign: CampaignState,
  plan: CampaignPlan,
  sequence: Player['sequence'],
  tell: (breach: RuleBreach, steps: readonly SequenceStep[]) => void,
): Player {
  const steps: SequenceStep[] = [];
  let over = false;
  return {
    sequence,
    take: async (step) => {
      if (over || !plan.more()) return;
      steps.push(step);
      const outcome = await catchStop(() => runJudgedStep(sequence, step, campaign.counts));
      for (const { unusable } of sequence.snapshot.transfers.values()) if (unusable !== null) noteTrouble(campaign, unusable);
      over = outcome !== null;
      if (outcome instanceof Stop) noteTrouble(campaign, outcome);
      else if (outcome !== null) tell(outcome, steps);
    },
  };
}

function noteTrouble(campaign: CampaignState, stop: Stop): void {
  campaign.trouble ??= stop;
  campaign.exhausted ||= stop.why.kind === 'untried' && !isOfThisCall(stop);
  campaign.capped ||= isCapped(stop.why);
}

const createOpener =
  (campaign: CampaignState, plan: CampaignPlan) =>
  async (start: StartName): Promise<Player | null> => {
    if (campaign.exhausted || !plan.more()) return null;
    campaign.sequences += 1;
    const tell = (context: SequenceContext, breach: RuleBreach, steps: readonly SequenceStep[]): void => {
      const { clause } = breach.rule;
      if (!plan.wanted.has(clause) || campaign.findings.has(clause) || campaign.dismissed.has(clause)) return;
      campaign.failure = { breach, sequence: { start, steps: [...steps] }, context, replies: [...context.log] };
      throw new BrokenRule(clause);
    };
    // Trouble in the set-up ends the sequence here: fast-check would take it for a failure.
    const opened = await catchStop(async () => {
      const context = await plan.contextFor(campaign.sequences);
      const sequence = await openSequence(context);
      await starts[start](sequence, campaign.counts);
      return { context, sequence };
    });
    if (opened instanceof Stop) {
      noteTrouble(campaign, opened);
      return null;
    }
    const { context, sequence } = opened;
    return createPlayer(campaign, plan, sequence, (breach, steps) => {
      tell(context, breach, steps);
    });
  };

/** Runs sequences until the size, the clock or a cap ends the campaign. Each clause is found at most once. */
export async function runSequenceCampaign(plan: CampaignPlan): Promise<SequenceReport> {
  const { wanted, more, over, seed } = plan;
  const campaign: CampaignState = {
    counts: openCounts(),
    findings: new Map(),
    dismissed: new Set(),
    unconfirmed: new Set(),
    trouble: null,
    sequences: 0,
    exhausted: false,
    capped: false,
    failure: null,
  };
  const found = (): boolean => [...wanted].every((clause) => campaign.findings.has(clause));
  const open = createOpener(campaign, plan);
  // The nth sequence is the same whatever was found before it, and whichever part of a split run tries it.
  for (let from = 0; from < plan.count && !campaign.exhausted && !found() && more();) {
    const isOwn = (nth: number): boolean => nth >= from && isInSlice(plan.slice, nth);
    const draw = await drawSequences(seed, plan.count, (nth, start) => (isOwn(nth) ? open(start) : Promise.resolve(null)));
    from = Math.max(from + 1, draw.runs);
    const { failure } = campaign;
    campaign.failure = null;
    if (draw.failed === null || failure === null) continue;
    const finding = await confirmFinding(failure, draw.failed, more, plan.freshContext);
    const { clause } = failure.breach.rule;
    if (finding === null) (over() === 'cap' ? campaign.unconfirmed : campaign.dismissed).add(clause);
    else campaign.findings.set(finding.clause, finding);
  }
  const endedBy = found() ? 'finds' : campaign.capped ? 'cap' : campaign.exhausted ? 'trouble' : (over() ?? 'runs');
  return { ...campaign, endedBy };
}
