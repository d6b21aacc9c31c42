import { clauseById } from '../../specs/clauses.ts';
import { hardestVerdict } from '../core/records/verdicts.ts';
import type { Exchange } from '../core/exchange.ts';
import type { LedgerCall } from '../report/journal/ledger.ts';
import type { Journal } from '../report/journal/journal.ts';
import type { Check } from '../runner/check.ts';
import type { Outcome } from '../core/records/outcome.ts';
import {
  findRecordProblems,
  findSittingOrderProblems,
  isRequest,
  readExchangeNumber,
  problemUnless,
  type ConsistencyRule,
} from './sitting-consistency.ts';
import { byId } from '../core/by-id.ts';
import { findCauseProblems } from './cause-consistency.ts';
import { listParts } from './parts.ts';

/** Only an interrupted sitting may lack the records of its last calls. */
const mayLackRecords = ({ sittings }: Journal): boolean => sittings.some(({ ending }) => ending?.kind !== 'end');

const findTimeProblems: ConsistencyRule = ({ run, end, exchanges, outcomes }) => {
  const from = Date.parse(run.startedAt);
  const to = end === null ? Infinity : Date.parse(end.finishedAt);
  const outside = ({ startedAt }: { readonly startedAt: string }): boolean =>
    !(Date.parse(startedAt) >= from && Date.parse(startedAt) <= to);
  return [
    ...exchanges.filter((exchange) => isRequest(exchange) && outside(exchange)).map(({ id }) => `${id} was not made during the run`),
    ...outcomes.filter(outside).map(({ check }) => `${check} was not judged during the run`),
  ];
};

/** Requests that leave within this time may have times and numbers in different orders. */
const togetherMs = 1000;

/**
 * Requests leave in the order of their numbers. A call with an effect gets its number, is then written to the ledger, and leaves after that:
 * a slow disk may delay it, so calls with higher numbers may leave earlier.
 */
export function findRequestOrderProblems(
  { exchanges }: Pick<Journal, 'exchanges'>,
  calls: readonly Pick<LedgerCall, 'exchange'>[],
): readonly string[] {
  const inLedger = new Set(calls.map(({ exchange }) => exchange));
  const sorted = exchanges
    .filter((exchange) => isRequest(exchange) && exchange.kept !== true)
    .sort((one, other) => readExchangeNumber(one) - readExchangeNumber(other));
  const problems: string[] = [];
  let before: Exchange | undefined;
  for (const exchange of sorted) {
    const { id, startedAt } = exchange;
    if (before !== undefined && Date.parse(before.startedAt) > Date.parse(startedAt) + togetherMs)
      problems.push(`${id} left before ${before.id}, whose number is lower`);
    if (!inLedger.has(id)) before = exchange;
  }
  return problems;
}

const findOrderProblems: ConsistencyRule = (journal, calls) =>
  listParts(journal).flatMap(({ exchanges }) => findRequestOrderProblems({ exchanges }, calls));

const findEvidenceProblems: ConsistencyRule = (journal) => {
  const { exchanges, outcomes, judged } = journal;
  const recorded = new Set(exchanges.map(({ id }) => id));
  return [
    ...outcomes.flatMap(({ check, evidence }) =>
      evidence.filter((id) => !recorded.has(id)).map((id) => `${check} rests on ${id}, which is not recorded`),
    ),
    ...(mayLackRecords(journal) ? [] : judged.filter(({ exchange }) => !recorded.has(exchange))).map(
      ({ exchange }) => `${exchange} was judged, but is not recorded`,
    ),
  ];
};

const quotesBothSides = ({ expected, received }: Outcome): boolean => expected !== null && received !== null;
const isSilent = ({ expected, received, cause, owner }: Outcome): boolean =>
  [expected, received, cause, owner].every((each) => each === null);

