import type { ClauseId } from '../../../specs/clauses.ts';
import { isCapped, isOfThisCall, Stop } from '../../judge/stop.ts';
import type { WalkStep, StartName } from '../findings/walk-steps.ts';
import { drawWalks, type Walker } from './draw.ts';
import { findingOf, type Failure, type WalkFinding } from './find.ts';
import { caught, openWalk, type SequenceContext } from './play.ts';
import { starts } from './starts.ts';
import { takeStep, type Breach } from './step.ts';
import { openTally, type WalkTally } from './tally.ts';

export interface WalkReport {
  readonly tally: WalkTally;
  readonly findings: ReadonlyMap<ClauseId, WalkFinding>;
  /** What was seen once, changed by itself as well, and so accuses nobody. */
  readonly dismissed: ReadonlySet<ClauseId>;
  /** What was seen once, when a cap kept it from being tried again: neither kept nor broken. */
  readonly unconfirmed: ReadonlySet<ClauseId>;
  readonly walks: number;
  readonly endedBy: 'runs' | 'clock' | 'cap' | 'trouble' | 'finds';
  /** Why walks could not go on, the first time. */
  readonly trouble: Stop | null;
}

export interface CampaignPlan {
  readonly walks: number;
  readonly seed: number;
  readonly more: () => boolean;
  /** What keeps the campaign from going on; null while nothing does. */
  readonly over: () => 'clock' | 'cap' | null;
  /** Whose checks are planned: when all of them are broken there is nothing left to look for. */
  readonly wanted: ReadonlySet<ClauseId>;
  /** A course for the nth walk: senders take turns, so that none grows old. */
  readonly courseFor: (nth: number) => Promise<SequenceContext>;
  /** Senders that were not used before; null when there are no more. */
  readonly freshCourse: () => Promise<SequenceContext | null>;
}

/** What a campaign knows while it walks. */
interface Campaign {
  readonly tally: WalkTally;
  readonly findings: Map<ClauseId, WalkFinding>;
  readonly dismissed: Set<ClauseId>;
  readonly unconfirmed: Set<ClauseId>;
  trouble: Stop | null;
  walks: number;
  /** A cap is reached for good; any other trouble may have been one walk's alone. */
  exhausted: boolean;
  capped: boolean;
  failure: Failure | null;
}

/** Carries the news of a failure through fast-check. */
class Broken extends Error {}

/** One walk as fast-check drives it; broken rules end it, and new ones are told. */
function walkerOf(
  campaign: Campaign,
  plan: CampaignPlan,
  walk: Walker['walk'],
  tell: (breach: Breach, steps: readonly WalkStep[]) => void,
): Walker {
  const steps: WalkStep[] = [];
  let over = false;
  return {
    walk,
    take: async (step) => {
      if (over || !plan.more()) return;
      steps.push(step);
      const outcome = await caught(() => takeStep(walk, step, campaign.tally));
      over = outcome !== null;
      if (outcome instanceof Stop) trouble(campaign, outcome);
      else if (outcome !== null) tell(outcome, steps);
    },
  };
}

function trouble(campaign: Campaign, stop: Stop): void {
  campaign.trouble ??= stop;
  campaign.exhausted ||= stop.why.kind === 'untried' && !isOfThisCall(stop);
  campaign.capped ||= isCapped(stop.why);
}

const opener =
  (campaign: Campaign, plan: CampaignPlan) =>
  async (start: StartName): Promise<Walker | null> => {
    if (campaign.exhausted || !plan.more()) return null;
    campaign.walks += 1;
    const tell = (course: SequenceContext, breach: Breach, steps: readonly WalkStep[]): void => {
      const { clause } = breach.rule;
      if (!plan.wanted.has(clause) || campaign.findings.has(clause) || campaign.dismissed.has(clause)) return;
      campaign.failure = { breach, walk: { start, steps: [...steps] }, course, replies: [...course.log] };
      throw new Broken(clause);
    };
    // What keeps senders from being made ready ends walks as well: drawn by fast-check, it would be one more failure to it.
    const opened = await caught(async () => {
      const course = await plan.courseFor(campaign.walks);
      const walk = await openWalk(course);
      await starts[start](walk, campaign.tally);
      return { course, walk };
    });
    if (opened instanceof Stop) {
      trouble(campaign, opened);
      return null;
    }
    const { course, walk } = opened;
    return walkerOf(campaign, plan, walk, (breach, steps) => {
      tell(course, breach, steps);
    });
  };

/** Walks until the campaign's size, its clock or a cap ends it; each clause is found at most once. */
export async function walkCampaign(plan: CampaignPlan): Promise<WalkReport> {
  const { wanted, more, over, seed } = plan;
  const campaign: Campaign = {
    tally: openTally(),
    findings: new Map(),
    dismissed: new Set(),
    unconfirmed: new Set(),
    trouble: null,
    walks: 0,
    exhausted: false,
    capped: false,
    failure: null,
  };
  const found = (): boolean => [...wanted].every((clause) => campaign.findings.has(clause));
  const open = opener(campaign, plan);
  let left = plan.walks;
  for (let round = 0; left > 0 && !campaign.exhausted && !found() && more(); round += 1) {
    const draw = await drawWalks(seed + round, left, open);
    left -= Math.max(1, draw.runs);
    const { failure } = campaign;
    campaign.failure = null;
    if (draw.failed === null || failure === null) continue;
    const finding = await findingOf(failure, draw.failed, more, plan.freshCourse);
    const { clause } = failure.breach.rule;
    if (finding === null) (over() === 'cap' ? campaign.unconfirmed : campaign.dismissed).add(clause);
    else campaign.findings.set(finding.clause, finding);
  }
  const endedBy = found() ? 'finds' : campaign.capped ? 'cap' : campaign.exhausted ? 'trouble' : (over() ?? 'runs');
  return { ...campaign, endedBy };
}
