import type { ClauseSection } from './clause.ts';
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

export interface Chapter {
  readonly title: string;
  readonly sections: readonly ClauseSection[];
}

/** The whole document, in its own order. */
export const chapters = [
  { title: 'What the service does', sections: serviceSections },
  {
    title: 'Resources and their fields',
    sections: [
      ...envelopeSections,
      ...onboardingResultSections,
      ...senderResultSections,
      ...transferResultSections,
      ...balanceResultSections,
      ...ekycResultSections,
    ],
  },
  { title: 'States and transitions', sections: stateSections },
  {
    title: 'Endpoints',
    sections: [
      ...commonEndpointSections,
      ...onboardingEndpointSections,
      ...senderEndpointSections,
      ...transferEndpointSections,
      ...accountEndpointSections,
      ...operationalEndpointSections,
    ],
  },
  { title: 'Authentication', sections: authenticationSections },
  { title: 'Events', sections: eventSections },
  { title: 'Errors', sections: errorSections },
  { title: 'Limits', sections: limitSections },
  { title: 'Versioning', sections: versioningSections },
] as const satisfies readonly Chapter[];

const chapterTitleByClause: ReadonlyMap<string, string> = new Map(
  (chapters as readonly Chapter[]).flatMap(({ title, sections }) =>
    sections.flatMap(({ clauses }) => Object.keys(clauses).map((id): [string, string] => [id, title])),
  ),
);

/** Null for a clause that the catalogue does not have. */
export const findChapterTitle = (clause: string): string | null => chapterTitleByClause.get(clause) ?? null;
