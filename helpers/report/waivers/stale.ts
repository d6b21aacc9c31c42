import type { RunHeader } from '../../core/records/journal-lines.ts';
import { statusByVerdict } from '../../core/records/verdicts.ts';
import type { VerdictCheck, VerdictClause } from '../model/verdict-file.ts';
import { isEarlierSignature } from '../model/earlier-signature.ts';
import { parseSignedName } from '../model/signature.ts';
import type { AcceptanceRecord } from './apply.ts';
import type { Acceptance } from '../model/acceptances.ts';

/** Passing runs in a row that make an intermittent entry stale. */
const passesUntilStale = 10;

/** How this run ended for the name in a signature. */
interface SignatureState {
  /** Null when the deviation did not occur. */
  readonly signature: string | null;
  /** The run judged it and found nothing to accept. */
  readonly fine: boolean;
  /** The run does not show whether the entry is still needed. */
  readonly open: boolean;
}

const toCheckState = ({ verdict, signature }: VerdictCheck): SignatureState => {
  const fine = statusByVerdict[verdict] === 'passed';
  return { signature, fine, open: signature === null && !fine };
};

const toClauseState = ({ verdict, signature }: VerdictClause): SignatureState => {
  // A blocked clause without a signature: an interrupted run did not reach it.
  const open = signature === null && (verdict === 'error' || verdict === 'not-applicable' || verdict === 'blocked');
  return { signature, fine: signature === null && !open, open };
};

function findStaleReason(one: Acceptance, signature: string, ending: SignatureState | undefined, passedBefore: number): string | null {
  const name = parseSignedName(signature);
  if (ending === undefined) return `${signature} matches nothing: there is no ${name}; remove it`;
  if (ending.open || ending.signature === signature) return null;
  if (!ending.fine && ending.signature !== null && isEarlierSignature(signature) && !isEarlierSignature(ending.signature))
    return `${signature} comes from an earlier release: replace it with ${ending.signature} from verdict.json`;
  if (!ending.fine)
    return `${signature} matches nothing: the signature of ${name} is now ${ending.signature ?? 'none'}; correct or remove it`;
  if (one.intermittent !== true) return `${signature} is stale: ${name} no longer needs it; remove it`;
  return passedBefore + 1 < passesUntilStale
    ? null
    : `${signature} is stale: ${name} did not need it in ${passesUntilStale} runs in a row; remove it`;
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

interface JudgedRun {
  readonly run: Pick<RunHeader, 'selection'>;
  readonly checks: readonly VerdictCheck[];
  readonly clauses: readonly VerdictClause[];
}

/** Entries that fit the target but not the run's findings. A run of selected checks shows nothing about the other entries. */
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
