import type { Campaigns } from './campaigns.ts';
import { isOfCampaign, type ActiveCheck } from './check.ts';

export interface Turns {
  readonly together: readonly ActiveCheck[];
  readonly inTurn: readonly ActiveCheck[];
  readonly logins: readonly ActiveCheck[];
  /** These run when all answers have come, including those of calls that need the target alone. */
  readonly overall: readonly ActiveCheck[];
}

/** Also gives the campaigns the list of their planned checks. */
export function planTurns(active: readonly ActiveCheck[], { chapters, sequences, fuzz }: Campaigns): Turns {
  fuzz.plan(active.filter(isOfCampaign));
  const campaign = chapters.inTurn(active.filter(({ needs }) => needs === 'campaign'));
  const sequenceChecks = active.filter(({ needs }) => needs === 'walks');
  sequences.planClauses(sequenceChecks.map(({ clause }) => clause));
  const alone = active.filter(({ needs }) => needs === 'alone' || needs === 'races');
  const overall = alone.filter((check) => check.overall !== undefined);
  const others = alone.filter((check) => check.overall === undefined);
  const logins = active.filter(({ needs }) => needs === 'wrong-login');
  const inTurn = [...campaign, ...sequenceChecks, ...others];
  const later = new Set([...inTurn, ...logins, ...overall]);
  return { together: active.filter((check) => !later.has(check)), inTurn, logins, overall };
}
