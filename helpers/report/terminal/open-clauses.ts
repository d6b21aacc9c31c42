import { checksWithVerdict, groupByReason, type ReasonGroup } from '../model/groups.ts';
import { gravestFirst } from '../model/risk.ts';
import type { NotJudged, VerdictFile } from '../model/verdict-file.ts';

/** The binding clauses that are not judged, gravest first. After an interruption, and on PROD, they are too many to be news. */
export function findOpenClauses({ run, clauses, binding }: VerdictFile): readonly NotJudged[] {
  if (run.interrupted || run.target === 'prod') return [];
  const broken = new Set(clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id));
  const open = binding.notJudged.filter(({ clause, accepted }) => !accepted && !broken.has(clause));
  return gravestFirst(open, ({ clause }) => clause);
}

/** As `verdict.json` names the causes. */
const nameBlockedReasons = (file: VerdictFile): ReadonlyMap<string, string> =>
  new Map(checksWithVerdict(file, 'blocked').flatMap(({ cause, reason }) => (reason === null ? [] : [[reason, cause ?? reason]])));

/** Those that something before them keeps open, by its cause. */
export function findOpenByCause(file: VerdictFile): ReadonlyMap<string, readonly string[]> {
  const causes = nameBlockedReasons(file);
  const groups = Map.groupBy(findOpenClauses(file), ({ reason }) => causes.get(reason) ?? '');
  return new Map([...groups].map(([cause, open]) => [cause, open.map(({ clause }) => clause)]));
}

/** The others, by what they wait for. */
export function groupOpen(file: VerdictFile): readonly ReasonGroup[] {
  const causes = nameBlockedReasons(file);
  const open = findOpenClauses(file).filter(({ reason }) => !causes.has(reason));
  return groupByReason(open.map(({ clause, reason, owner }) => ({ id: clause, reason, owner })));
}
