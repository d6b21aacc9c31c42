import type { Clause } from '../../../specs/clause.ts';
import type { RunHeader } from '../../core/records/journal-lines.ts';
import { parseSignedName } from '../model/signature.ts';
import type { Acceptance, Clarification, WaiversFile } from '../model/acceptances.ts';

type WaivedRun = Pick<RunHeader, 'target' | 'hosts' | 'startedAt'>;

const noticeDays = 14;

const toDay = (moment: string): string => moment.slice(0, 10);

const isForTarget = (target: string, { target: kind, hosts }: WaivedRun): boolean =>
  target === kind || hosts.some((host) => host === target || host.replace(/:\d+$/, '') === target);

const isExpired = ({ expires }: Acceptance, { startedAt }: WaivedRun): boolean => expires < toDay(startedAt);

interface Entry {
  readonly one: Acceptance;
  readonly kind: 'waiver' | 'gap';
  readonly clause: Clause | undefined;
  readonly occasion: WaivedRun;
}

/** Null when the entry fits. */
type AcceptanceRule = (entry: Entry) => string | null;

export const isNeverWaived = ({ guards, safety }: Clause): boolean => guards !== undefined || safety === true;

const acceptanceRules: readonly AcceptanceRule[] = [
  ({ clause }) => (clause === undefined ? 'there is no such clause; the command clauses lists all' : null),
  ({ one, occasion }) =>
    isForTarget(one.target, occasion)
      ? null
      : `it is for ${one.target}, but this run is on ${occasion.target} at ${occasion.hosts.join(', ')}`,
  ({ one, occasion }) => (isExpired(one, occasion) ? `it expired on ${one.expires}; renew or remove it` : null),
  ({ kind, clause }) =>
    kind === 'waiver' && clause !== undefined && isNeverWaived(clause)
      ? 'its clause guards money, consent or secrets and cannot be waived; remove it'
      : null,
  ({ one, kind }) => {
    const strange = one.signatures.find(
      (each) =>
        parseSignedName(each)
          .split('~', kind === 'waiver' ? 1 : 2)
          .join('~') !== one.clause,
    );
    return strange === undefined ? null : `the signature ${strange} belongs to another clause`;
  },
];

const formatProblem = (kind: string, clause: string, about: string): string => `${kind} of ${clause}: ${about}`;

function findProblems(kind: Entry['kind'], one: Acceptance, clauses: readonly Clause[], occasion: WaivedRun): string[] {
  const entry = { one, kind, clause: clauses.find(({ id }) => id === one.clause), occasion };
  return acceptanceRules.flatMap((rule) => rule(entry) ?? []).map((about) => formatProblem(kind, one.clause, about));
}

export function filterInForce(
  file: WaiversFile,
  clauses: readonly Clause[],
  occasion: WaivedRun,
): Required<Pick<WaiversFile, 'waivers' | 'gaps'>> {
  const { waivers = [], gaps = [] } = file;
  return {
    waivers: waivers.filter((one) => findProblems('waiver', one, clauses, occasion).length === 0),
    gaps: gaps.filter((one) => findProblems('gap', one, clauses, occasion).length === 0),
  };
}

/** A clause that the specification states or implies needs no answer. */
function findClarificationProblem(
  { clause: id, date }: Clarification,
  clause: Clause | undefined,
  { startedAt }: WaivedRun,
): string | null {
  if (clause === undefined) return formatProblem('clarification', id, 'there is no such clause; the command clauses lists all');
  if (clause.certainty === 'stated' || clause.certainty === 'implied')
    return formatProblem(
      'clarification',
      id,
      `its clause is ${clause.certainty}: an answer settles only what the specification leaves open`,
    );
  return date > toDay(startedAt) ? formatProblem('clarification', id, `its date ${date} is in the future`) : null;
}

/** Problems that do not depend on what a run finds. */
export function findRuleProblems(file: WaiversFile, clauses: readonly Clause[], occasion: WaivedRun): readonly string[] {
  const { waivers = [], gaps = [], clarifications = [] } = file;
  const findClause = (id: string): Clause | undefined => clauses.find((clause) => clause.id === id);
  return [
    ...waivers.flatMap((one) => findProblems('waiver', one, clauses, occasion)),
    ...gaps.flatMap((one) => findProblems('gap', one, clauses, occasion)),
    ...clarifications.flatMap((one) => findClarificationProblem(one, findClause(one.clause), occasion) ?? []),
  ];
}

/** Waivers and gaps that end within fourteen days. */
export function describeExpiring(all: readonly Acceptance[], { startedAt }: WaivedRun): readonly string[] {
  const notice = new Date(Date.parse(toDay(startedAt)) + noticeDays * 86_400_000).toISOString();
  return all
    .filter(({ expires }) => expires <= toDay(notice))
    .map(({ clause, expires, owner, ticket }) => `the acceptance of ${clause} ends on ${expires} (${owner}, ${ticket})`);
}
