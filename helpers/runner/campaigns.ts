import { createChapters, type Chapters } from '../fuzz/execution/chapters.ts';
import type { CampaignDependencies, Campaign } from '../fuzz/budget/campaign.ts';
import { createValidCalls } from '../fuzz/calls/valid-calls.ts';
import { createValidParts } from '../fuzz/calls/valid-parts.ts';
import { raceNames } from '../fuzz/findings/race-names.ts';
import { createRaces, type Races } from '../fuzz/races/run.ts';
import { createSequences, type Sequences } from '../fuzz/stateful/sequences.ts';
import type { Journey } from '../journey/journey.ts';
import { createSequenceSenders } from '../journey/sender/spares.ts';

export interface Campaigns {
  readonly chapters: Chapters;
  /** Sequences of calls through a model of the service, on senders that no other check uses. */
  readonly sequences: Sequences;
  /** Calls released together, on the same senders as the sequences. */
  readonly races: Races;
  readonly fuzz: Campaign;
}

export function createCampaigns(deps: CampaignDependencies, { access, subAgent, customer }: Journey): Campaigns {
  const { open } = access;
  const sequenceParts = { deps, source: customer.source, senders: createSequenceSenders(deps, open, subAgent) };
  return {
    chapters: createChapters(deps, createValidCalls(deps, createValidParts(deps, { open, subAgent, customer }))),
    sequences: createSequences(sequenceParts),
    races: createRaces(sequenceParts, raceNames),
    fuzz: deps.fuzz,
  };
}
