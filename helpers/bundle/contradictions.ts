import { clauseById, isClauseId } from '../../specs/clauses.ts';
import type { Reply } from '../judge/reply.ts';
import type { Journal } from '../report/journal/journal.ts';
import { wasInterrupted } from '../report/journal/sittings.ts';
import { selectSittingExchanges } from '../report/verdict/totals.ts';
import { maskText } from '../report/model/masked-text.ts';
import { updateAddressFinding, wrongAddressCause, type AddressFinding } from '../runner/wrong-address.ts';
import type { Check, PassiveCheck } from '../runner/check.ts';
import type { Outcome } from '../core/records/outcome.ts';
import { readRecordedReplies, readRecordedReply } from '../judge/recorded.ts';
import { buildPassiveOutcome } from '../runner/outcomes.ts';
import { readSymptom } from '../session/symptom.ts';
import { addReply, narrowToCircumstance, newPassiveResult, type PassiveResult } from '../runner/passive-result.ts';
import type { Moment } from '../judge/facts/facts.ts';
import { createEvidence } from '../core/records/evidence.ts';
import type { Exchange } from '../core/exchange.ts';
import { findMisdirection } from '../client/http/misdirected.ts';
import { findActiveProblem } from './active-contradictions.ts';
import { byId } from '../core/by-id.ts';
import { foldParts } from './parts.ts';

/** A leak is found by comparing with the secret, which no file contains. */
export const canBeRejudged = ({ clause }: Check): boolean => isClauseId(clause) && clauseById(clause).guards !== 'leak';

/** An answer with the facts that judge it. */
export type JudgedAgain = readonly [Reply, Moment];

function judgeReplies(check: PassiveCheck, replies: readonly JudgedAgain[]): PassiveResult {
  const result = newPassiveResult(check);
  for (const [reply, moment] of replies)
    if (check.operation === 'ENVELOPE' || reply.operation.id === check.operation) addReply(result, reply, moment);
  return result;
}

/** The fields that two outcomes can be compared by. Stand-ins differ from the real values, but have the same form. */
const comparableValues = ({
  verdict,
  expected,
  received,
  place,
  deviation,
  field,
  seen,
  evidence,
}: Outcome): readonly (string | null)[] => [
  verdict,
  maskText(expected),
  maskText(received),
  place,
  deviation ?? null,
  field ?? null,
  seen,
  evidence.join(' '),
];

const comparableNames = ['verdict', 'expected', 'received', 'place', 'deviation', 'field', 'seen', 'evidence'] as const;

/** Records of 0.1.0 have no deviation. */
const toRecordedVersion = ({ deviation, field, ...rest }: Outcome, version: number): Outcome =>
  version === 1 || deviation === undefined ? rest : { ...rest, deviation, field: field ?? null };

function describeDifference(recorded: Outcome, again: Outcome, version: number): string | null {
  const one = comparableValues(recorded);
  const other = comparableValues(toRecordedVersion(again, version));
  const at = one.findIndex((each, index) => each !== other[index]);
  return at < 0
    ? null
    : `${comparableNames[at] ?? ''} ${one[at] ?? 'nothing'} is recorded, but its exchanges give ${other[at] ?? 'nothing'}`;
}

const decidedVerdicts = new Set(['fail', 'warn', 'pass']);

/** The outcome that the exchanges give; null when none had anything to judge. */
export function judgePassively(
  check: PassiveCheck,
  { evidence: ids, beside = [], startedAt, durationMs }: Pick<Outcome, 'evidence' | 'beside' | 'startedAt' | 'durationMs'>,
  replies: readonly JudgedAgain[],
): Outcome | null {
  // The evidence of a circumstance holds all of its answers. Another answer established what was expected, and may be of another circumstance.
  const evidence = createEvidence();
  for (const id of ids) if (!beside.includes(id)) evidence.exchanges.add(id);
  const result = judgeReplies(check, replies);
  return narrowToCircumstance(result, (id) => evidence.exchanges.has(id)).judged === 0
    ? null
    : buildPassiveOutcome(result, undefined, evidence, { startedAt, durationMs });
}

/** A passive check judges every answer, so its outcome follows from the exchanges. */
function findPassiveProblem(check: PassiveCheck, recorded: Outcome, replies: readonly JudgedAgain[], version: number): string | null {
  const again = judgePassively(check, recorded, replies);
  if (again !== null) return describeDifference(recorded, again, version);
  return decidedVerdicts.has(recorded.verdict) ? `${recorded.verdict} is recorded, but no exchange had anything to judge` : null;
}

