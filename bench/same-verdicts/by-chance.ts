import type { Fields, Said } from './recorded.ts';

/** Services where the moment decides which checks come to a judgement, and why it does. */
const chancy: ReadonlyMap<string, string> = new Map([
  ['variant reset-in-between', 'a check that was answered before the reset is judged, any other is blocked by it'],
]);

const accusing: readonly unknown[] = ['fail', 'warn', 'error'];

/** Of such a service it is the same who is accused, and of what; how a check ended that accuses nobody is not compared. */
export function byChance(service: string, { kind, fields }: Said): Fields {
  if (!chancy.has(service) || kind !== 'check' || accusing.includes(fields['verdict'])) return fields;
  const { clause = null, operation = null } = fields;
  return { clause, operation, verdict: '(accuses nobody)' };
}
