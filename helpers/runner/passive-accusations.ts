import type { Reply } from '../judge/reply.ts';
import type { Check, PassiveCheck } from './check.ts';
import type { Accusation } from '../session/unrecorded-send.ts';

const nothingJudged: ReadonlySet<string> = new Set();

/** As schemas find it broken: what they could judge besides need not be looked for, since only breaches are told. */
function withFindingsOnly(reply: Reply): Reply {
  const { envelope, payload } = reply;
  return {
    ...reply,
    envelope: { judged: nothingJudged, findings: envelope.findings },
    payload: { judged: nothingJudged, findings: payload.findings },
  };
}

/** Those of the operation, and those of any answer that do not judge by the same rule; looked up once. */
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

/** What passive checks have against an answer, without any of them hearing of it. */
export function createAccusationCollector(checks: readonly Check[]): (reply: Reply) => readonly Accusation[] {
  const passive = createPassiveCheckLookup(checks);
  return (reply) => {
    const read = withFindingsOnly(reply);
    const against: Accusation[] = [];
    for (const { clause, judge } of passive(reply)) {
      const judgement = judge(read);
      if (judgement !== null && !judgement.held) against.push({ clause, judgement });
    }
    return against;
  };
}
