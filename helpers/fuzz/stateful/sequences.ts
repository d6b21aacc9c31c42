import type { ClauseId } from '../../../specs/clauses.ts';
import { untried, type Stop } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import type { CampaignDependencies } from '../budget/campaign.ts';
import type { Sender } from '../../journey/sender/sender.ts';
import { howToPermit } from '../../config/permissions.ts';
import type { Finding, SequenceRecipe } from '../findings/finding.ts';
import { walkCampaign, type WalkReport } from './campaign.ts';
import { newActor, play, type SequenceContext } from './play.ts';
import { quietly } from './unrecorded.ts';
import { walkingPairs, walksFor } from '../budget/walk-sizes.ts';
import type { Said } from './rules/rule.ts';
import { openTally } from './tally.ts';
import { candidateOf, openKeeper } from './rendered.ts';

type Pair = readonly [Step<Sender>, Step<Sender>];

/** What walks are made with. */
export interface WalkParts {
  readonly deps: CampaignDependencies;
  /** OP-2: where transfers are paid from. */
  readonly source: Step<string>;
  /** Senders that nobody else uses any more. */
  readonly senders: readonly Step<Sender>[];
}

/** What a campaign of walks came to. */
export interface Walked extends Omit<WalkReport, 'findings'> {
  /** Accounts were too few for some of the calls. */
  readonly lack: Stop | null;
  /** By clause. */
  readonly findings: ReadonlyMap<ClauseId, Finding>;
  /** Exchanges that show a clause kept. */
  readonly samplesOf: (clause: ClauseId) => readonly string[];
}

/** The walks of a run: one campaign for all checks that ask for it. */
export interface Sequences {
  /** Told before it begins: the clauses whose checks are planned. */
  readonly lookFor: (clauses: Iterable<ClauseId>) => void;
  readonly walked: Step<Walked>;
  /** A kept walk once more, on the nth senders; null when it does not break the clause any more. */
  readonly again: (session: Session, recipe: SequenceRecipe, clause: ClauseId, nth: number) => Promise<Said | Stop | null>;
}

const inPairs = ([first, second, ...others]: readonly Step<Sender>[]): readonly Pair[] =>
  first === undefined || second === undefined ? [] : [[first, second], ...inPairs(others)];

/** One to pay and one that waits for its activation, for each of two senders. */
const accountsOfWalk = 4;

/** The senders of a campaign, made ready when their turn comes. */
export function coursesOn({ deps, source, senders }: WalkParts, own: Session, inTurn = walkingPairs) {
  const pairs = inPairs(senders);
  const [walking, spare] = [pairs.slice(0, inTurn), pairs.slice(inTurn).values()];
  const known = new Map<Pair, SequenceContext>();
  const courseOn = async (pair: Pair | undefined): Promise<SequenceContext> => {
    if (pair === undefined) throw untried('walks take two spare mobiles: name more in DMT_SPARE_MOBILES', 'configuration');
    const before = known.get(pair);
    if (before !== undefined) return before;
    const [first, second] = [await own.use(pair[0]), await own.use(pair[1])];
    const log: SequenceContext['log'] = [];
    const session = quietly(own, 'a walk', (reply) => {
      log.push(reply);
      deps.debts.see(reply.exchange);
    });
    const actors = [newActor(0, first), newActor(1, second)] as const;
    const course = { deps, session, source: await own.use(source), actors, patienceMs: Infinity, log };
    known.set(pair, course);
    return course;
  };
  return {
    courseFor: (nth: number) => courseOn(walking[nth % walking.length]),
    freshCourse: async (): Promise<SequenceContext | null> => {
      const { value, done } = spare.next();
      return done === true ? null : courseOn(value);
    },
  };
}

/** Nobody is onboarded for a campaign that may not do anything. */
export function mustBePermitted({ fuzz }: CampaignDependencies, ...permissions: CampaignDependencies['fuzz']['allow']): void {
  const missing = permissions.filter((one) => !fuzz.allow.includes(one));
  if (missing.length > 0) throw untried(`not permitted: ${howToPermit(...missing)}`, 'configuration');
}

const ends = { runs: 'complete', clock: 'clock', cap: 'cap', trouble: 'trouble', finds: 'found' } as const;

export function sequencesOf(parts: WalkParts): Sequences {
  const { deps } = parts;
  let wanted: ReadonlySet<ClauseId> = new Set();
  const walked = step('walks', async (own): Promise<Walked> => {
    mustBePermitted(deps, 'fuzz-effects');
    const { walks: budget, findings } = deps.fuzz;
    const { runs, more, over, end } = budget.begin('walks');
    const planned = walksFor(runs);
    const report = await walkCampaign({ walks: planned, seed: budget.seed, wanted, more, over, ...coursesOn(parts, own) });
    end();
    deps.fuzz.ended({
      part: 'walks',
      ended: ends[report.endedBy],
      tried: report.walks,
      left: Math.max(0, planned - report.walks),
      leftOut: 0,
    });
    const keeper = openKeeper(own.quiet);
    const found = [...report.findings.values()].map((each) => findings.keep(candidateOf(each, keeper)));
    const samples = new Map([...report.tally.clauses].map(([clause, { samples: replies }]) => [clause, [...replies].map(keeper.idOf)]));
    return {
      ...report,
      lack: deps.people.accounts.short(accountsOfWalk),
      findings: new Map(found.flatMap((finding) => (finding === null ? [] : [[finding.clause, finding]]))),
      samplesOf: (clause) => samples.get(clause) ?? [],
    };
  });
  return {
    lookFor: (clauses) => {
      wanted = new Set(clauses);
    },
    walked,
    again: async (session, { start, steps }, clause, nth) => {
      mustBePermitted(deps, 'fuzz-effects');
      const course = await coursesOn(parts, session).courseFor(nth);
      const { breach, stop } = await play(course, start, steps, openTally());
      return stop ?? (breach?.rule.clause === clause ? breach.said : null);
    },
  };
}
