import { findChapterTitle } from '../../../specs/chapters.ts';
import { clausesShowing } from '../../../specs/shown-by.ts';
import { byId } from '../../core/by-id.ts';
import { untestedVerdicts, type Verdict } from '../../core/records/verdicts.ts';
import { toCardPath } from '../cards/card-path.ts';
import { collectBrokenRows } from '../model/check-row.ts';
import type { NotJudged, VerdictCheck, VerdictClause, VerdictFile } from '../model/verdict-file.ts';
import { findCountedClauses, findShownVerdicts } from '../verdict/counted-clauses.ts';
import { isBinding } from '../verdict/coverage.ts';
import { buildCells, type Cell } from './cells.ts';
import { collectNotes, shortenReason, type Note } from './notes.ts';

/** One sentence of the specification, as the map shows it. */
export interface Sentence {
  readonly clause: VerdictClause;
  /** Among the binding clauses that `verdict.json` counts. */
  readonly isCounted: boolean;
  /** Whether it binds, and whether it was judged; with the reason if not. */
  readonly standing: string;
  /** Its one state: its word, its row in the table and its filter. */
  readonly shown: Verdict;
  readonly cells: readonly Cell[];
  readonly notes: readonly Note[];
  /** Clauses that show this one, if no check of its own does. */
  readonly shownBy: readonly string[];
  /** The check that decided; null without a check. */
  readonly check: string | null;
  /** The card of a broken clause, relative to the report folder. */
  readonly card: string | null;
}

export interface MapSection {
  readonly title: string;
  readonly sentences: readonly Sentence[];
}

export interface MapChapter {
  readonly title: string;
  readonly sections: readonly MapSection[];
}

/** What the sentences need to know of the whole file, looked up once. */
function indexFile(file: VerdictFile) {
  const outside = new Map(file.binding.cannotBeTried.map(({ clause, reason }) => [clause, reason]));
  return {
    counted: findCountedClauses(file),
    shown: findShownVerdicts(file),
    open: new Map(file.binding.notJudged.map((one) => [one.clause, one])),
    outside,
    checks: Map.groupBy(file.checks, ({ clause }) => clause),
    checkById: byId(file.checks),
    clauseIds: new Set(file.clauses.map(({ id }) => id)),
    cards: new Map(collectBrokenRows(file).map(({ clause }, index) => [clause, `${toCardPath(clause, index)}.html`])),
    notesByClause: collectNotes(file),
  };
}

type Index = ReturnType<typeof indexFile>;

/** A reason that a cell gives is not repeated. */
function describeOpen({ reason, accepted }: NotJudged, cells: readonly Cell[]): string {
  const isPart = cells.some(({ judged }) => judged);
  const said = `binding, ${isPart ? 'judged in part' : 'not judged'}${accepted ? ', accepted in writing' : ''}`;
  const shown = shortenReason(reason);
  return cells.some((cell) => cell.reason === shown) ? said : `${said}: ${shown}`;
}

function describeStanding(clause: VerdictClause, cells: readonly Cell[], { counted, open, outside }: Index): string {
  const gap = open.get(clause.id);
  const beyond = outside.get(clause.id);
  if (gap !== undefined) return describeOpen(gap, cells);
  if (counted.has(clause.id)) return untestedVerdicts.has(clause.verdict) ? 'binding, judged, but not in every way' : 'binding, judged';
  if (beyond !== undefined) return `binding, outside the count, no run can try it: ${beyond}`;
  return isBinding(clause) ? 'binding, not counted in this run' : 'not binding';
}

const findCheck = ({ checks, verdict }: VerdictClause, byCheck: ReadonlyMap<string, VerdictCheck>): string | null =>
  checks.find((id) => byCheck.get(id)?.verdict === verdict) ?? checks[0] ?? null;

function toSentence(clause: VerdictClause, index: Index): Sentence {
  const { id } = clause;
  const own = index.checks.get(id) ?? [];
  const cells = buildCells(clause, own);
  const standing = describeStanding(clause, cells, index);
  const shown = index.shown.get(id) ?? clause.verdict;
  const isSaid = (reason: string): boolean => standing.endsWith(reason) || cells.some((cell) => cell.reason === reason);
  return {
    clause,
    isCounted: index.counted.has(id),
    standing,
    shown,
    cells,
    notes: (index.notesByClause.get(id) ?? []).filter(({ name, value }) => name !== 'Reason' || !isSaid(value)),
    shownBy: own.length > 0 ? [] : clausesShowing(id).filter((shows) => index.clauseIds.has(shows)),
    check: findCheck(clause, index.checkById),
    card: index.cards.get(id) ?? null,
  };
}

/** Every clause once, in the order of the catalogue. */
export function buildMap(file: VerdictFile): readonly MapChapter[] {
  const index = indexFile(file);
  const chapters = Map.groupBy(file.clauses, ({ id }) => findChapterTitle(id) ?? 'Not in the catalogue');
  return [...chapters].map(([title, all]) => ({
    title,
    sections: [...Map.groupBy(all, ({ section }) => section)].map(([section, taken]) => ({
      title: section,
      sentences: taken.map((clause) => toSentence(clause, index)),
    })),
  }));
}
