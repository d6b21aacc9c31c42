import { createFactStore } from '../judge/facts/facts.ts';
import type { Reply } from '../judge/reply.ts';
import type { Check, PassiveCheck } from './check.ts';
import type { Accusation } from '../session/unrecorded-send.ts';

const nothingJudged: ReadonlySet<string> = new Set();

/** The reply with the broken fields only: accusations need no other field, and this saves time. */
function withFindingsOnly(reply: Reply): Reply {
  const { envelope, payload } = reply;
  return {
    ...reply,
    envelope: { judged: nothingJudged, findings: envelope.findings },
    payload: { judged: nothingJudged, findings: payload.findings },
  };
}

/** The passive checks of the operation, and those of any answer whose rule none of the first uses. Each list is built once. */
function createPassiveCheckLookup(checks: readonly Check[]): (reply: Reply) => readonly PassiveCheck[] {
  const passive = checks.filter((check) => check.kind === 'passive');
  const byOperation = Map.groupBy(passive, ({ operation }) => operation);
  const known = new Map<string, readonly PassiveCheck[]>();
  return ({ operation: { id } }) => {
    const found = known.get(id);
    if (found !== undefined) return found;
    const own = byOperation.get(id) ?? [];
    const rules = new Set(own.map(({ judge }) => judge));
    const all = [...own, ...(byOperation.get('ENVELOPE') ?? []).filter(({ judge }) => !rules.has(judge))];
    known.set(id, all);
    return all;
  };
}

/** Returns what passive checks would accuse the answer of. The checks do not count the answer. */
export function createAccusationCollector(checks: readonly Check[]): (reply: Reply) => readonly Accusation[] {
  const passive = createPassiveCheckLookup(checks);
  const nothingEstablished = createFactStore();
  return (reply) => {
    const read = withFindingsOnly(reply);
    // Only the record establishes facts, and this answer is not on it.
    const moment = nothingEstablished.momentOf(reply.exchange);
    const against: Accusation[] = [];
    for (const { clause, judge } of passive(reply)) {
      const judgement = judge(read, moment);
      if (judgement !== null && !judgement.held) against.push({ clause, judgement });
    }
    return against;
  };
}
