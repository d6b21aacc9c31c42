import { Stage, Status, type StepResult } from 'allure-js-commons';
import type { Exchange } from '../../core/exchange.ts';
import { toOneLine, toVisibleLines } from '../../core/text.ts';
import { formatSubject } from '../model/groups.ts';
import type { VerdictCheck } from '../model/verdict-file.ts';
import { pickAttachedIds } from '../evidence/attached.ts';
import { buildAttachment } from './exchange.ts';

type Judged = Pick<VerdictCheck, 'verdict' | 'evidence' | 'seen'>;

/** `3 of 5`: the evidence begins with the three exchanges that deviate. Without it the first attached exchange decides. */
export function findFailingIds(check: Judged): ReadonlySet<string> {
  if (check.verdict !== 'fail') return new Set();
  const count = check.seen === null ? 1 : Math.max(1, Number.parseInt(check.seen, 10) || 1);
  return new Set(pickAttachedIds(check).slice(0, count));
}

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
  const shown = pickAttachedIds(check).flatMap((id) => exchanges.get(id) ?? []);
  const inOrder = shown.toSorted((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt));
  return inOrder.map((exchange): StepResult => {
    const start = Date.parse(exchange.startedAt);
    return {
      name: toOneLine(formatStepName(exchange)),
      status: failing.has(exchange.id) ? Status.FAILED : Status.PASSED,
      stage: Stage.FINISHED,
      statusDetails: failing.has(exchange.id)
        ? { message: toVisibleLines(`expected ${check.expected ?? ''}\nreceived ${check.received ?? ''}`) }
        : {},
      start,
      stop: start + Math.round(exchange.durationMs),
      attachments: [buildAttachment(exchange, check, codes.get(exchange.id))],
      parameters: [],
      steps: [],
    };
  });
}
