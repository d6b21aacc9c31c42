import type { Clause, ClauseEntry, ClauseSection } from './clause.ts';
import { chapters, type Chapter } from './chapters.ts';

type IdsOf<Section extends ClauseSection> = Section extends ClauseSection ? keyof Section['clauses'] & string : never;

/** Every clause id, as a literal type. */
export type ClauseId = IdsOf<(typeof chapters)[number]['sections'][number]>;

function clausesOf({ section, operation, clauses }: ClauseSection): Clause[] {
  return Object.entries<ClauseEntry>(clauses).map(([id, entry]) => ({ id, section, operation, ...entry }));
}

const whole: readonly Chapter[] = chapters;

export const sections: readonly ClauseSection[] = whole.flatMap((chapter) => chapter.sections);

export const clauses: readonly Clause[] = sections.flatMap((section) => clausesOf(section));

const byId: ReadonlyMap<string, Clause> = new Map(clauses.map((clause) => [clause.id, clause]));

export const isClauseId = (text: string): text is ClauseId => byId.has(text);

export function clauseOf(id: ClauseId): Clause {
  const found = byId.get(id);
  if (found === undefined) throw new Error(`expected a clause of the catalogue, received ${id}: add it under specs/clauses`);
  return found;
}
