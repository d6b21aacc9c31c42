import { byId } from '../../core/by-id.ts';
import type { Verdict } from '../../core/records/verdicts.ts';
import { shortenAtWord } from '../../core/text.ts';
import { collectQuestions } from '../decision/questions.ts';
import { collectBrokenRows } from '../model/check-row.ts';
import { describeAcceptance, describeAnswer } from '../model/describe-acceptance.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import { findShownVerdicts } from '../verdict/counted-clauses.ts';

/** A fact of the run about a clause. Its value may be text of the service. */
export interface Note {
  readonly clause: string;
  readonly name:
    | 'Expected'
    | 'Received'
    | 'Accepted'
    | 'Question'
    | 'Gap'
    | 'Settled'
    | 'Noted'
    | 'Noted, no breach as this sentence is read'
    | 'Reason';
  readonly value: string;
}

/** A reason may hold text of the service. */
export const shortenReason = (reason: string): string => shortenAtWord(reason, 300);

const maxFacts = 3;

const noteIfAny = (clause: string, name: Note['name'], value: string | null): readonly Note[] =>
  value === null ? [] : [{ clause, name, value: shortenReason(value) }];

function collectBrokenNotes(file: VerdictFile): readonly Note[] {
  return [...collectBrokenRows(file), ...collectBrokenRows(file, 'waived')].flatMap(({ clause, expected, received, accepted }) => [
    ...noteIfAny(clause, 'Expected', expected),
    ...noteIfAny(clause, 'Received', received),
    ...noteIfAny(clause, 'Accepted', accepted),
  ]);
}

const collectQuestionNotes = (file: VerdictFile): readonly Note[] =>
  collectQuestions(file).map(({ clause, seen, asked }) => ({ clause, name: 'Question', value: `${shortenReason(seen)}. ${asked}` }));

/** What stands beside a sentence that is kept must not look like a breach of it. */
const nameFact = (verdicts: readonly (Verdict | undefined)[]): Note['name'] =>
  verdicts.includes('pass') ? 'Noted, no breach as this sentence is read' : 'Noted';

function collectFacts(file: VerdictFile): readonly Note[] {
  const clauseById = byId(file.clauses);
  const shown = findShownVerdicts(file);
  return [...Map.groupBy(file.profile, ({ clause }) => clause)].flatMap(([clause, facts]) =>
    facts.slice(0, maxFacts).flatMap(({ fact }) => noteIfAny(clause, nameFact([clauseById.get(clause)?.verdict, shown.get(clause)]), fact)),
  );
}

const collectClauseNotes = ({ clauses }: VerdictFile): readonly Note[] =>
  clauses.flatMap(({ id, verdict, text, reason, gap, clarifications }) => [
    ...noteIfAny(id, 'Reason', verdict === 'waived' || reason === text ? null : reason),
    ...noteIfAny(id, 'Gap', gap === null ? null : describeAcceptance(gap)),
    ...clarifications.flatMap((one) => noteIfAny(id, 'Settled', describeAnswer(one))),
  ]);

/** In the order in which a sentence shows them. */
export const collectNotes = (file: VerdictFile): ReadonlyMap<string, readonly Note[]> =>
  Map.groupBy(
    [...collectBrokenNotes(file), ...collectQuestionNotes(file), ...collectFacts(file), ...collectClauseNotes(file)],
    ({ clause }) => clause,
  );
