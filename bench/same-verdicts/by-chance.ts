import type { Fields, Said } from './recorded.ts';

/** What the moment decides of a check, so that two runs of the same code differ in it. */
interface Chance {
  readonly services: readonly string[];
  /** Leaves out what is decided by it; the same fields when nothing is. */
  readonly leaveOut: (fields: Fields) => Fields;
}

const without =
  (...names: readonly string[]) =>
  (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const judgedQuietly: readonly unknown[] = ['pass', 'observed', 'not-applicable'];

const judgement = without('owner', 'cause', 'expected', 'received', 'reason', 'place', 'deviation', 'field', 'seen', 'facts');

/** A check that was met by the trouble is blocked by it, any other is judged. Who is accused of what stays, and every other cause. */
const unlessBlockedBy =
  (cause: string) =>
  (fields: Fields): Fields => {
    const { verdict = null } = fields;
    const isEither = judgedQuietly.includes(verdict) || (verdict === 'blocked' && fields['cause'] === cause);
    return isEither ? { ...judgement(fields), verdict: `not accused, or blocked by ${cause}` } : fields;
  };

const chances: readonly Chance[] = [
  // Trouble comes with every so many answers, to whichever check has its turn just then.
  {
    services: ['variant gateway-502-at-times', 'variant too-many-requests', 'variant resets-at-times'],
    leaveOut: unlessBlockedBy('environment'),
  },
  // What was answered before the reset is judged, what comes after it is not.
  { services: ['variant reset-in-between'], leaveOut: unlessBlockedBy('data-reset') },
  // One answer in seven is wrong: whose, and how many of one check's, differs.
  {
    services: ['fault one-answer-in-seven-without-a-content-type', 'fault one-answer-in-seven-without-its-message'],
    leaveOut: without('seen', 'facts'),
  },
];

/** A check without what the moment decides of it, for the services where it does. */
export const byChance = (service: string, { kind, fields }: Said): Fields =>
  kind === 'check' ? (chances.find(({ services }) => services.includes(service))?.leaveOut(fields) ?? fields) : fields;
