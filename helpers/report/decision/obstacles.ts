import { collectBrokenRows } from '../model/check-row.ts';
import type { RunVerdict, VerdictClause, VerdictFile } from '../model/verdict-file.ts';
import { byId } from '../../core/by-id.ts';
import type { Owner } from '../../core/records/verdicts.ts';
import { findAction } from '../model/owners.ts';
import { toCardPath } from '../cards/card-path.ts';
import { toMapAddress } from '../model/file-names.ts';
import { gravestFirst } from '../model/risk.ts';
import type { Obstacle } from './rows.ts';
import { describeClaim } from '../verdict/claim.ts';
import { findConditions, type Condition } from '../verdict/signable.ts';

const nameMover = (owner: Owner | null, reason: string | null): string => findAction(owner, reason) ?? 'nobody';

function collectBroken(file: VerdictFile): readonly Obstacle[] {
  const owners = byId(file.checks);
  return collectBrokenRows(file).map(({ id, clause, sentence, ...row }, index) => ({
    clause,
    sentence: sentence ?? clause,
    state: 'broken' as const,
    reason: `${describeClaim(row)} Check: ${row.title}`,
    mover: nameMover(owners.get(id)?.owner ?? null, null),
    address: `${toCardPath(clause, index)}.html`,
  }));
}

const toOpenRow = (clause: string, known: VerdictClause | undefined, reason: string, mover: string): Obstacle => ({
  clause,
  sentence: known?.text ?? clause,
  state: 'not judged',
  reason,
  mover,
  address: known === undefined ? null : toMapAddress(clause),
});

function collectOpen({ run, clauses, binding }: VerdictFile, broken: ReadonlySet<string | null>): readonly Obstacle[] {
  const known = byId(clauses);
  const open = binding.notJudged.filter(({ accepted, clause }) => !accepted && !broken.has(clause));
  const listed = new Set(binding.notJudged.map(({ clause }) => clause));
  const rows = [
    ...open.map(({ clause, reason, owner }) => toOpenRow(clause, known.get(clause), reason, nameMover(owner, reason))),
    ...clauses
      // An error of the suite counts against the run even where the clause is not binding.
      .filter(({ id, verdict }) => !run.interrupted && verdict === 'error' && !listed.has(id))
      .map((clause) => toOpenRow(clause.id, clause, clause.reason ?? 'no reason given', nameMover(clause.owner, clause.reason))),
  ];
  return gravestFirst(rows, ({ clause }) => clause ?? '');
}

const toConditionRow = ({ words, mover }: Condition): Obstacle => ({
  clause: null,
  sentence: words,
  state: 'not met',
  reason: words,
  mover,
  address: null,
});

/** Verdicts whose clauses or waivers are listed one by one, and those of a selection, which is listed itself. */
const explained: readonly RunVerdict[] = [
  'non-conformant',
  'incomplete',
  'judged-in-part',
  'unfit-waivers',
  'conformant-selection',
  'conformant-with-deviations-selection',
];

/** Everything that stands against a signature, by clause where there is one; empty exactly when the run may be signed. */
export function collectObstacles(file: VerdictFile): readonly Obstacle[] {
  const broken = collectBroken(file);
  const conditions = findConditions(file);
  const own = conditions.filter(({ about }) => about === 'run').map(toConditionRow);
  const open = conditions.length === 0 ? [] : collectOpen(file, new Set(broken.map(({ clause }) => clause)));
  const listed = [...broken, ...own, ...open];
  const isExplained = file.run.interrupted || explained.includes(file.verdict);
  const verdict =
    isExplained && listed.length > 0 && file.run.target !== 'prod'
      ? []
      : conditions.filter(({ about }) => about === 'verdict').map(toConditionRow);
  return [...broken, ...verdict, ...own, ...open];
}
