import type { Reply } from '../judge/reply.ts';
import type { Check } from './check.ts';
import type { Accusation } from './quiet.ts';

/** What passive checks have against an answer, without any of them hearing of it. */
export function weighing(checks: readonly Check[]): (reply: Reply) => readonly Accusation[] {
  const passive = checks.filter((check) => check.kind === 'passive');
  const byOperation = Map.groupBy(passive, ({ operation }) => operation);
  return (reply) =>
    [...(byOperation.get(reply.operation.id) ?? []), ...(byOperation.get('ENVELOPE') ?? [])].flatMap(({ clause, judge }) => {
      const judgement = judge(reply);
      return judgement === null || judgement.held ? [] : [{ clause, judgement }];
    });
}
