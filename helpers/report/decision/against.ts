import type { Obstacle, Sheet } from './rows.ts';
import { gatherForPage } from './sheet-html.ts';

/** A row of what stands against a signature. Clauses that are not judged for one reason share a row, which names the first. */
export interface AgainstRow extends Obstacle {
  /** How many clauses it speaks of, beside the named one. */
  readonly more: number;
}

/** As the page to sign has them, for another page. A sentence that would say the reason again, or one clause of many, is empty. */
export const listAgainst = ({ against }: Pick<Sheet, 'against'>): readonly AgainstRow[] =>
  gatherForPage(against).map(([first, ...others]) => ({
    ...first,
    sentence: others.length > 0 || first.reason === first.sentence ? '' : first.sentence,
    more: others.length,
  }));
