import { chaptersOf, type Chapters } from '../fuzz/execution/chapters.ts';
import type { CampaignDependencies, Campaign } from '../fuzz/budget/campaign.ts';
import { validCallsOf } from '../fuzz/calls/valid-calls.ts';
import { validPartsOf } from '../fuzz/calls/valid-parts.ts';
import { raceNames } from '../fuzz/findings/race-names.ts';
import { racesOf, type Races } from '../fuzz/races/run.ts';
import { sequencesOf, type Sequences } from '../fuzz/stateful/sequences.ts';
import type { Journey } from '../journey/journey.ts';
import { walkersOf } from '../journey/sender/spares.ts';

/** The campaigns of a run; nothing of them is sent before a check asks for it. */
export interface Campaigns {
  /** Odd calls of an operation in one dimension. */
  readonly chapters: Chapters;
  /** Walks through a model of the service, on senders of their own. */
  readonly walks: Sequences;
  /** Calls released together, on the same senders. */
  readonly races: Races;
  /** What the campaign may cost, and what it has found. */
  readonly fuzz: Campaign;
}

export function campaignsOf(deps: CampaignDependencies, { access, subAgent, customer }: Journey): Campaigns {
  const { open } = access;
  const walking = { deps, source: customer.source, senders: walkersOf(deps, open, subAgent) };
  return {
    chapters: chaptersOf(deps, validCallsOf(deps, validPartsOf(deps, { open, subAgent, customer }))),
    walks: sequencesOf(walking),
    races: racesOf(walking, raceNames),
    fuzz: deps.fuzz,
  };
}
