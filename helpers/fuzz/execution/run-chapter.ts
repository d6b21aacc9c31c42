import { apiCodes } from '../../../specs/codes.ts';
import { describeAnswer } from '../../judge/reply.ts';
import { mustServe } from '../../judge/served.ts';
import { Stop } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import type { Accusation } from '../../session/unrecorded-send.ts';
import type { Share } from '../budget/chapter-clock.ts';
import { generateCases, sliceCases } from '../cases/cases.ts';
import type { Case } from '../cases/case.ts';
import { confirm } from './confirm.ts';
import { sendControl, sendControlBetween } from './control.ts';
import type { Campaign } from '../budget/campaign.ts';
import type { ValidCalls } from '../calls/valid-calls.ts';
import { chooseExpectation, explainVacuity } from '../calls/oracles.ts';
import { readCaseAmounts } from '../budget/money.ts';
import { countLanes, chapterName } from '../budget/part.ts';
import {
  endByStop,
  endWhenOver,
  endWith,
  keepExamples,
  noteExample,
  isCut,
  isConclusive,
  leaveOut,
  newProgress,
  noteOutcome,
  noteWritten,
  explainNothingTried,
  buildPartEnd,
  type Progress,
} from './progress.ts';
import { noAnswerClause, createExecutor, type Executed, type Execute } from '../calls/execute.ts';
import type { ChapterResult, EffectRecord } from './chapter-result.ts';
import type { Chapter } from '../cases/chapter.ts';
import { casesBetweenControls } from '../budget/campaign-cost.ts';
import { openSideEffects, withEffectCheck } from '../effects/side-effects-by-operation.ts';
import type { SideEffects } from '../effects/side-effects.ts';

/** How many troubles of the environment a chapter tolerates. */
const mostTroubles = 3;
const mostInVain = 4;

/** Findings of one chapter: after this many, the service is known to be broken throughout. */
const mostFound = 12;

interface ChapterParts {
  readonly session: Session;
  readonly fuzz: Campaign;
  readonly calls: ValidCalls;
  readonly chapter: Chapter;
  readonly sideEffects: SideEffects | null;
  readonly brokenAnyway: readonly Accusation[];
}

type AccusedResult = Extract<Executed, { kind: 'accused' }>;

/** Returns whether the call was made. */
async function tryOne(parts: ChapterParts, execute: Execute, progress: Progress, each: Case): Promise<boolean> {
  const result = await execute(each);
  noteWritten(progress, each);
  if (result.kind === 'skipped') {
    progress.skipped.push(result.reason);
    return false;
  }
  progress.tried += 1;
  if (result.kind === 'trouble') {
    progress.troubles += 1;
    if (progress.troubles >= mostTroubles) endWith(progress, 'trouble', `after ${mostTroubles} calls without an answer`);
    return true;
  }
  const outcome = noteOutcome(progress, each, result.reply);
  progress.asked.add(chooseExpectation(each.expects, result.values));
  parts.sideEffects?.note({ each, reply: result.reply });
  if (result.kind === 'accused') await noteFinding(parts, execute, progress, each, result);
  else if (isConclusive(each, result.reply)) noteExample(progress, outcome, result.reply);
  return true;
}

async function noteFinding(
  { session, fuzz, chapter }: ChapterParts,
  attempt: Execute,
  progress: Progress,
  each: Case,
  result: AccusedResult,
): Promise<void> {
  if (fuzz.findings.isKnown(result.signature)) {
    fuzz.findings.countAgain(result.signature);
    return;
  }
  if (progress.found.size >= mostFound || fuzz.findings.isFull()) return;
  const finding = fuzz.findings.keep(await confirm({ session, fuzz, execute: attempt, chapter }, each, result));
  if (finding !== null) progress.found.set(finding.signature, finding);
  if (result.accused.clause === noAnswerClause) endWith(progress, 'found', 'at a call without an answer');
  if (fuzz.untilFound) endWith(progress, 'found', 'at its first finding');
}

