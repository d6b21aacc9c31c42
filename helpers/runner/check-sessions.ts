import { createEvidence, type Evidence } from '../core/records/evidence.ts';
import { createMust } from '../judge/must.ts';
import type { Reply } from '../judge/reply.ts';
import { openSend } from '../session/send.ts';
import { openSession } from '../session/session.ts';
import { openUnrecordedSend } from '../session/unrecorded-send.ts';
import { isOfCampaign, type Check, type CheckContext } from './check.ts';
import { createAccusationCollector } from './passive-accusations.ts';
import type { RunContext } from './run-context.ts';

export interface CheckSessions {
  readonly openContext: (check: Check, evidence?: Evidence) => CheckContext;
  /** Makes the plain reads, unless the run has made them. */
  readonly readPlainly: () => Promise<unknown>;
}

export function openCheckSessions(checks: readonly Check[], runContext: RunContext, judge: (reply: Reply) => void): CheckSessions {
  const { wire, journey, campaigns, facts } = runContext;
  const send = openSend({ ...wire, judge });
  // Set-up calls of a campaign count against its budget too.
  const sendForCampaign: typeof send = (request) => send({ ...request, call: { ...request.call, campaign: true } });
  const unrecorded = openUnrecordedSend({ ...wire, judge, collectAccusations: createAccusationCollector(runContext.accusing ?? checks) });
  return {
    readPlainly: () => openSession(send, unrecorded, 'find the service', createEvidence()).after(journey.access.open),
    openContext: (check, evidence = createEvidence()) => ({
      ...openSession(isOfCampaign(check) ? sendForCampaign : send, unrecorded, check.id, evidence),
      journey,
      campaigns,
      facts,
      must: createMust(check.clause),
    }),
  };
}
