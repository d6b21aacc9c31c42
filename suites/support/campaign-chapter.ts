import { formatMoreFindings } from '../../helpers/core/records/remarks.ts';
import type { Dimension, Expectation } from '../../helpers/fuzz/cases/case.ts';
import type { ChapterResult } from '../../helpers/fuzz/execution/chapter-result.ts';
import type { Chapter } from '../../helpers/fuzz/cases/chapter.ts';
import { describeSightings } from '../../helpers/fuzz/findings/describe-sightings.ts';
import type { Finding } from '../../helpers/fuzz/findings/finding.ts';
import { blocked, capped, notApplicable, untried } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext } from '../../helpers/runner/check.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import type { Operation } from '../../specs/operation.ts';

/** What judges the odd calls of an operation in one dimension. */
export interface ChapterRow {
  readonly dimension: Dimension;
  readonly clause: ClauseId;
  /** A present-tense fact that follows the operation in the title. */
  readonly fact: string;
  /** Only these odd calls can break the clause; all of them without. */
  readonly expectation?: Expectation;
  /** Where a reading allows less than the certainty of the clause. */
  readonly hardest?: 'warn';
}

/** The reports name the command that replays it. */
const explainFinding = (finding: Finding): string => `What was odd in the call: ${finding.mutation}. ${describeSightings(finding)}`;

/** What calls are judged by: their answers, or what a list or a balance shows behind them. That may lag (reading 17). */
type Shown = 'answers' | 'effects';

function accuse({ must }: CheckContext, findings: readonly Finding[], shown: Shown): void {
  const first = findings.find(({ firmness }) => firmness === 'firm') ?? findings[0];
  if (first === undefined) return;
  const { expected, received, place, deviation, exchanges } = first;
  throw must.violation({
    expected,
    received: received + formatMoreFindings(findings.length - 1),
    place,
    exchange: exchanges.at(-1) ?? null,
    effect: explainFinding(first),
    deviation,
    atMost: shown === 'effects' && first.firmness !== 'firm' ? 'warn' : undefined,
  });
}

const runChapter = ({ use, campaigns }: CheckContext, { dimension, operation }: Chapter): Promise<ChapterResult> =>
  use(campaigns.chapters.findStep(dimension, operation));

/** Accuses what was found, with its evidence. `judgeRest` ends a chapter without findings. */
function batchCheck(
  { dimension, clause, fact, hardest }: ChapterRow,
  operation: Operation,
  shown: Shown,
  judgeRest: (context: CheckContext, batch: ChapterResult) => void,
): ActiveCheck {
  const chapter = { dimension, operation };
  const way = `fuzz-${dimension}-${operation.id}`;
  const limit = hardest === undefined ? {} : { hardest };
  return check(
    clause,
    way,
    `${operation.id} ${fact}`,
    { operation: operation.id, needs: 'campaign', chapter, ...limit },
    async (context) => {
      const batch = await runChapter(context, chapter);
      context.addEvidence(batch.found.flatMap(({ exchanges }) => exchanges));
      accuse(
        context,
        batch.found.filter((finding) => finding.clause === clause),
        shown,
      );
      if (batch.cut) throw capped(`the campaign did not try all written cases: it ended ${batch.endedBy}`);
      judgeRest(context, batch);
    },
  );
}

export const chapterCheck = (row: ChapterRow, operation: Operation): ActiveCheck =>
  batchCheck(row, operation, 'answers', ({ addEvidence }, { shown, vacuous, unanswered, endedBy, asked }) => {
    addEvidence(shown);
    if (unanswered) throw blocked('environment', `the campaign ended ${endedBy}, which is no fault of the service`, 'environment');
    if (vacuous !== null) throw untried(`nothing to judge: ${vacuous}`, 'test-data');
    if (row.expectation !== undefined && !asked.has(row.expectation))
      throw untried(`no call that could break this was sent: the campaign ended ${endedBy}, or no code is required`, 'configuration');
  });

/** A check passes only when so many side effects were checked. Otherwise it has the reason why there were none. */
const sideEffectsCheck =
  (count: 'checked' | 'listed', whyNone: string) =>
  (row: ChapterRow, operation: Operation): ActiveCheck =>
    batchCheck(row, operation, 'effects', ({ addEvidence }, { sideEffects }) => {
      if (sideEffects?.shown === null || sideEffects === null || (sideEffects[count] ?? 0) === 0)
        throw sideEffects?.why ?? sideEffects?.lack ?? notApplicable(whyNone);
      if (sideEffects.why !== null) throw sideEffects.why;
      addEvidence([sideEffects.shown]);
    });

export const effectsCheck = sideEffectsCheck('checked', 'no odd call had an answer after which its effect could be checked');

export const listedNamesCheck = sideEffectsCheck('listed', 'no odd call was accepted, so no odd name is listed');

const mostNamed = 12;

/** Accepted odd values are no violation, but the list helps the reader. */
export function servedOddCallsCheck(dimension: Dimension, clause: ClauseId, operation: Operation): ActiveCheck {
  const chapter = { dimension, operation };
  const way = `fuzz-${dimension}-${operation.id}`;
  return check(
    clause,
    way,
    `which odd calls ${operation.id} serves is recorded (${dimension})`,
    { operation: operation.id, needs: 'campaign', hardest: 'observed', chapter },
    async (context) => {
      const { tried, skipped, served, shown, endedBy } = await runChapter(context, chapter);
      context.addEvidence(shown);
      context.observe(`${tried} odd calls of ${operation.id} (${dimension}), which ended ${endedBy}`);
      for (const [reason, { length }] of Map.groupBy(skipped, (each) => each))
        context.observe(`${length} more odd calls of ${operation.id} (${dimension}) were not sent: ${reason}`);
      const named = served.filter((mutation) => !mutation.endsWith('a drawn value')).sort();
      for (const mutation of named.slice(0, mostNamed)) context.observe(`${operation.id} serves ${mutation}`);
      if (named.length > mostNamed) context.observe(`${operation.id} serves ${named.length - mostNamed} more odd calls (${dimension})`);
    },
  );
}
