import { blocked, isCapped, Stop, untried } from '../../judge/stop.ts';
import type { Sender } from '../../journey/sender/sender.ts';
import type { Session } from '../../session/session.ts';
import type { Finding, RaceRecipe } from '../findings/finding.ts';
import type { RuleResult } from '../stateful/rules/rule.ts';
import { openCounts } from '../stateful/counts.ts';
import { catchStop, openSequence, type SequenceContext } from '../stateful/play.ts';
import { openContexts, mustBePermitted, type SequenceParts } from '../stateful/sequences.ts';
import { starts } from '../stateful/starts.ts';
import { openKeeper } from '../stateful/sequence-candidate.ts';
import { raceCampaign, raceReplays, runRace, type RacePlan } from './campaign.ts';
import { races } from './races.ts';
import { type RaceName } from '../findings/race-names.ts';
import { listRaceSizes } from '../budget/sizes.ts';

interface RaceOutcome {
  readonly finding: Finding | null;
  /** The evidence of a pass: one answer of the races. */
  readonly sample: string | null;
  readonly why: string | Stop | null;
}

export interface Races {
  readonly run: (session: Session, race: RaceName) => Promise<RaceOutcome>;
  /** Replays a race on the nth senders; null when it breaks nothing any more. */
  readonly replay: (session: Session, recipe: RaceRecipe, nth: number) => Promise<RuleResult | Stop | null>;
}

/** Senders that an earlier run may have used for races: later ones have money left. */
const racedBefore = 6;

/** Gives both senders of a context a history before their first race: what a race finds does not depend on how many sequences came before it. */
function openAging(): (context: SequenceContext) => Promise<SequenceContext> {
  const aged = new WeakSet<Sender>();
  return async (context) => {
    const [{ sender }] = context.participants;
    if (aged.has(sender)) return context;
    aged.add(sender);
    await catchStop(async () => starts.veteran(await openSequence(context), openCounts()));
    return context;
  };
}

export function createRaces(parts: SequenceParts, expected: readonly RaceName[]): Races {
  const { fuzz } = parts.deps;
  const age = openAging();
  const openAged = (session: Session): RacePlan['contextFor'] => {
    const { contextFor } = openContexts(parts, session, parts.senders.length);
    return async (nth) => age(await contextFor(nth));
  };
  fuzz.races.expect(expected);
  return {
    async run(session, race) {
      mustBePermitted(parts.deps, 'fuzz-effects', 'races');
      if (fuzz.concurrency < 2) throw untried('a race takes two calls at once: set DMT_MAX_CONCURRENCY to 2 or more', 'configuration');
      const share = fuzz.races.begin(race);
      const plan = { race, most: fuzz.concurrency, more: share.more, contextFor: openAged(session) };
      const { held, finding, why, rounds } = await raceCampaign(plan);
      const left = Math.max(0, listRaceSizes(fuzz.concurrency).length - rounds);
      const ended = why instanceof Stop && isCapped(why.why) ? 'cap' : left === 0 ? 'complete' : (share.over() ?? 'complete');
      fuzz.ended({ part: race, ended: finding === null ? ended : 'found', tried: rounds, left, leftOut: 0 });
      share.end();
      const { recordOnce } = openKeeper(session.unrecorded);
      if (finding === null) {
        const [first] = held;
        return { finding: null, sample: first === undefined ? null : recordOnce(first.reply), why };
      }
      const { result, clause, size, cameBack, replies } = finding;
      const { expected: wanted, received, place, deviation, reply } = result;
      const kept = fuzz.findings.keep({
        signature: `${clause} race ${race}`,
        clause,
        kind: 'race',
        seed: fuzz.races.seed,
        place,
        mutation: `${size} calls at once: ${races[race].title}`,
        expected: wanted,
        received,
        deviation,
        firmness: cameBack === raceReplays ? 'firm' : 'flaky',
        recipe: { kind: 'race', race, size },
        exchanges: [...replies.filter((each) => each !== reply), reply].map(recordOnce),
        size,
      });
      return { finding: kept, sample: null, why };
    },
    async replay(session, recipe, nth) {
      mustBePermitted(parts.deps, 'fuzz-effects', 'races');
      const shown = await runRace(await openAged(session)(racedBefore + nth), recipe);
      if (shown instanceof Stop) return shown;
      if (typeof shown === 'string') return blocked('race', shown, 'test-data');
      return shown.find(({ held }) => !held) ?? null;
    },
  };
}