/** Removes the note that a repeated call adds to its purpose. */
const stripRepetition = (purpose: string): string => purpose.replace(/ \(again, after .*\)$/s, '');

/** Answers that no check judged, without an excuse: a breach in them would be missed. */
function findUnjudgedAnswers(journal: Journal): readonly string[] {
  const { exchanges, judged, end, sittings } = journal;
  if (end === null) return [];
  // An interrupted sitting may receive answers that it no longer judges.
  const fromInterrupted = new Set(
    sittings.flatMap((sitting, nth) => (wasInterrupted(sitting) ? selectSittingExchanges(journal, nth) : [])),
  );
  const judgedIds = new Set(judged.map(({ exchange }) => exchange));
  const troubled = new Set<string>();
  return exchanges.flatMap((exchange) => {
    const reply = readRecordedReply(exchange, false);
    if (reply === null || exchange.purpose.startsWith('control: ')) return [];
    const occasion = `${stripRepetition(exchange.purpose)} ${reply.operation.id}`;
    if (readSymptom(reply) !== 'clear') troubled.add(occasion);
    if (
      fromInterrupted.has(exchange) ||
      reply.status !== 200 ||
      readSymptom(reply) !== 'clear' ||
      judgedIds.has(exchange.id) ||
      troubled.has(occasion)
    )
      return [];
    return [`${exchange.id}: no check judged this answer of ${reply.operation.id}`];
  });
}

/** An exchange with the real service excludes a wrong address (reading 1). */
function findAddressProblem(addressFinding: AddressFinding, decisive: Exchange | undefined): string | null {
  if (addressFinding === 'right') return 'a wrong address is recorded, but a documented call reached the service';
  return decisive !== undefined && findMisdirection(decisive) !== null ? null : 'a wrong address is recorded, but no exchange shows it';
}

/** Only the run knows whom a callback is about, so the recorded outcome is accepted. */
function findCallbackProblem({ verdict }: Outcome, evidence: readonly Exchange[]): string | null {
  const rests = evidence.length > 0 && evidence.every(({ operation }) => operation === 'CALLBACK');
  return verdict === 'pass' && !rests ? 'pass is recorded without a callback' : null;
}

interface RecordedBasis {
  readonly evidence: readonly Exchange[];
  readonly replies: readonly JudgedAgain[];
  readonly whereabouts: AddressFinding;
  /** Schema version of the journal. */
  readonly version: number;
}

function findProblem(check: Check, recorded: Outcome, { evidence, replies, whereabouts, version }: RecordedBasis): string | null {
  if (recorded.cause === wrongAddressCause) return findAddressProblem(whereabouts, evidence.at(-1));
  if (typeof whereabouts === 'object' && decidedVerdicts.has(recorded.verdict))
    return `${recorded.verdict} is recorded, but no documented call reached the service`;
  if (check.kind === 'callback') return findCallbackProblem(recorded, evidence);
  // Only the run could ask whether its data was still there. The check stays open.
  if (check.kind === 'passive' && recorded.cause === 'data-reset') return null;
  return check.kind === 'passive' ? findPassiveProblem(check, recorded, replies, version) : findActiveProblem(check, recorded, evidence);
}

/** Recorded outcomes that differ from what the rules of this release find in the recorded exchanges. */
export function findContradictions(journal: Journal, checks: readonly Check[]): readonly string[] {
  const exchanges = byId(journal.exchanges);
  const outcomes = new Map(journal.outcomes.map((outcome) => [outcome.check, outcome]));
  const momentOf = foldParts(journal);
  const replies = readRecordedReplies(journal.judged, journal.exchanges).map((reply) => [reply, momentOf(reply.exchange)] as const);
  const whereabouts = replies.reduce<AddressFinding>((found, [reply]) => updateAddressFinding(found, reply), 'unknown');
  const problems = checks.filter(canBeRejudged).flatMap((check) => {
    const recorded = outcomes.get(check.id);
    if (recorded === undefined) return [];
    const evidence = recorded.evidence.flatMap((id) => exchanges.get(id) ?? []);
    const problem = findProblem(check, recorded, { evidence, replies, whereabouts, version: journal.schemaVersion });
    return problem === null ? [] : [`${check.id}: ${problem}`];
  });
  return [...problems, ...findUnjudgedAnswers(journal)];
}
