import type { StatementFields, Statement } from './recorded.ts';

/** What differs by chance between two runs of the same code. */
interface ChanceRule {
  readonly services: readonly string[];
  /** Omits what chance decides, or returns the same fields. */
  readonly leaveOut: (fields: StatementFields, id: string) => StatementFields;
}

const omitFields =
  (...names: readonly string[]) =>
  (fields: StatementFields): StatementFields =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const omitJudgement = omitFields('owner', 'cause', 'expected', 'received', 'reason', 'place', 'deviation', 'field', 'seen', 'facts');

const unaccusedVerdicts: readonly unknown[] = ['pass', 'observed', 'not-applicable'];

/** A check that meets the trouble is blocked by it, and any other check is judged. Accusations and other causes stay. */
const allowBlockedBy =
  (...causes: readonly unknown[]) =>
  (fields: StatementFields): StatementFields => {
    const { verdict = null, cause } = fields;
    const isEither = unaccusedVerdicts.includes(verdict) || (verdict === 'blocked' && causes.includes(cause));
    return isEither ? { ...omitJudgement(fields), verdict: `not accused, or blocked by ${causes.join(' or ')}` } : fields;
  };

/** The wrong answer meets another operation in each run. The check over all operations stays. */
const ignoreWhichOperation =
  (clause: string) =>
  (fields: StatementFields, id: string): StatementFields =>
    fields['clause'] !== clause || id.endsWith('-everywhere')
      ? omitFields('seen', 'facts')(fields)
      : { ...omitJudgement(fields), verdict: fields['verdict'] === 'fail' ? 'pass' : (fields['verdict'] ?? null) };

const chanceRules: readonly ChanceRule[] = [
  // Trouble comes with every nth answer, whichever check receives that answer.
  {
    services: ['variant gateway-502-at-times', 'variant too-many-requests', 'variant resets-at-times'],
    leaveOut: allowBlockedBy('environment'),
  },
  // Answers before the reset are judged, and later ones are not. A transfer under way is then refused.
  { services: ['variant reset-in-between'], leaveOut: allowBlockedBy('data-reset', 'funds-or-limits') },
  // Another user spends a different amount between two reads.
  { services: ['variant used-elsewhere'], leaveOut: omitFields('facts') },
  { services: ['fault one-answer-in-seven-without-a-content-type'], leaveOut: ignoreWhichOperation('ENVELOPE-MEDIA-TYPE') },
  { services: ['fault one-answer-in-seven-without-its-message'], leaveOut: ignoreWhichOperation('ENVELOPE-STATUS-MESSAGE') },
];

export const omitChance = (service: string, { kind, id, fields }: Statement): StatementFields =>
  kind === 'check' ? (chanceRules.find(({ services }) => services.includes(service))?.leaveOut(fields, id) ?? fields) : fields;
