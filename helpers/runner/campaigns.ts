import { chaptersOf, type Chapters } from '../fuzz/execution/chapters.ts';
import type { CampaignKit, Fuzz } from '../fuzz/execution/campaign.ts';
import { labOf } from '../fuzz/effects/valid-calls.ts';
import { labPartsOf } from '../fuzz/effects/valid-parts.ts';
import { raceNames } from '../fuzz/races/races.ts';
import { racesOf, type Races } from '../fuzz/races/run.ts';
import { walksOf, type Walks } from '../fuzz/stateful/sequences.ts';
import type { World } from '../journey/journey.ts';
import { walkersOf } from '../journey/spares.ts';

/** The campaigns of a run; nothing of them is sent before a check asks for it. */
export interface Campaigns {
  /** Odd calls of an operation in one dimension. */
  readonly chapters: Chapters;
  /** Walks through a model of the service, on senders of their own. */
  readonly walks: Walks;
  /** Calls released together, on the same senders. */
  readonly races: Races;
  /** What the campaign may cost, and what it has found. */
  readonly fuzz: Fuzz;
}

export function campaignsOf(kit: CampaignKit, { access, subAgent, customer }: World): Campaigns {
  const { open } = access;
  const walking = { kit, source: customer.source, senders: walkersOf(kit, open, subAgent) };
  return {
    chapters: chaptersOf(kit, labOf(kit, labPartsOf(kit, { open, subAgent, customer }))),
    walks: walksOf(walking),
    races: racesOf(walking, raceNames),
    fuzz: kit.fuzz,
  };
}
