import type { Clause, ClauseEntry, ClauseSection } from './clause.ts';
import { authenticationSections } from './clauses/authentication.ts';
import { accountEndpointSections } from './clauses/endpoints/account.ts';
import { commonEndpointSections } from './clauses/endpoints/common.ts';
import { onboardingEndpointSections } from './clauses/endpoints/onboarding.ts';
import { operationalEndpointSections } from './clauses/endpoints/operational.ts';
import { senderEndpointSections } from './clauses/endpoints/sender.ts';
import { transferEndpointSections } from './clauses/endpoints/transfer.ts';
import { errorSections } from './clauses/errors.ts';
import { eventSections } from './clauses/events.ts';
import { limitSections } from './clauses/limits.ts';
import { balanceResultSections } from './clauses/resources/balance.ts';
import { ekycResultSections } from './clauses/resources/ekyc.ts';
import { envelopeSections } from './clauses/resources/envelope.ts';
import { onboardingResultSections } from './clauses/resources/onboarding.ts';
import { senderResultSections } from './clauses/resources/sender.ts';
import { transferResultSections } from './clauses/resources/transfer.ts';
import { serviceSections } from './clauses/service.ts';
import { stateSections } from './clauses/states.ts';
import { versioningSections } from './clauses/versioning.ts';

/** The whole document, in its own order. */
export const sections = [
  ...serviceSections,
  ...envelopeSections,
  ...onboardingResultSections,
  ...senderResultSections,
  ...transferResultSections,
  ...balanceResultSections,
  ...ekycResultSections,
  ...stateSections,
  ...commonEndpointSections,
  ...onboardingEndpointSections,
  ...senderEndpointSections,
  ...transferEndpointSections,
  ...accountEndpointSections,
  ...operationalEndpointSections,
  ...authenticationSections,
  ...eventSections,
  ...errorSections,
  ...limitSections,
  ...versioningSections,
] as const satisfies readonly ClauseSection[];

type IdsOf<Section extends ClauseSection> = Section extends ClauseSection ? keyof Section['clauses'] & string : never;

/** Every clause id, as a literal type. */
export type ClauseId = IdsOf<(typeof sections)[number]>;

function clausesOf({ section, operation, clauses }: ClauseSection): Clause[] {
  return Object.entries<ClauseEntry>(clauses).map(([id, entry]) => ({ id, section, operation, ...entry }));
}

export const clauses: readonly Clause[] = sections.flatMap((section) => clausesOf(section));

const byId: ReadonlyMap<string, Clause> = new Map(clauses.map((clause) => [clause.id, clause]));

export const isClauseId = (text: string): text is ClauseId => byId.has(text);

export function clauseOf(id: ClauseId): Clause {
  const found = byId.get(id);
  if (found === undefined) throw new Error(`expected a clause of the catalogue, received ${id}: add it under specs/clauses`);
  return found;
}
