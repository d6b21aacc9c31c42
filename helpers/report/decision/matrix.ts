import { findChapterTitle } from '../../../specs/chapters.ts';
import { countVerdicts } from '../verdict/checks.ts';
import { findShownVerdicts } from '../verdict/counted-clauses.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import type { ChapterRow } from './rows.ts';

/** In the order of the specification. */
export function buildMatrix(file: VerdictFile): readonly ChapterRow[] {
  const shown = findShownVerdicts(file);
  const clauses = file.clauses.map(({ id, section, verdict }) => ({ id, section, verdict: shown.get(id) ?? verdict }));
  const chapters = Map.groupBy(clauses, ({ id }) => findChapterTitle(id) ?? 'Not in the catalogue');
  return [...chapters].map(([title, all]) => ({
    title,
    counts: countVerdicts(all),
    sections: [...Map.groupBy(all, ({ section }) => section)].map(([section, taken]) => ({ title: section, counts: countVerdicts(taken) })),
  }));
}
