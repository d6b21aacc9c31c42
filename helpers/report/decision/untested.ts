import type { Area } from '../../core/records/outcome.ts';
import type { Owner, Verdict } from '../../core/records/verdicts.ts';
import { pluralize } from '../../core/text.ts';
import { countChecks } from '../model/count-checks.ts';
import { findOpenFollowers, findUncheckedClauses } from '../model/groups.ts';
import { actionByOwner, describeAction, findAction } from '../model/owners.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import { describeAcceptance } from '../model/describe-acceptance.ts';
import type { OwnerGroup, UntestedGroup, Item } from './rows.ts';

interface Row extends Item {
  /** Null for a clause without a check. */
  readonly area: Area | null;
  readonly owner: Owner | null;
  /** As recorded. */
  readonly why: string | null;
  readonly reason: string;
  readonly accepted: string | null;
}

const leadByVerdict: Readonly<Partial<Record<Verdict, string>>> = {
  blocked: 'not tested because ',
  untried: 'not tried: ',
  error: 'without a result, the suite failed: ',
  'not-applicable': 'not applicable: ',
};

function collectUntested(file: VerdictFile): readonly Row[] {
  const { checks, clauses } = file;
  const gaps = new Map(clauses.map((clause) => [clause.id, clause.gap]));
  const acceptedFor = (clause: string): string | null => {
    const gap = gaps.get(clause) ?? null;
    return gap === null ? null : describeAcceptance(gap);
  };
  const words = (verdict: Verdict, reason: string | null): string => `${leadByVerdict[verdict] ?? ''}${reason ?? 'no reason given'}`;
  return [
    ...checks
      .filter(({ verdict }) => verdict in leadByVerdict)
      .map(({ id, area, clause, verdict, reason, owner }) => ({
        id,
        check: id,
        area,
        owner,
        why: reason,
        reason: words(verdict, reason),
        accepted: acceptedFor(clause),
      })),
    ...[...findUncheckedClauses(file), ...findOpenFollowers(file)].map(({ id, verdict, reason, owner }) => ({
      id,
      check: null,
      area: null,
      owner,
      why: reason,
      reason: words(verdict, reason),
      accepted: acceptedFor(id),
    })),
  ];
}

function describeRows(rows: readonly Row[]): string {
  const checks = rows.flatMap(({ area }) => (area === null ? [] : [{ area }]));
  return checks.length === 0 ? pluralize(rows.length, 'clause') : countChecks(checks);
}

function groupUntested(rows: readonly Row[]): readonly UntestedGroup[] {
  return [...Map.groupBy(rows, ({ reason, accepted, check }) => `${check === null} ${reason}\n${accepted ?? ''}`).values()]
    .map((taken) => ({
      what: describeRows(taken),
      reason: taken[0]?.reason ?? '',
      accepted: taken[0]?.accepted ?? null,
      items: taken.map(({ id, check }) => ({ id, check })),
    }))
    .sort((one, other) => other.items.length - one.items.length);
}

const isOwner = (name: string): name is Owner => Object.hasOwn(actionByOwner, name);
const ownerOrder = [...Object.keys(actionByOwner).filter(isOwner), null];

/** Some reasons need no action, although they have an owner. */
const nameGroup = ({ owner, why }: Row): string => findAction(owner, why) ?? '';

/** The largest reason of each owner comes first. */
export function groupUntestedByOwner(file: VerdictFile): readonly OwnerGroup[] {
  const byOwner = Map.groupBy(collectUntested(file), ({ owner }) => owner);
  return ownerOrder.flatMap((owner) =>
    [...Map.groupBy(byOwner.get(owner) ?? [], nameGroup)].map(([action, rows]) => ({
      owner,
      words: describeAction(action === '' ? null : action)[0] ?? 'no action is needed',
      groups: groupUntested(rows),
    })),
  );
}
