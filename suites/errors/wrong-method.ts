import { check, type ActiveCheck, type Suite } from '../../helpers/runner/check.ts';
import { placeholderCall } from '../../helpers/journey/calls/placeholder.ts';
import type { Operation } from '../../specs/operation.ts';
import { operations } from '../../specs/operations.ts';
import { mustRefuse } from '../support/refusal.ts';

/** The document states this for GET and POST only, so the one PUT operation is left out (reading 4). */
const wrongMethodFor = { GET: 'POST', POST: 'GET', PUT: null } as const;

function refusalChecks(operation: Operation): ActiveCheck[] {
  const method = wrongMethodFor[operation.method];
  if (method === null) return [];
  return [
    check(
      'HTTP-415',
      `${method.toLowerCase()}-${operation.id}`,
      `${operation.id} asked with ${method} is refused with HTTP 415`,
      { operation: operation.id },
      async (context) => {
        const { use, probe, journey } = context;
        await use(journey.access.open);
        const { path, query, consent } = placeholderCall(operation, journey.people);
        const reply = await probe(operation, {
          method,
          path,
          query,
          ...(consent !== undefined && { consent }),
        });
        await mustRefuse(context, reply, reply.status === 415, 'HTTP 415');
      },
    ),
  ];
}

export const wrongMethod: Suite = { name: 'Wrong method', area: 'Contract', checks: operations.flatMap(refusalChecks) };
