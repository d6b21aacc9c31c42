import { documentedCall } from '../../specs/documented-call.ts';
import { apiCodes } from '../../specs/codes.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import type { Operation } from '../../specs/operation.ts';
import { onboardingStatus, transferSecurityScheme } from '../../specs/operations.ts';
import { unknownValues } from '../../helpers/core/unknown-values.ts';
import { buildSchemeCall } from '../../helpers/journey/transfer/transfer.ts';
import type { Reply } from '../../helpers/judge/reply.ts';
import { mustBeReadable } from '../../helpers/judge/served.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { mustRefuse } from '../support/refusal.ts';

const unlisted = 'unlisted';

interface UnlistedValue {
  readonly clause: ClauseId;
  readonly operation: Operation;
  readonly title: string;
  readonly ask: (context: CheckContext) => Promise<Reply>;
}

const unlistedValues: readonly UnlistedValue[] = [
  {
    clause: 'OP1-PATH-USER-TYPE',
    operation: onboardingStatus,
    title: 'OP-1 refuses a `userType` that the document does not list',
    async ask({ use, probe, journey }) {
      await use(journey.access.open);
      const call = documentedCall(onboardingStatus, 'customer', { mobile: unknownValues.mobile });
      return probe(onboardingStatus, { ...call, path: { ...call.path, userType: unlisted } });
    },
  },
  {
    clause: 'OP8-QUERY-PAYMENT-SOURCE',
    operation: transferSecurityScheme,
    title: 'OP-8 refuses a `paymentSource` that the document does not list',
    // Of a sender whose transfers name their source anew (reading 20).
    async ask({ use, probe, journey }) {
      const sender = await use(journey.mpinSender);
      return journey.inTurn(sender.person, () => probe(transferSecurityScheme, { ...buildSchemeCall(sender, unlisted), priority: true }));
    },
  },
];

/** A closed list says what may be sent; that anything else is refused it does not say (reading 11). */
const unlistedCheck = ({ clause, operation, title, ask }: UnlistedValue): ActiveCheck =>
  check(clause, 'unlisted', title, { operation: operation.id, hardest: 'warn' }, async (context) => {
    const reply = await ask(context);
    mustBeReadable(reply);
    await mustRefuse(context, reply, reply.code !== apiCodes.success, 'a refusal');
  });

export const unlistedRequestValues: Suite = {
  name: 'Unlisted values',
  area: 'Business operations',
  checks: unlistedValues.map(unlistedCheck),
};