/** The form that every run gives to a verdict; another form is an edit. */
const formTestByVerdict: Readonly<Partial<Record<Outcome['verdict'], (outcome: Outcome) => boolean>>> = {
  pass: (outcome) => isSilent(outcome) && outcome.reason === null && outcome.seen === null,
  fail: (outcome) => quotesBothSides(outcome) && outcome.owner === 'service',
  warn: (outcome) => quotesBothSides(outcome) && outcome.owner === 'specification',
  blocked: ({ cause, owner, reason }) => cause !== null && owner !== null && reason !== null,
  untried: ({ owner, reason }) => owner !== null && reason !== null,
  'not-applicable': (outcome) => isSilent(outcome) && outcome.reason !== null,
  waived: () => false,
};

const findFormProblems: ConsistencyRule = ({ outcomes }) =>
  outcomes.flatMap((outcome) =>
    problemUnless(
      formTestByVerdict[outcome.verdict]?.(outcome) ?? true,
      `${outcome.check} does not have the form that a run gives to ${outcome.verdict}`,
    ),
  );

/** A finished run has exactly one outcome for each planned check. */
const findMiscounted: ConsistencyRule = ({ plan, outcomes, end }) => {
  const times = Map.groupBy(outcomes, ({ check }) => check);
  const miscounted = end === null ? [] : plan.filter(({ id }) => times.get(id)?.length !== 1);
  return miscounted.map(({ id }) => `${id} has ${times.get(id)?.length ?? 0} outcomes instead of one`);
};

const consistencyRules: readonly ConsistencyRule[] = [
  findMiscounted,
  findRecordProblems,
  findSittingOrderProblems,
  findTimeProblems,
  findOrderProblems,
  findEvidenceProblems,
  findFormProblems,
  findCauseProblems,
];

export const findInconsistencies = (journal: Journal, calls: readonly LedgerCall[]): readonly string[] =>
  consistencyRules.flatMap((rule) => rule(journal, calls));

/** The ledger numbers the calls of a campaign separately. */
const isUnrecorded = ({ exchange }: LedgerCall): boolean => exchange.startsWith('q');

/** Every call in the ledger must be recorded as an exchange; an interrupted run may lack its last ones. */
export function findUnrecordedCalls(journal: Journal, calls: readonly LedgerCall[]): readonly string[] {
  const { run, end, exchanges } = journal;
  const exchangeById = byId(exchanges);
  const own = end === null ? [] : calls.filter((call) => call.run === run.id && call.state !== 'not-sent' && !isUnrecorded(call));
  return own
    .filter(({ exchange }) => exchangeById.has(exchange) || !mayLackRecords(journal))
    .filter(
      ({ exchange, operation, method }) =>
        exchangeById.get(exchange)?.operation !== operation || exchangeById.get(exchange)?.request.method !== method,
    )
    .map(({ exchange }) => `the call ${exchange} of the ledger is not recorded so`);
}

const hardnessByVerdict: Readonly<Record<string, number>> = { observed: 0, warn: 1, fail: 2 };

export function findPlanDifferences(journal: Journal, checks: readonly Check[]): readonly string[] {
  const recorded = byId(journal.plan);
  const own = new Set<string>(checks.map(({ id }) => id));
  const verdicts = new Map(journal.outcomes.map(({ check, verdict }) => [check, verdict]));
  return [
    ...checks.filter(({ id }) => !recorded.has(id)).map(({ id }) => `${id}: this release checks it, but the run did not`),
    ...journal.plan.filter(({ id }) => !own.has(id)).map(({ id }) => `${id}: the run checked it, but this release does not`),
    ...checks.flatMap(({ id, clause, title, hardest }) => {
      const planned = recorded.get(id);
      const verdict = verdicts.get(id) ?? 'pass';
      const limit = hardest ?? hardestVerdict[clauseById(clause).certainty];
      return [
        ...problemUnless(
          planned === undefined || (planned.clause === clause && planned.title === title),
          `${id}: it differs from the check of this release`,
        ),
        ...problemUnless(
          (hardnessByVerdict[verdict] ?? 0) <= (hardnessByVerdict[limit] ?? 2),
          `${id}: ${verdict} is recorded, but this release allows at most ${limit}`,
        ),
      ];
    }),
  ];
}
