import type { RunHeader } from '../../core/records/journal-lines.ts';
import type { VerdictCheck, VerdictClause } from '../model/verdict-file.ts';
import { isEarlier } from '../model/earlier-signature.ts';
import { signedName } from '../model/signature.ts';
import type { Accepted } from './apply.ts';
import type { Acceptance } from '../model/acceptances.ts';

/** So many passing runs in a row make stale what was said to come and go. */
const enoughPasses = 10;

/** What a signature names, as this run ended for it. */
interface Ending {
  /** Null when it did not happen. */
  readonly signature: string | null;
  /** It was looked at, and there is nothing to accept. */
  readonly fine: boolean;
  /** Whatever became of it says nothing of what was accepted. */
  readonly open: boolean;
}

const checkEnding = ({ verdict, signature }: VerdictCheck): Ending => {
  const fine = verdict === 'pass' || verdict === 'warn' || verdict === 'observed';
  return { signature, fine, open: signature === null && !fine };
};

const clauseEnding = ({ verdict, signature }: VerdictClause): Ending => {
  const open = signature === null && (verdict === 'error' || verdict === 'not-applicable');
  return { signature, fine: signature === null && !open, open };
};

function staleReason(one: Acceptance, signature: string, ending: Ending | undefined, passedBefore: number): string | null {
  const name = signedName(signature);
  if (ending === undefined) return `${signature} matches nothing: there is no ${name}`;
  if (ending.open || ending.signature === signature) return null;
  if (!ending.fine && ending.signature !== null && isEarlier(signature) && !isEarlier(ending.signature))
    return `${signature} was made by an earlier release: put ${ending.signature} in its place, as verdict.json has it`;
  if (!ending.fine) return `${signature} matches nothing: the signature of ${name} is now ${ending.signature ?? 'none'}`;
  if (one.intermittent !== true) return `${signature} is stale: ${name} needs it no longer`;
  return passedBefore + 1 < enoughPasses ? null : `${signature} is stale: ${name} did without it in ${enoughPasses} runs in a row`;
}

function staleReasonsOf(
  kind: string,
  all: readonly Acceptance[],
  endingOf: (name: string) => Ending | undefined,
  passedBefore: Accepted['passedBefore'],
): string[] {
  return all.flatMap((one) =>
    one.signatures
      .flatMap((signature) => staleReason(one, signature, endingOf(signedName(signature)), passedBefore[signature] ?? 0) ?? [])
      .map((about) => `${kind} of ${one.clause}: ${about}`),
  );
}

const untouched: Ending = { signature: null, fine: false, open: true };

/** A run as far as it is assembled. */
interface Judged {
  readonly run: Pick<RunHeader, 'selection'>;
  readonly checks: readonly VerdictCheck[];
  readonly clauses: readonly VerdictClause[];
}

/** Waivers and gaps that fit the target but not what the run found. A run of selected checks says nothing of the rest. */
export function staleAcceptances(
  { waivers, gaps }: { readonly waivers: readonly Acceptance[]; readonly gaps: readonly Acceptance[] },
  passedBefore: Accepted['passedBefore'],
  { run, checks, clauses }: Judged,
): readonly string[] {
  const whole = run.selection === null;
  const byCheck = new Map(checks.map((check) => [check.id, checkEnding(check)]));
  const byClause = new Map(
    clauses.filter((clause) => whole || clause.checks.length > 0).map((clause) => [clause.id, clauseEnding(clause)]),
  );
  const known = (of: ReadonlyMap<string, Ending>) => (name: string) => of.get(name) ?? (whole ? undefined : untouched);
  return [
    ...staleReasonsOf('waiver', waivers, known(byCheck), passedBefore),
    ...staleReasonsOf('gap', gaps, known(byClause), passedBefore),
  ];
}
