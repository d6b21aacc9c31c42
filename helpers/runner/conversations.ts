import { newEvidence, type Evidence } from '../core/records/evidence.ts';
import { mustOf } from '../judge/must.ts';
import type { Reply } from '../judge/reply.ts';
import { openSend } from '../session/send.ts';
import { openSession } from '../session/session.ts';
import { openUnrecordedSend } from '../session/unrecorded-send.ts';
import { isOfCampaign, type Check, type CheckContext } from './check.ts';
import { passiveAccusations } from './passive-accusations.ts';
import type { RunContext } from './run-context.ts';

/** The conversations of checks; `judge` sees every answer. */
export interface Conversations {
  readonly contextOf: (check: Check, evidence?: Evidence) => CheckContext;
  /** Makes the plain reads, if nobody has. */
  readonly knock: () => Promise<unknown>;
}

export function conversations(checks: readonly Check[], runContext: RunContext, judge: (reply: Reply) => void): Conversations {
  const { wire, journey, campaigns } = runContext;
  const deliver = openSend({ ...wire, judge });
  // Whatever a campaign asks for, also to make itself ready, is sent on its own budget.
  const forCampaign: typeof deliver = (errand) => deliver({ ...errand, call: { ...errand.call, campaign: true } });
  const unrecorded = openUnrecordedSend({ ...wire, judge, weigh: passiveAccusations(checks) });
  return {
    knock: () => openSession(deliver, unrecorded, 'find the service', newEvidence()).after(journey.access.open),
    contextOf: (check, evidence = newEvidence()) => ({
      ...openSession(isOfCampaign(check) ? forCampaign : deliver, unrecorded, check.id, evidence),
      journey,
      campaigns,
      must: mustOf(check.clause),
    }),
  };
}
