import type { Exchange } from '../../core/exchange.ts';
import { collectReferences } from './references.ts';

/** `"ACTIVE" (text)` and `100.37` name a value that a call may have asked for; a description such as `text of digits` does not. */
export function findExpectedValue(expected: string | null): string | null {
  const [, quoted, number] = /^(?:"([^"]{2,})"|(-?\d+(?:\.\d+)?))(?: \([^()]*\))?$/.exec(expected ?? '') ?? [];
  return quoted ?? number ?? null;
}

const holds = ({ request, response }: Exchange, value: string): boolean =>
  request.body?.text.includes(value) === true || response?.body.text.includes(value) === true;

/** The call that asked for what is expected: about the same ids, or with the expected value. Null when none is. */
export function findAsking(deciding: Exchange, others: readonly Exchange[], value: string | null): Exchange | null {
  const known = new Set(collectReferences([deciding]).map((one) => one.value));
  const score = (one: Exchange): number =>
    (value !== null && holds(one, value) ? 2 : 0) + (collectReferences([one]).some((reference) => known.has(reference.value)) ? 1 : 0);
  const [best] = others
    .filter((one) => one.operation !== deciding.operation && one.operation !== 'TOKEN' && one.startedAt <= deciding.startedAt)
    .map((one) => ({ one, score: score(one) }))
    .filter((each) => each.score > 0)
    .toSorted((left, right) => right.score - left.score);
  return best?.one ?? null;
}
