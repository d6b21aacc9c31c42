import type { Operation } from '../../../specs/operation.ts';
import { untried } from '../../judge/stop.ts';
import { step, type Step } from '../../session/session.ts';
import type { CampaignDependencies } from '../budget/campaign.ts';
import { howToPermit } from '../../config/permissions.ts';
import { runChapter } from './run-chapter.ts';
import type { ChapterResult } from './chapter-result.ts';
import type { Part } from '../budget/campaign-cost.ts';
import type { Dimension } from '../cases/case.ts';
import type { ValidCalls } from '../calls/valid-calls.ts';
import { isPermitted } from '../budget/permitted.ts';
import { chapterName, estimateChapterTime } from '../budget/part.ts';

/** Each chapter runs once, however many checks ask for it. */
export interface Chapters {
  readonly findStep: (dimension: Dimension, operation: Operation) => Step<ChapterResult>;
  /**
   * The checks of a campaign in their order: small chapters first, so that large ones get their unused time, and a slow machine cuts only
   * the large ones short. Call it before the first begins.
   */
  readonly inTurn: <One extends PlannedPart>(planned: readonly One[]) => readonly One[];
  readonly calls: ValidCalls;
}

type PlannedPart = Pick<Part, 'chapter'>;

/** The parts that share the clock: a part that is not permitted takes no time. */
export const listPermittedParts = (planned: readonly PlannedPart[], fuzzEffects: boolean): readonly string[] =>
  planned.flatMap(({ chapter }) => (chapter !== undefined && isPermitted(chapter.operation, fuzzEffects) ? [chapterName(chapter)] : []));

export function createChapters(deps: CampaignDependencies, calls: ValidCalls): Chapters {
  const steps = new Map<string, Step<ChapterResult>>();
  const chapter = (dimension: Dimension, operation: Operation): Step<ChapterResult> =>
    step(`odd calls: ${chapterName({ dimension, operation })}`, async (session) => {
      if (!isPermitted(operation, deps.fuzzEffects))
        throw untried(`odd calls of ${operation.id} have effects: ${howToPermit('fuzz-effects')}`, 'configuration');
      try {
        return await runChapter({ session, fuzz: deps.fuzz, calls, chapter: { dimension, operation } });
      } finally {
        deps.fuzz.budget.forgo(chapterName({ dimension, operation }));
      }
    });
  return {
    calls,
    inTurn(planned) {
      const { budget } = deps.fuzz;
      budget.expect(listPermittedParts(planned, deps.fuzzEffects));
      const sized = planned.map((each) => ({
        each,
        size: each.chapter === undefined ? 0 : estimateChapterTime(each.chapter, budget.runs),
      }));
      return sized.sort((one, other) => one.size - other.size).map(({ each }) => each);
    },
    findStep(dimension, operation) {
      const name = chapterName({ dimension, operation });
      const found = steps.get(name) ?? chapter(dimension, operation);
      steps.set(name, found);
      return found;
    },
  };
}
