import type { Operation } from '../../specs/operation.ts';
import { untried } from '../judge/stop.ts';
import { step, type Step } from '../run/step.ts';
import type { Kit } from '../run/world/kit.ts';
import { runBatch, type Batch, type Chapter } from './batch.ts';
import type { Dimension } from './case.ts';
import type { Lab } from './lab.ts';
import { partName, partOf } from './part.ts';

/** Each chapter of the campaign is walked once, whatever checks ask for it. */
export interface Chapters {
  readonly of: (dimension: Dimension, operation: Operation) => Step<Batch>;
  /** Told before the first begins: the chapters that checks are planned for. */
  readonly expect: (planned: readonly Chapter[]) => void;
  readonly lab: Lab;
}

/** What leaves something behind, or is made ready with a code. */
const needsLeave = ({ effect, consent, id }: Operation): boolean => effect !== 'none' || consent === 'required' || id === 'OP-14';

export function chaptersOf(kit: Kit, lab: Lab): Chapters {
  const known = new Map<string, Step<Batch>>();
  const chapter = (dimension: Dimension, operation: Operation): Step<Batch> =>
    step(`odd calls: ${partName({ dimension, operation })}`, async (session) => {
      if (needsLeave(operation) && !kit.fuzzEffects)
        throw untried(`odd calls of ${operation.id} have effects: add fuzz-effects to DMT_ALLOW`, 'configuration');
      return runBatch({ session, fuzz: kit.fuzz, lab, chapter: { dimension, operation } });
    });
  return {
    lab,
    expect(planned) {
      const { budget } = kit.fuzz;
      budget.expect(planned.map((each) => partOf(each, budget.runs)));
    },
    of(dimension, operation) {
      const name = partName({ dimension, operation });
      const found = known.get(name) ?? chapter(dimension, operation);
      known.set(name, found);
      return found;
    },
  };
}
