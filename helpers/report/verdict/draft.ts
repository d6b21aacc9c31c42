import type { Clause } from '../../../specs/clause.ts';
import { shorten, toOneLine } from '../../core/text.ts';
import type { Journal } from '../journal/journal.ts';
import type { Acceptance, WaiversFile } from '../model/acceptances.ts';
import { describeClaim } from './claim.ts';
import { checksWithVerdict } from '../model/groups.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import type { AcceptanceRecord } from '../waivers/apply.ts';
import { leaveBlank } from '../waivers/blanks.ts';
import { isNeverWaived } from '../waivers/rules.ts';
import { assembleVerdict } from './assemble.ts';

/** What would have to be accepted of a run. A person fills in why, by whom and until when. */
export interface Draft {
  /** With the entries that the run had already. */
  readonly file: WaiversFile;
  readonly waivers: number;
  readonly gaps: number;
  /** What no entry can accept, and why. */
  readonly refused: readonly string[];
}

const maxCharacters = 200;

const toEntry = (clause: string, target: string, signatures: readonly string[], what: string): Acceptance => ({
  clause,
  target,
  signatures,
  ...leaveBlank(toOneLine(shorten(what, maxCharacters))),
});

/** One for each clause, with the signatures of all its failing checks. */
const draftWaivers = (file: VerdictFile): readonly Acceptance[] =>
  [...Map.groupBy(checksWithVerdict(file, 'fail'), ({ clause }) => clause)].map(([clause, checks]) =>
    toEntry(
      clause,
      file.run.target,
      checks.flatMap(({ signature }) => signature ?? []),
      `broken: ${checks[0] === undefined ? clause : describeClaim(checks[0])}`,
    ),
  );

function draftGaps({ binding, clauses, run }: VerdictFile): readonly Acceptance[] {
  const notJudged = new Map(binding.notJudged.map((open) => [open.clause, open]));
  return clauses.flatMap(({ id, signature }) => {
    const open = notJudged.get(id);
    if (open === undefined || open.accepted || signature === null) return [];
    return [toEntry(id, run.target, [signature], `not judged: ${open.reason}`)];
  });
}

const inForce = (entries: readonly Acceptance[]): readonly Acceptance[] => entries.map((one) => ({ ...one, expires: '9999-12-31' }));

/**
 * The verdict is assembled again with each part of the draft in force: an accepted failure may show other clauses to be judged, and an
 * accepted gap may speak for clauses that follow it.
 */
export function draftAcceptances(journal: Journal, clauses: readonly Clause[], accepted: AcceptanceRecord): Draft {
  const { waivers: known = [], gaps: knownGaps = [], clarifications = [] } = accepted.file;
  const assemble = (waivers: readonly Acceptance[], gaps: readonly Acceptance[]): VerdictFile =>
    assembleVerdict(journal, clauses, {
      ...accepted,
      file: { waivers: [...known, ...inForce(waivers)], gaps: [...knownGaps, ...inForce(gaps)], clarifications },
    });
  const never = new Set(clauses.filter(isNeverWaived).map(({ id }) => id));
  const broken = draftWaivers(assemble([], []));
  const waivers = broken.filter(({ clause }) => !never.has(clause));
  const gaps = draftGaps(assemble(waivers, []));
  return {
    file: { waivers: [...known, ...waivers], gaps: [...knownGaps, ...gaps], clarifications },
    waivers: waivers.length,
    gaps: gaps.length,
    refused: [
      ...broken
        .filter(({ clause }) => never.has(clause))
        .map(({ clause }) => `${clause} is broken and guards money, consent or secrets: no waiver is accepted`),
      ...assemble(waivers, gaps)
        .binding.notJudged.filter((open) => !open.accepted)
        .map(({ clause, reason }) => `${clause} was not judged, and no gap fits: ${reason}`),
    ],
  };
}
