import type { Judged, JournalLine, SpentLine } from '../../core/records/journal-lines.ts';
import { fillRepeated, leaveOut, leaveOutRepeated } from '../../core/records/lean-rows.ts';
import type { Outcome, PlannedCheck } from '../../core/records/outcome.ts';

/** Most checks pass and most requests cost little. What has these values is not written, and comes back when it is read. */
const usualOutcome = {
  expected: null,
  received: null,
  place: null,
  seen: null,
  reason: null,
  cause: null,
  owner: null,
  evidence: [],
  facts: [],
} as const satisfies Partial<Outcome>;

const usualCost = { otps: 0, transfers: 0, amount: '0', wrongCodes: 0, wrongLogins: 0, records: 0 } as const satisfies Partial<SpentLine>;

/** An answer to a documented call is its exchange alone. */
const leanAnswer = ({ exchange, documented }: Judged): string | Judged => (documented ? exchange : { exchange, documented });

const fillAnswer = (answer: string | Judged): Judged =>
  typeof answer === 'string' ? { exchange: answer, documented: true } : { ...{ documented: true }, ...answer };

/** The id of a check begins with its clause. */
const readClause = (id: string): Pick<PlannedCheck, 'clause'> => ({ clause: id.slice(0, id.indexOf('~')) });

/** Checks of one suite follow one another. */
const shared = ['operation', 'area', 'suite', 'where'] as const satisfies readonly (keyof PlannedCheck)[];

const leanPlan = (plan: readonly PlannedCheck[]): readonly object[] =>
  leaveOutRepeated(plan, shared).map((row, at) => leaveOut(row, readClause(plan[at]?.id ?? '')));

const fillPlan = (rows: readonly PlannedCheck[]): readonly PlannedCheck[] =>
  fillRepeated(rows, shared).map((row) => ({ ...readClause(row.id), ...row }));

function toLean(line: JournalLine): object {
  if (line.kind === 'run') return { ...line, plan: leanPlan(line.plan) };
  if (line.kind === 'judged') return { ...line, answers: line.answers.map(leanAnswer) };
  if (line.kind === 'outcome') return { ...line, outcome: leaveOut(line.outcome, usualOutcome) };
  if (line.kind === 'spent') return { ...line, spent: leaveOut(line.spent, usualCost) };
  return line;
}

/** Lines of `outcomes.jsonl`, each with its end. */
export const formatLines = (lines: readonly JournalLine[]): string => lines.map((line) => `${JSON.stringify(toLean(line))}\n`).join('');

/** The line as it was before it was written. Lines of earlier releases are whole already. */
export function fillLine(line: JournalLine): JournalLine {
  if (line.kind === 'run') return { ...line, plan: fillPlan(line.plan) };
  if (line.kind === 'judged') return { ...line, answers: line.answers.map(fillAnswer) };
  if (line.kind === 'outcome') return { ...line, outcome: { ...usualOutcome, ...line.outcome } };
  if (line.kind === 'spent') return { ...line, spent: { ...usualCost, ...line.spent } };
  return line;
}
