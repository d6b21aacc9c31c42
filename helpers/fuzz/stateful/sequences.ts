import type { ClauseId } from '../../../specs/clauses.ts';
import { untried, type Stop } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import type { CampaignDependencies } from '../budget/campaign.ts';
import type { Sender } from '../../journey/sender/sender.ts';
import { howToPermit } from '../../config/permissions.ts';
import type { Finding, SequenceRecipe } from '../findings/finding.ts';
import { runSequenceCampaign, type SequenceReport } from './campaign.ts';
import { createParticipant, playSequence, type SequenceContext } from './play.ts';
import { withUnrecordedCalls } from './unrecorded-session.ts';
import { sequencePairs, countSequences } from '../budget/sizes.ts';
import type { RuleResult } from './rules/rule.ts';
import { openCounts } from './counts.ts';
import { countInSlice } from '../../core/records/shard.ts';
import { toCandidate, openKeeper } from './sequence-candidate.ts';

type Pair = readonly [Step<Sender>, Step<Sender>];

export interface SequenceParts {
  readonly deps: CampaignDependencies;
  /** The payment source of transfers, from OP-2. */
  readonly source: Step<string>;
  /** Senders that no other check uses any more. */
  readonly senders: readonly Step<Sender>[];
}

export interface SequencesResult extends Omit<SequenceReport, 'findings'> {
  /** There were too few accounts for some of the calls. */
  readonly lack: Stop | null;
  /** By clause. */
  readonly findings: ReadonlyMap<ClauseId, Finding>;
  /** An exchange that shows a clause kept; null where none was judged. */
  readonly findSample: (clause: ClauseId) => string | null;
}

/** One campaign for all checks that ask for it. */
export interface Sequences {
  /** Call this with the clauses of the planned checks before the campaign begins. */
  readonly planClauses: (clauses: Iterable<ClauseId>) => void;
  readonly result: Step<SequencesResult>;
  /** Replays a sequence on the nth senders; null when it does not break the clause any more. */
  readonly replay: (session: Session, recipe: SequenceRecipe, clause: ClauseId, nth: number) => Promise<RuleResult | Stop | null>;
}

const groupInPairs = ([first, second, ...others]: readonly Step<Sender>[]): readonly Pair[] =>
  first === undefined || second === undefined ? [] : [[first, second], ...groupInPairs(others)];

/** One to pay and one that stays inactive, for each of two senders. */
const accountsPerSequence = 4;

/** The senders of a campaign, prepared when their turn comes. */
export function openContexts({ deps, source, senders }: SequenceParts, own: Session, inTurn = sequencePairs) {
  const pairs = groupInPairs(senders);
  const inUse = pairs.slice(0, inTurn);
  const spare = pairs.slice(inTurn).values();
  const opened = new Map<Pair, SequenceContext>();
  const openContext = async (pair: Pair | undefined): Promise<SequenceContext> => {
    if (pair === undefined) throw untried('sequences need two spare mobiles: name more in DMT_SPARE_MOBILES', 'configuration');
    const before = opened.get(pair);
    if (before !== undefined) return before;
    const first = await own.use(pair[0]);
    const second = await own.use(pair[1]);
    const log: SequenceContext['log'] = [];
    const session = withUnrecordedCalls(own, 'a sequence', (reply) => {
      log.push(reply);
      deps.pendingDebits.noteExchange(reply.exchange);
    });
    const actors = [createParticipant(0, first), createParticipant(1, second)] as const;
    const context = { deps, session, source: await own.use(source), participants: actors, longestWaitMs: Infinity, log };
    opened.set(pair, context);
    return context;
  };
  return {
    contextFor: (nth: number) => openContext(inUse[nth % inUse.length]),
    freshContext: async (): Promise<SequenceContext | null> => {
      const { value, done } = spare.next();
      return done === true ? null : openContext(value);
    },
  };
}

/** Call this before any sender is onboarded: a campaign without permission leaves nothing behind. */
export function mustBePermitted({ fuzz }: CampaignDependencies, ...permissions: CampaignDependencies['fuzz']['allow']): void {
  const missing = permissions.filter((one) => !fuzz.allow.includes(one));
  if (missing.length > 0) throw untried(`not permitted: ${howToPermit(...missing)}`, 'configuration');
}

const endByReason = { runs: 'complete', clock: 'clock', cap: 'cap', trouble: 'trouble', finds: 'found' } as const;

export function createSequences(parts: SequenceParts): Sequences {
  const { deps } = parts;
  let wanted: ReadonlySet<ClauseId> = new Set();
  const result = step('walks', async (own): Promise<SequencesResult> => {
    mustBePermitted(deps, 'fuzz-effects');
    const { sequences: budget, findings } = deps.fuzz;
    const { runs, more, over, end } = budget.begin('walks');
    const count = countSequences(runs);
    const slice = deps.fuzz.sliceOf('walks');
    const planned = countInSlice(count, slice);
    const plan = { count, slice, seed: budget.seed, wanted, more, over };
    const report = await runSequenceCampaign({ ...plan, ...openContexts(parts, own) });
    end();
    deps.fuzz.ended({
      part: 'walks',
      ended: endByReason[report.endedBy],
      tried: report.sequences,
      left: Math.max(0, planned - report.sequences),
      leftOut: 0,
    });
    const keeper = openKeeper(own.unrecorded);
    const found = [...report.findings.values()].map((each) => findings.keep(toCandidate(each, keeper)));
    const samples = new Map([...report.counts.clauses].map(([clause, { sample }]) => [clause, keeper.recordOnce(sample)]));
    return {
      ...report,
      lack: deps.people.accounts.explainShortage(accountsPerSequence),
      findings: new Map(found.flatMap((finding) => (finding === null ? [] : [[finding.clause, finding]]))),
      findSample: (clause) => samples.get(clause) ?? null,
    };
  });
  return {
    planClauses: (clauses) => {
      wanted = new Set(clauses);
    },
    result,
    replay: async (session, { start, steps }, clause, nth) => {
      mustBePermitted(deps, 'fuzz-effects');
      const context = await openContexts(parts, session).contextFor(nth);
      const { breach, stop } = await playSequence(context, start, steps, openCounts());
      return stop ?? (breach?.rule.clause === clause ? breach.result : null);
    },
  };
}
