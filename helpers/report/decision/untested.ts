import type { Owner, Verdict } from '../../core/records/verdicts.ts';
import { ownerWords } from '../model/owners.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import { acceptanceWords } from '../model/acceptance-words.ts';
import type { OwnerGroup, UntestedGroup, Item } from './rows.ts';

interface Row extends Item {
  readonly owner: Owner | null;
  readonly reason: string;
  readonly accepted: string | null;
}

const lead: Readonly<Partial<Record<Verdict, string>>> = {
  blocked: 'not tested because ',
  untried: 'not tried: ',
  error: 'without a result, the suite failed: ',
  'not-applicable': 'not applicable: ',
};

/** Checks that judged nothing, and clauses that have no check. */
function rowsOf({ checks, clauses, binding }: VerdictFile): readonly Row[] {
  const outside = new Set(binding.cannotBeTried.map(({ clause }) => clause));
  const gaps = new Map(clauses.map((clause) => [clause.id, clause.gap]));
  const acceptedFor = (clause: string): string | null => {
    const gap = gaps.get(clause) ?? null;
    return gap === null ? null : acceptanceWords(gap);
  };
  const words = (verdict: Verdict, reason: string | null): string => `${lead[verdict] ?? ''}${reason ?? 'no reason given'}`;
  return [
    ...checks
      .filter(({ verdict }) => verdict in lead)
      .map(({ id, clause, verdict, reason, owner }) => ({
        id,
        check: id,
        owner,
        reason: words(verdict, reason),
        accepted: acceptedFor(clause),
      })),
    ...clauses
      .filter((clause) => clause.checks.length === 0 && !outside.has(clause.id))
      .map(({ id, verdict, reason, owner }) => ({ id, check: null, owner, reason: words(verdict, reason), accepted: acceptedFor(id) })),
  ];
}

const owners = [...(Object.keys(ownerWords) as Owner[]), null];

function groupsOf(rows: readonly Row[]): readonly UntestedGroup[] {
  return [...Map.groupBy(rows, ({ reason, accepted, check }) => `${check === null} ${reason}\n${accepted ?? ''}`).values()]
    .map((taken) => ({
      reason: taken[0]?.reason ?? '',
      accepted: taken[0]?.accepted ?? null,
      items: taken.map(({ id, check }) => ({ id, check })),
    }))
    .sort((one, other) => other.items.length - one.items.length);
}

/** What was not tested, by who has to move, the largest reason first. */
export function untestedByOwner(file: VerdictFile): readonly OwnerGroup[] {
  const byOwner = Map.groupBy(rowsOf(file), ({ owner }) => owner);
  return owners.flatMap((owner) => {
    const rows = byOwner.get(owner) ?? [];
    const words = owner === null ? 'nobody has to move' : ownerWords[owner];
    return rows.length === 0 ? [] : [{ owner, words, groups: groupsOf(rows) }];
  });
}
