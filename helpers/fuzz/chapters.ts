import type { Operation } from '../../specs/operation.ts';
import { untried } from '../judge/stop.ts';
import type { CheckOptions } from '../run/check.ts';
import { step, type Step } from '../run/step.ts';
import type { Kit } from '../run/world/kit.ts';
import { addWords } from '../target/allow.ts';
import { runBatch } from './batch.ts';
import type { Batch } from './chapter.ts';
import type { Dimension } from './case.ts';
import type { Lab } from './lab.ts';
import { isPermitted } from './leave.ts';
import { partName, sizeOf } from './part.ts';

/** Each chapter of the campaign is walked once, whatever checks ask for it. */
export interface Chapters {
  readonly of: (dimension: Dimension, operation: Operation) => Step<Batch>;
  /**
   * The checks of a campaign in the order in which they are tried, told before the first begins: small chapters first, so that
   * what they leave of their time is there for the large ones, and a slow machine cuts nothing short but these.
   */
  readonly inTurn: <One extends Planned>(planned: readonly One[]) => readonly One[];
  readonly lab: Lab;
}

type Planned = Pick<CheckOptions, 'chapter'>;

/** The parts that the clock is shared by: what is not permitted takes no time, so none is kept for it. */
export const sharing = (planned: readonly Planned[], fuzzEffects: boolean): readonly string[] =>
  planned.flatMap(({ chapter }) => (chapter !== undefined && isPermitted(chapter.operation, fuzzEffects) ? [partName(chapter)] : []));

export function chaptersOf(kit: Kit, lab: Lab): Chapters {
  const known = new Map<string, Step<Batch>>();
  const chapter = (dimension: Dimension, operation: Operation): Step<Batch> =>
    step(`odd calls: ${partName({ dimension, operation })}`, async (session) => {
      if (!isPermitted(operation, kit.fuzzEffects))
        throw untried(`odd calls of ${operation.id} have effects: ${addWords('fuzz-effects')}`, 'configuration');
      try {
        return await runBatch({ session, fuzz: kit.fuzz, lab, chapter: { dimension, operation } });
      } finally {
        kit.fuzz.budget.forgo(partName({ dimension, operation }));
      }
    });
  return {
    lab,
    inTurn(planned) {
      const { budget } = kit.fuzz;
      budget.expect(sharing(planned, kit.fuzzEffects));
      const sized = planned.map((each) => ({ each, size: each.chapter === undefined ? 0 : sizeOf(each.chapter, budget.runs) }));
      return sized.sort((one, other) => one.size - other.size).map(({ each }) => each);
    },
    of(dimension, operation) {
      const name = partName({ dimension, operation });
      const found = known.get(name) ?? chapter(dimension, operation);
      known.set(name, found);
      return found;
    },
  };
}
