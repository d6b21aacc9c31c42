import { apiCodes } from '../../../specs/codes.ts';
import { outcomeOf } from '../../judge/reply.ts';
import { mustServe } from '../../judge/served.ts';
import { Stop } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import type { Share } from '../budget/budget.ts';
import { casesOf } from '../cases/cases.ts';
import type { Case } from '../cases/case.ts';
import { confirm } from './confirm.ts';
import { control, controlBetween } from './control.ts';
import type { Campaign } from '../budget/campaign.ts';
import type { ValidCalls } from '../calls/valid-calls.ts';
import { expectedOf, vacuityOf } from '../calls/oracles.ts';
import { amountsOf } from '../budget/money.ts';
import { lanesOf, partName } from '../budget/part.ts';
import {
  endBy,
  endWhenOver,
  endWith,
  exemplary,
  exemplify,
  isCut,
  isTelling,
  leaveOut,
  newProgress,
  note,
  noteWritten,
  nothingTried,
  partEnd,
  type Progress,
} from './progress.ts';
import { noAnswer, executor, type Executed, type Execute } from '../calls/execute.ts';
import type { ChapterResult, Kept } from './batch.ts';
import type { Chapter } from '../cases/chapter.ts';
import { stretch } from '../budget/campaign-cost.ts';
import { sideEffectsOf, withEffectCheck } from '../effects/side-effects-of.ts';
import type { SideEffects } from '../effects/side-effects.ts';

/** Trouble of the environment that a batch bears. */
const mostTroubles = 3;
const mostInVain = 4;

/** Findings of one batch: a service that is broken throughout is known to be after that many. */
const mostFound = 12;

interface Parts {
  readonly session: Session;
  readonly fuzz: Campaign;
  readonly calls: ValidCalls;
  readonly chapter: Chapter;
  readonly sideEffects: SideEffects | null;
}

type Accused = Extract<Executed, { kind: 'accused' }>;

/** Whether the call was made. */
async function tryOne(parts: Parts, attempt: Execute, progress: Progress, each: Case): Promise<boolean> {
  const result = await attempt(each);
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
  const outcome = note(progress, each, result.reply);
  progress.asked.add(expectedOf(each.expects, result.values));
  parts.sideEffects?.note({ each, reply: result.reply });
  if (result.kind === 'accused') await find(parts, attempt, progress, each, result);
  else if (isTelling(each, result.reply)) exemplify(progress, outcome, result.reply);
  return true;
}

async function find({ session, fuzz, chapter }: Parts, attempt: Execute, progress: Progress, each: Case, result: Accused): Promise<void> {
  if (fuzz.findings.knows(result.signature)) {
    fuzz.findings.again(result.signature);
    return;
  }
  if (progress.found.size >= mostFound || fuzz.findings.isFull()) return;
  const finding = fuzz.findings.keep(await confirm({ session, fuzz, attempt, chapter }, each, result));
  if (finding !== null) progress.found.set(finding.signature, finding);
  if (result.accused.clause === noAnswer) endWith(progress, 'found', 'at a call that is never answered');
  if (fuzz.untilFound) endWith(progress, 'found', 'at its first finding');
}

/** Checks what was tried since the last check for effects; the first case that is seen to have one is found. */
async function checkEffects(parts: Parts, attempt: Execute, progress: Progress): Promise<void> {
  const { sideEffects, chapter } = parts;
  if (sideEffects === null) return;
  const again = withEffectCheck(sideEffects, chapter, attempt);
  const isSeen = (result: Executed): result is Accused => result.kind === 'accused' && sideEffects.clauses.includes(result.accused.clause);
  const suspects = await sideEffects.suspects(attempt);
  for (const each of suspects) {
    const result = await again(each);
    // What was seen once may have come by itself.
    if (isSeen(result) && isSeen(await again(each))) return find(parts, again, progress, each, result);
  }
  if (suspects.length > 0) progress.inVain += 1;
  if (progress.inVain >= mostInVain) sideEffects.giveUp();
}

/** A documented call comes next: behind a stretch of cases, and behind each wrong code, since several in a row may lock a sender. */
const isPause = ({ guess }: Case, { tried }: Progress): boolean => tried % stretch === 0 || guess === true;

async function tryAll(parts: Parts, share: Share): Promise<Progress> {
  const { session, fuzz, calls, chapter, sideEffects } = parts;
  const { dimension, operation } = chapter;
  const attempt = executor({ session, calls, chapter, ready: sideEffects?.ready });
  const progress = newProgress();
  const cases = casesOf(dimension, operation, fuzz.budget.seed, share.runs);
  const isOver = (): boolean => progress.end !== null;
  const lane = async (): Promise<void> => {
    for (const each of cases) {
      if (!amountsOf(each).every(fuzz.affords)) {
        leaveOut(progress, each);
        continue;
      }
      if (!(await tryOne(parts, attempt, progress, each))) continue;
      if (isPause(each, progress) || progress.tried % (sideEffects?.every ?? stretch) === 0) await checkEffects(parts, attempt, progress);
      endWhenOver(progress, share);
      if (isPause(each, progress) && !isOver()) {
        const reply = await controlBetween(session, calls, operation, progress);
        if (reply.code !== apiCodes.success) endWith(progress, 'trouble', `when a documented call was answered with ${outcomeOf(reply)}`);
        await sideEffects?.begin(reply);
      }
      if (isOver()) return;
    }
  };
  try {
    await Promise.all(Array.from({ length: lanesOf(operation) }, lane));
    await checkEffects(parts, attempt, progress);
  } catch (error) {
    if (!(error instanceof Stop) || error.why.kind === 'violation') throw error;
    endBy(progress, error.why);
  }
  return progress;
}

function keptOf({ quiet }: Session, sideEffects: SideEffects | null): Kept | null {
  if (sideEffects === null) return null;
  const { shown, ...rest } = sideEffects.summary();
  return { ...rest, shown: shown === null ? null : quiet.keep(shown).exchange.id };
}

/** Tries the odd calls of one chapter between documented ones, as long as its share lasts. */
export async function runChapter({ session, fuzz, calls, chapter }: Omit<Parts, 'sideEffects'>): Promise<ChapterResult> {
  const served = mustServe(await control(session, calls, chapter.operation));
  const share = fuzz.budget.begin(partName(chapter));
  const sideEffects = sideEffectsOf(session, calls, chapter);
  try {
    await sideEffects?.begin(served);
    const progress = await tryAll({ session, fuzz, calls, chapter, sideEffects }, share);
    const { tried, end, found, outcomes, skipped } = progress;
    const ended = partEnd(chapter, progress);
    fuzz.ended(ended);
    if (tried === 0) throw nothingTried(progress, ended);
    const told = [...found.values()].map(({ signature }) => fuzz.findings.of(signature)).filter((finding) => finding !== undefined);
    return {
      tried,
      skipped,
      endedBy: end?.by ?? 'with its runs (DMT_FUZZ_RUNS)',
      found: told,
      served: [...progress.served],
      shown: exemplary(session, progress),
      asked: progress.asked,
      cut: isCut(ended),
      vacuous: vacuityOf(chapter.dimension, outcomes),
      unanswered: progress.troubles >= mostTroubles,
      sideEffects: keptOf(session, sideEffects),
    };
  } finally {
    share.end();
  }
}