/** Checks for effects of the cases since the last check. The first case that shows one is a finding. */
async function checkEffects(parts: ChapterParts, execute: Execute, progress: Progress): Promise<void> {
  const { sideEffects, chapter } = parts;
  if (sideEffects === null) return;
  const again = withEffectCheck(sideEffects, chapter, execute);
  const isSeen = (result: Executed): result is AccusedResult =>
    result.kind === 'accused' && sideEffects.clauses.includes(result.accused.clause);
  const suspects = await sideEffects.suspects(execute);
  for (const each of suspects) {
    const result = await again(each);
    // An effect that was seen once may have another cause.
    if (isSeen(result) && isSeen(await again(each))) return noteFinding(parts, again, progress, each, result);
  }
  if (suspects.length > 0) progress.inVain += 1;
  if (progress.inVain >= mostInVain) sideEffects.giveUp();
}

/** A documented call comes after each group of cases, and after each wrong code: several in a row may lock a sender. */
const isControlDue = ({ sendsWrongCode }: Case, { tried }: Progress): boolean =>
  tried % casesBetweenControls === 0 || sendsWrongCode === true;

async function tryAll(parts: ChapterParts, share: Share): Promise<Progress> {
  const { session, fuzz, calls, chapter, sideEffects, brokenAnyway } = parts;
  const { dimension, operation } = chapter;
  const execute = createExecutor({ session, calls, chapter, ready: sideEffects?.ready, brokenAnyway });
  const progress = newProgress();
  const cases = sliceCases(generateCases(dimension, operation, fuzz.budget.seed, share.runs), fuzz.sliceOf(chapterName(chapter)));
  const isOver = (): boolean => progress.end !== null;
  const lane = async (): Promise<void> => {
    for (const each of cases) {
      if (!readCaseAmounts(each).every(fuzz.affords)) {
        leaveOut(progress, each);
        continue;
      }
      if (!(await tryOne(parts, execute, progress, each))) continue;
      if (isControlDue(each, progress) || progress.tried % (sideEffects?.every ?? casesBetweenControls) === 0)
        await checkEffects(parts, execute, progress);
      endWhenOver(progress, share);
      if (isControlDue(each, progress) && !isOver()) {
        const reply = await sendControlBetween(session, calls, operation, progress);
        if (reply.code !== apiCodes.success)
          endWith(progress, 'trouble', `when a documented call was answered with ${describeAnswer(reply)}`);
        await sideEffects?.begin(reply);
      }
      if (isOver()) return;
    }
  };
  try {
    await Promise.all(Array.from({ length: countLanes(operation) }, lane));
    await checkEffects(parts, execute, progress);
  } catch (error) {
    if (!(error instanceof Stop) || error.why.kind === 'violation') throw error;
    endByStop(progress, error.why);
  }
  return progress;
}

function recordEffects({ unrecorded }: Session, sideEffects: SideEffects | null): EffectRecord | null {
  if (sideEffects === null) return null;
  const { shown, ...rest } = sideEffects.summary();
  return { ...rest, shown: shown === null ? null : unrecorded.record(shown).exchange.id };
}

export async function runChapter({
  session,
  fuzz,
  calls,
  chapter,
}: Pick<ChapterParts, 'session' | 'fuzz' | 'calls' | 'chapter'>): Promise<ChapterResult> {
  const served = mustServe(await sendControl(session, calls, chapter.operation));
  const share = fuzz.budget.begin(chapterName(chapter));
  const sideEffects = openSideEffects(session, calls, chapter);
  try {
    await sideEffects?.begin(served);
    const brokenAnyway = session.unrecorded.collectAccusations(served);
    const progress = await tryAll({ session, fuzz, calls, chapter, sideEffects, brokenAnyway }, share);
    const { tried, end, found, outcomes, skipped } = progress;
    const ended = buildPartEnd(chapter, progress, fuzz.sliceOf(chapterName(chapter)));
    fuzz.ended(ended);
    if (tried === 0) throw explainNothingTried(progress, ended);
    const findings = [...found.values()]
      .map(({ signature }) => fuzz.findings.findBySignature(signature))
      .filter((finding) => finding !== undefined);
    return {
      tried,
      skipped,
      endedBy: end?.by ?? 'after its planned cases (DMT_FUZZ_RUNS)',
      found: findings,
      served: [...progress.served],
      shown: keepExamples(session, progress),
      asked: progress.asked,
      cut: isCut(ended),
      vacuous: explainVacuity(chapter.dimension, outcomes),
      unanswered: progress.troubles >= mostTroubles,
      sideEffects: recordEffects(session, sideEffects),
    };
  } finally {
    share.end();
  }
}
