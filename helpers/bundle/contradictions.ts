import { clauseOf, isClauseId } from '../../specs/clauses.ts';
import type { Reply } from '../judge/reply.ts';
import type { Journal } from '../report/journal/journal.ts';
import { interruptedOf } from '../report/journal/sittings.ts';
import { exchangesOf } from '../report/verdict/totals.ts';
import { maskedText } from '../report/model/masked-text.ts';
import { withReply, wrongAddressCause, type AddressFinding } from '../runner/wrong-address.ts';
import type { Check, PassiveCheck } from '../runner/check.ts';
import type { Outcome } from '../core/records/outcome.ts';
import { repliesOf, replyOf } from '../judge/recorded.ts';
import { outcomeOfPassive } from '../runner/outcomes.ts';
import { symptomOf } from '../session/symptom.ts';
import { addReply, newPassiveResult, type PassiveResult } from '../runner/passive-result.ts';
import { newEvidence } from '../core/records/evidence.ts';
import type { Exchange } from '../core/exchange.ts';
import { misdirected } from '../client/http/misdirected.ts';
import { activeProblem } from './active-contradictions.ts';

/** A leak is told by what was secret, and no file holds that. */
const isTellable = ({ clause }: Check): boolean => isClauseId(clause) && clauseOf(clause).guards !== 'leak';

function tally(check: PassiveCheck, replies: readonly Reply[]): PassiveResult {
  const made = newPassiveResult(check);
  for (const reply of replies) if (check.operation === 'ENVELOPE' || reply.operation.id === check.operation) addReply(made, reply);
  return made;
}

/** What may be compared of two outcomes: stand-ins have other letters than what they stand for, but the same form. */
const comparable = ({ verdict, expected, received, place, deviation, field, seen, evidence }: Outcome): readonly (string | null)[] => [
  verdict,
  maskedText(expected),
  maskedText(received),
  place,
  deviation ?? null,
  field ?? null,
  seen,
  evidence.join(' '),
];

const names = ['verdict', 'expected', 'received', 'place', 'deviation', 'field', 'seen', 'evidence'] as const;

/** Records of 0.1.0 tell no deviation. */
const asRecorded = ({ deviation, field, ...rest }: Outcome, version: number): Outcome =>
  version === 1 || deviation === undefined ? rest : { ...rest, deviation, field: field ?? null };

function difference(recorded: Outcome, again: Outcome, version: number): string | null {
  const [one, other] = [comparable(recorded), comparable(asRecorded(again, version))];
  const at = one.findIndex((each, index) => each !== other[index]);
  return at < 0 ? null : `${names[at] ?? ''} ${one[at] ?? 'nothing'} is recorded, and its exchanges give ${other[at] ?? 'nothing'}`;
}

const accusing = new Set(['fail', 'warn', 'pass']);

/** A passive check judges every answer, so its outcome follows from the exchanges alone. */
function passiveProblem(check: PassiveCheck, recorded: Outcome, replies: readonly Reply[], version: number): string | null {
  const made = tally(check, replies);
  if (made.judged === 0)
    return accusing.has(recorded.verdict) ? `${recorded.verdict} is recorded, and no exchange had anything to judge` : null;
  const { startedAt, durationMs } = recorded;
  return difference(recorded, outcomeOfPassive(made, undefined, newEvidence(), { startedAt, durationMs }), version);
}

/** What a repetition was sent for as well. */
const errandIn = (purpose: string): string => purpose.replace(/ \(again, after .*\)$/s, '');

/** Answers that were not judged though nothing excuses it: a breach among them would have gone unnoticed. */
function overlooked(journal: Journal): readonly string[] {
  const { exchanges, judged, end, sittings } = journal;
  if (end === null) return [];
  // When a sitting is interrupted, an answer may come that nobody judges any more.
  const broken = new Set(sittings.flatMap((sitting, nth) => (interruptedOf(sitting) ? exchangesOf(journal, nth) : [])));
  const heard = new Set(judged.map(({ exchange }) => exchange));
  const troubled = new Set<string>();
  return exchanges.flatMap((exchange) => {
    const reply = replyOf(exchange, false);
    if (reply === null || exchange.purpose.startsWith('control: ')) return [];
    const errand = `${errandIn(exchange.purpose)} ${reply.operation.id}`;
    if (symptomOf(reply) !== 'clear') troubled.add(errand);
    if (broken.has(exchange) || reply.status !== 200 || symptomOf(reply) !== 'clear' || heard.has(exchange.id) || troubled.has(errand))
      return [];
    return [`${exchange.id}: an answer of ${reply.operation.id} that no check judged`];
  });
}

/** Where the service was met, its address is no excuse (reading 1). */
function excuseProblem(whereabouts: AddressFinding, decisive: Exchange | undefined): string | null {
  if (whereabouts === 'right') return 'a wrong address is recorded, and a documented call met the service';
  return decisive !== undefined && misdirected(decisive) !== null ? null : 'a wrong address is recorded, and no exchange shows it';
}

/** Whom a callback is about is known to the run alone, so what it says stands as it was recorded. */
function callbackProblem({ verdict }: Outcome, evidence: readonly Exchange[]): string | null {
  const rests = evidence.length > 0 && evidence.every(({ operation }) => operation === 'CALLBACK');
  return verdict === 'pass' && !rests ? 'pass is recorded, and no callback' : null;
}

/** What an outcome is held against. */
interface Basis {
  readonly evidence: readonly Exchange[];
  readonly replies: readonly Reply[];
  readonly whereabouts: AddressFinding;
  /** Of the journal. */
  readonly version: number;
}

function problemOf(check: Check, recorded: Outcome, { evidence, replies, whereabouts, version }: Basis): string | null {
  if (recorded.cause === wrongAddressCause) return excuseProblem(whereabouts, evidence.at(-1));
  if (typeof whereabouts === 'object' && accusing.has(recorded.verdict))
    return `${recorded.verdict} is recorded, and no documented call met the service`;
  if (check.kind === 'callback') return callbackProblem(recorded, evidence);
  return check.kind === 'passive' ? passiveProblem(check, recorded, replies, version) : activeProblem(check, recorded, evidence);
}

/** What the recorded outcomes say that the recorded exchanges, judged by the rules of this release, do not. */
export function contradictions(journal: Journal, checks: readonly Check[]): readonly string[] {
  const exchanges = new Map(journal.exchanges.map((exchange) => [exchange.id, exchange]));
  const outcomes = new Map(journal.outcomes.map((outcome) => [outcome.check, outcome]));
  const replies = repliesOf(journal.judged, journal.exchanges);
  const whereabouts = replies.reduce<AddressFinding>(withReply, 'unknown');
  const problems = checks.filter(isTellable).flatMap((check) => {
    const recorded = outcomes.get(check.id);
    if (recorded === undefined) return [];
    const evidence = recorded.evidence.flatMap((id) => exchanges.get(id) ?? []);
    const problem = problemOf(check, recorded, { evidence, replies, whereabouts, version: journal.schemaVersion });
    return problem === null ? [] : [`${check.id}: ${problem}`];
  });
  return [...problems, ...overlooked(journal)];
}
