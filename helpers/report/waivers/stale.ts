import type { RunHeader } from '../../core/records/journal-lines.ts';
import type { VerdictCheck, VerdictClause } from '../model/verdict-file.ts';
import { isEarlierSignature } from '../model/earlier-signature.ts';
import { parseSignedName } from '../model/signature.ts';
import type { AcceptanceRecord } from './apply.ts';
import type { Acceptance } from '../model/acceptances.ts';

/** So many passing runs in a row make stale what was said to come and go. */
const passesUntilStale = 10;

/** What a signature names, as this run ended for it. */
interface SignatureState {
  /** Null when it did not happen. */
  readonly signature: string | null;
  /** It was looked at, and there is nothing to accept. */
  readonly fine: boolean;
  /** Whatever became of it says nothing of what was accepted. */
  readonly open: boolean;
}

const toCheckState = ({ verdict, signature }: VerdictCheck): SignatureState => {
  const fine = verdict === 'pass' || verdict === 'warn' || verdict === 'observed';
  return { signature, fine, open: signature === null && !fine };
};

const toClauseState = ({ verdict, signature }: VerdictClause): SignatureState => {
  const open = signature === null && (verdict === 'error' || verdict === 'not-applicable');
  return { signature, fine: signature === null && !open, open };
};

function findStaleReason(one: Acceptance, signature: string, ending: SignatureState | undefined, passedBefore: number): string | null {
  const name = parseSignedName(signature);
  if (ending === undefined) return `${signature} matches nothing: there is no ${name}`;
  if (ending.open || ending.signature === signature) return null;
  if (!ending.fine && ending.signature !== null && isEarlierSignature(signature) && !isEarlierSignature(ending.signature))
    return `${signature} was made by an earlier release: put ${ending.signature} in its place, as verdict.json has it`;
  if (!ending.fine) return `${signature} matches nothing: the signature of ${name} is now ${ending.signature ?? 'none'}`;
  if (one.intermittent !== true) return `${signature} is stale: ${name} needs it no longer`;
  return passedBefore + 1 < passesUntilStale ? null : `${signature} is stale: ${name} did without it in ${passesUntilStale} runs in a row`;
}

function collectStaleReasons(
  kind: string,
  all: readonly Acceptance[],
  findEnding: (name: string) => SignatureState | undefined,
  passedBefore: AcceptanceRecord['passedBefore'],
): string[] {
  return all.flatMap((one) =>
    one.signatures
      .flatMap((signature) => findStaleReason(one, signature, findEnding(parseSignedName(signature)), passedBefore[signature] ?? 0) ?? [])
      .map((about) => `${kind} of ${one.clause}: ${about}`),
  );
}

const undecidedState: SignatureState = { signature: null, fine: false, open: true };

/** A run as far as it is assembled. */
interface JudgedRun {
  readonly run: Pick<RunHeader, 'selection'>;
  readonly checks: readonly VerdictCheck[];
  readonly clauses: readonly VerdictClause[];
}

/** Waivers and gaps that fit the target but not what the run found. A run of selected checks says nothing of the rest. */
export function findStaleAcceptances(
  { waivers, gaps }: { readonly waivers: readonly Acceptance[]; readonly gaps: readonly Acceptance[] },
  passedBefore: AcceptanceRecord['passedBefore'],
  { run, checks, clauses }: JudgedRun,
): readonly string[] {
  const whole = run.selection === null;
  const byCheck = new Map(checks.map((check) => [check.id, toCheckState(check)]));
  const byClause = new Map(
    clauses.filter((clause) => whole || clause.checks.length > 0).map((clause) => [clause.id, toClauseState(clause)]),
  );
  const lookUpIn = (endings: ReadonlyMap<string, SignatureState>) => (name: string) =>
    endings.get(name) ?? (whole ? undefined : undecidedState);
  return [
    ...collectStaleReasons('waiver', waivers, lookUpIn(byCheck), passedBefore),
    ...collectStaleReasons('gap', gaps, lookUpIn(byClause), passedBefore),
  ];
}
