import { Stage, Status, type StepResult } from 'allure-js-commons';
import type { Exchange } from '../../core/exchange.ts';
import { toOneLine, toVisibleLines } from '../../core/text.ts';
import { formatSubject } from '../model/groups.ts';
import type { VerdictCheck } from '../model/verdict-file.ts';
import { countBreakingIds, pickAttachedIds } from '../evidence/attached.ts';
import { buildAttachment } from './exchange.ts';

/** What established the expected value stands beside them, and is no failure. */
export const findFailingIds = (check: Pick<VerdictCheck, 'verdict' | 'evidence' | 'seen'>): ReadonlySet<string> =>
  new Set(check.verdict === 'fail' ? pickAttachedIds(check).slice(0, countBreakingIds(check)) : []);

const describeAnswer = ({ response, trouble }: Exchange): string => `${response?.status ?? trouble?.kind ?? 'no answer'}`;

/** `OP-9 Request a fund transfer · 200` */
const formatStepName = (exchange: Exchange): string =>
  `${exchange.operation === null ? exchange.purpose : formatSubject(exchange.operation)} · ${describeAnswer(exchange)}`;

export function buildSteps(
  check: VerdictCheck,
  exchanges: ReadonlyMap<string, Exchange>,
  codes: ReadonlyMap<string, string>,
): readonly StepResult[] {
  const failing = findFailingIds(check);
  const [first] = check.evidence;
  // A check of every answer tells what was expected and received of the first one that breaks the clause.
  const describeFailure = (id: string): string =>
    check.seen === null || id === first
      ? `expected ${check.expected ?? ''}\nreceived ${check.received ?? ''}`
      : 'this answer breaks the clause as well';
  const shown = pickAttachedIds(check).flatMap((id) => exchanges.get(id) ?? []);
  const inOrder = shown.toSorted((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt));
  return inOrder.map((exchange): StepResult => {
    const start = Date.parse(exchange.startedAt);
    return {
      name: toOneLine(formatStepName(exchange)),
      status: failing.has(exchange.id) ? Status.FAILED : Status.PASSED,
      stage: Stage.FINISHED,
      statusDetails: failing.has(exchange.id) ? { message: toVisibleLines(describeFailure(exchange.id)) } : {},
      start,
      stop: start + Math.round(exchange.durationMs),
      attachments: [buildAttachment(exchange, check, codes.get(exchange.id))],
      parameters: [],
      steps: [],
    };
  });
}
