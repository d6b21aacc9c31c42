import type { Clause, ClauseEntry, ClauseSection } from './clause.ts';
import { chapters, type Chapter } from './chapters.ts';

type SectionClauseIds<Section extends ClauseSection> = Section extends ClauseSection ? keyof Section['clauses'] & string : never;

export type ClauseId = SectionClauseIds<(typeof chapters)[number]['sections'][number]>;

function expandClauses({ section, operation, clauses }: ClauseSection): Clause[] {
  return Object.entries<ClauseEntry>(clauses).map(([id, entry]) => ({ id, section, operation, ...entry }));
}

const allChapters: readonly Chapter[] = chapters;

export const sections: readonly ClauseSection[] = allChapters.flatMap((chapter) => chapter.sections);

export const clauses: readonly Clause[] = sections.flatMap((section) => expandClauses(section));

const clausesById: ReadonlyMap<string, Clause> = new Map(clauses.map((clause) => [clause.id, clause]));

export const isClauseId = (text: string): text is ClauseId => clausesById.has(text);

export function clauseById(id: ClauseId): Clause {
  const found = clausesById.get(id);
  if (found === undefined) throw new Error(`expected a clause of the catalogue, received ${id}: add it under specs/clauses`);
  return found;
}
