import type { Config } from '../target/config.ts';
import { openBudget, type Budget } from './budget.ts';
import { openFindings, type Findings } from './findings.ts';

/** What all campaigns of a run share. */
export interface Fuzz {
  readonly budget: Budget;
  /** Of walks and of races, which come when the odd calls are done. */
  readonly walks: Budget;
  readonly races: Budget;
  readonly findings: Findings;
  readonly allow: Config['permissions']['allow'];
  /** Calls under way at once (DMT_MAX_CONCURRENCY). */
  readonly concurrency: number;
  /** A chapter ends with the first thing it finds: enough to show that it is found. */
  readonly untilFound: boolean;
}

/** How the clock is shared. */
const shares = { cases: 0.6, walks: 0.3, races: 0.1 } as const;

export function openFuzz(
  { fuzz: size, permissions, connection }: Pick<Config, 'fuzz' | 'permissions' | 'connection'>,
  untilFound = false,
): Fuzz {
  const budgetOf = (share: number): Budget => openBudget({ ...size, seconds: size.seconds * share });
  return {
    budget: budgetOf(shares.cases),
    walks: budgetOf(shares.walks),
    races: budgetOf(shares.races),
    findings: openFindings(),
    allow: permissions.allow,
    concurrency: connection.maxConcurrency,
    untilFound,
  };
}
