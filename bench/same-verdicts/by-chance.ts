import type { StatementFields, Statement } from './recorded.ts';

/** What the moment decides of a check, so that two runs of the same code differ in it. */
interface ChanceRule {
  readonly services: readonly string[];
  /** Leaves out what is decided by it; the same fields when nothing is. */
  readonly leaveOut: (fields: StatementFields, id: string) => StatementFields;
}

const omitFields =
  (...names: readonly string[]) =>
  (fields: StatementFields): StatementFields =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const omitJudgement = omitFields('owner', 'cause', 'expected', 'received', 'reason', 'place', 'deviation', 'field', 'seen', 'facts');

const unaccusedVerdicts: readonly unknown[] = ['pass', 'observed', 'not-applicable'];

/** A check that was met by the trouble is blocked by it, any other is judged. Who is accused of what stays, and every other cause. */
const allowBlockedBy =
  (...causes: readonly unknown[]) =>
  (fields: StatementFields): StatementFields => {
    const { verdict = null, cause } = fields;
    const isEither = unaccusedVerdicts.includes(verdict) || (verdict === 'blocked' && causes.includes(cause));
    return isEither ? { ...omitJudgement(fields), verdict: `not accused, or blocked by ${causes.join(' or ')}` } : fields;
  };

/** Whose answer is the wrong one differs, so that one operation's check passes or fails; the check of all of them stays. */
const ignoreWhichOperation =
  (clause: string) =>
  (fields: StatementFields, id: string): StatementFields =>
    fields['clause'] !== clause || id.endsWith('-everywhere')
      ? omitFields('seen', 'facts')(fields)
      : { ...omitJudgement(fields), verdict: fields['verdict'] === 'fail' ? 'pass' : (fields['verdict'] ?? null) };

const chanceRules: readonly ChanceRule[] = [
  // Trouble comes with every so many answers, to whichever check has its turn just then.
  {
    services: ['variant gateway-502-at-times', 'variant too-many-requests', 'variant resets-at-times'],
    leaveOut: allowBlockedBy('environment'),
  },
  // What was answered before the reset is judged; what comes after it is not, and a transfer on its way then is refused.
  { services: ['variant reset-in-between'], leaveOut: allowBlockedBy('data-reset', 'funds-or-limits') },
  // How much somebody else spends between two looks.
  { services: ['variant used-elsewhere'], leaveOut: omitFields('facts') },
  { services: ['fault one-answer-in-seven-without-a-content-type'], leaveOut: ignoreWhichOperation('ENVELOPE-MEDIA-TYPE') },
  { services: ['fault one-answer-in-seven-without-its-message'], leaveOut: ignoreWhichOperation('ENVELOPE-STATUS-MESSAGE') },
];

/** A check without what the moment decides of it, for the services where it does. */
export const omitChance = (service: string, { kind, id, fields }: Statement): StatementFields =>
  kind === 'check' ? (chanceRules.find(({ services }) => services.includes(service))?.leaveOut(fields, id) ?? fields) : fields;
