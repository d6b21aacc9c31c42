import { answered } from '../../helpers/judge/must.ts';
import { outcomeOf, type Reply } from '../../helpers/judge/reply.ts';
import { check, type ActiveCheck, type Stage, type Suite, wayOf } from '../../helpers/runner/check.ts';
import { placeholderCall } from '../../helpers/journey/calls/placeholder.ts';
import type { Operation } from '../../specs/operation.ts';
import { operations, paymentSources } from '../../specs/operations.ts';

/** Neither GET nor POST, of which the document speaks (reading 4). OP-12 is a PUT, so there those two are as open. */
const verbs = ['PUT', 'PATCH', 'DELETE'] as const;

/** A verb of WebDAV: HTTP itself does not know it, and reading is the most it does anywhere. */
const unknownVerb = 'PROPFIND';

const othersOf = ({ method }: Operation): readonly string[] => (method === 'PUT' ? ['GET', 'POST', 'PATCH', 'DELETE'] : verbs);

/** Nobody's mobile, no payload and no amount: whatever the verb is taken for, there is nothing to do it to. */
async function ask({ use, probe, world }: Stage, operation: Operation, method: string): Promise<Reply> {
  await use(world.access.open);
  const { path, query, consent } = placeholderCall(operation, world.people);
  return probe(operation, {
    method,
    path: { ...path, mobile: '0000000000' },
    ...(query && { query }),
    ...(consent !== undefined && { consent }),
    effectAmount: '0',
  });
}

/** A server error is told by `HTTP-NO-5XX`. */
function others(operation: Operation): ActiveCheck {
  const head = {
    id: `HTTP-OTHER-VERBS~${operation.id}`,
    clause: 'HTTP-OTHER-VERBS',
    operation: operation.id,
    title: `what other verbs on ${operation.id} lead to is recorded`,
    needs: 'token',
  } as const;
  return check(head, async (stage) => {
    for (const method of othersOf(operation)) {
      const { status, code } = await ask(stage, operation, method);
      const answer = `HTTP ${status ?? 'nothing'}${code === null ? '' : ` and code ${code}`}`;
      stage.observe(`${method} in place of ${operation.method} is answered with ${answer}`);
    }
  });
}

function unknown(operation: Operation): ActiveCheck {
  const head = {
    id: `HTTP-UNKNOWN-VERB~${wayOf('propfind', operation.id)}`,
    clause: 'HTTP-UNKNOWN-VERB',
    operation: operation.id,
    title: `a verb HTTP does not know on ${operation.id} is not HTTP 501`,
    needs: 'token',
  } as const;
  return check(head, async (stage) => {
    const reply = await ask(stage, operation, unknownVerb);
    if (reply.status === 501) throw answered('HTTP-UNKNOWN-VERB', 'HTTP 400 or 415', reply);
  });
}

export const otherVerbs: Suite = {
  name: 'Other verbs',
  area: 'Contract',
  checks: [
    ...operations.flatMap((operation) => [others(operation), unknown(operation)]),
    check(
      {
        id: 'HTTP-REFUSAL-ORDER~token-or-method',
        clause: 'HTTP-REFUSAL-ORDER',
        title: 'which comes first of a missing token and a wrong method is recorded',
        needs: 'token',
      },
      async ({ use, probe, observe, world }) => {
        await use(world.access.open);
        const reply = await probe(paymentSources, { method: 'POST', token: 'none' });
        observe(`a wrong method without a token is answered with ${outcomeOf(reply)}`);
      },
    ),
  ],
};
