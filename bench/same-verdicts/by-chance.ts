import type { Fields, Said } from './recorded.ts';

/** What the moment decides of a check, so that two runs of the same code differ in it. */
interface Chance {
  readonly services: readonly string[];
  /** Leaves out what is decided by it; the same fields when nothing is. */
  readonly leaveOut: (fields: Fields, id: string) => Fields;
}

const without =
  (...names: readonly string[]) =>
  (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const judgement = without('owner', 'cause', 'expected', 'received', 'reason', 'place', 'deviation', 'field', 'seen', 'facts');

const judgedQuietly: readonly unknown[] = ['pass', 'observed', 'not-applicable'];

/** A check that was met by the trouble is blocked by it, any other is judged. Who is accused of what stays, and every other cause. */
const unlessBlockedBy =
  (...causes: readonly unknown[]) =>
  (fields: Fields): Fields => {
    const { verdict = null, cause } = fields;
    const isEither = judgedQuietly.includes(verdict) || (verdict === 'blocked' && causes.includes(cause));
    return isEither ? { ...judgement(fields), verdict: `not accused, or blocked by ${causes.join(' or ')}` } : fields;
  };

/** Whose answer is the wrong one differs, so that one operation's check passes or fails; the check of all of them stays. */
const ofWhicheverOperation =
  (clause: string) =>
  (fields: Fields, id: string): Fields =>
    fields['clause'] !== clause || id.endsWith('-everywhere')
      ? without('seen', 'facts')(fields)
      : { ...judgement(fields), verdict: fields['verdict'] === 'fail' ? 'pass' : (fields['verdict'] ?? null) };

const chances: readonly Chance[] = [
  // Trouble comes with every so many answers, to whichever check has its turn just then.
  {
    services: ['variant gateway-502-at-times', 'variant too-many-requests', 'variant resets-at-times'],
    leaveOut: unlessBlockedBy('environment'),
  },
  // What was answered before the reset is judged; what comes after it is not, and a transfer on its way then is refused.
  { services: ['variant reset-in-between'], leaveOut: unlessBlockedBy('data-reset', 'funds-or-limits') },
  // How much somebody else spends between two looks.
  { services: ['variant used-elsewhere'], leaveOut: without('facts') },
  { services: ['fault one-answer-in-seven-without-a-content-type'], leaveOut: ofWhicheverOperation('ENVELOPE-MEDIA-TYPE') },
  { services: ['fault one-answer-in-seven-without-its-message'], leaveOut: ofWhicheverOperation('ENVELOPE-STATUS-MESSAGE') },
];

/** A check without what the moment decides of it, for the services where it does. */
export const byChance = (service: string, { kind, id, fields }: Said): Fields =>
  kind === 'check' ? (chances.find(({ services }) => services.includes(service))?.leaveOut(fields, id) ?? fields) : fields;
