import type { Owner } from '../../core/records/verdicts.ts';
import { pluralize } from '../../core/text.ts';
import { checksWithVerdict } from '../model/groups.ts';
import type { NotJudged, VerdictFile } from '../model/verdict-file.ts';
import { findBlockedClauses } from './coverage.ts';
import { joinSpareReasons } from './missing-spares.ts';
import { shortenCause } from './shorten-cause.ts';

/** What keeps a run from a verdict, in the words of a headline. */
export interface Incompleteness {
  readonly count: string;
  readonly cause: string;
  readonly owners: readonly (Owner | null)[];
}

const findOpen = ({ binding }: VerdictFile): readonly NotJudged[] => binding.notJudged.filter(({ accepted }) => !accepted);

/** Certification needs every clause. Any other run lacks its verdict because of what is blocked alone. */
function findDeciding(file: VerdictFile): readonly NotJudged[] {
  const open = findOpen(file);
  const blocked = new Set(findBlockedClauses(file));
  if (blocked.size === 0 || (file.run.profile === 'certification' && file.run.target !== 'prod')) return open;
  return open.filter(({ clause }) => blocked.has(clause));
}

/** `OP11-SERVED` stays; `otp-source` reads "OTP source". */
const formatCause = (cause: string): string =>
  /^[a-z-]+$/.test(cause) ? cause.replaceAll('-', ' ').replaceAll(/\b(?:otp|mpin)\b/g, (word) => word.toUpperCase()) : cause;

/** A failed step has a name, which many reasons share. */
function nameCauses(file: VerdictFile): ReadonlyMap<string, string> {
  const blocked = checksWithVerdict(file, 'blocked');
  return new Map(blocked.flatMap(({ reason, cause }) => (reason === null || cause === null ? [] : [[reason, formatCause(cause)]])));
}

/** Counts open clauses only, without those accepted in writing. Largest first. */
export function describeIncompleteness(file: VerdictFile): Incompleteness {
  const named = nameCauses(file);
  const deciding = findDeciding(file);
  const groups = Map.groupBy(deciding, ({ reason }) => named.get(reason) ?? reason);
  const largest = [...groups].toSorted(([, one], [, other]) => other.length - one.length);
  const names = joinSpareReasons(
    largest.map(([name]) => name),
    file,
  );
  const more = names.length > 1 ? ` and ${pluralize(names.length - 1, 'other')}` : '';
  const open = findOpen(file).length;
  const blocked = findBlockedClauses(file).length;
  const causes = `${pluralize(names.length, 'cause')}: ${shortenCause(names[0] ?? '', more !== '')}${more}`;
  return {
    count: `${pluralize(open, 'binding clause')} not judged${blocked === 0 || blocked === open ? '' : `, ${blocked} of them blocked`}`,
    // Without these causes the other clauses are still open.
    cause: deciding.length < open ? `blocked by ${causes}` : causes,
    owners: largest.flatMap(([, own]) => own.map(({ owner }) => owner)),
  };
}
