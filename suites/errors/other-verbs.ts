import { describeAnswer, type Reply } from '../../helpers/judge/reply.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { placeholderCall } from '../../helpers/journey/calls/placeholder.ts';
import { firstFormOf } from '../../specs/forms.ts';
import type { Operation } from '../../specs/operation.ts';
import { agentBalance, operations, paymentSources, sendOtp, setMpin, transferSecurityScheme } from '../../specs/operations.ts';

/** Verbs about which the document is silent (reading 4), by the stated one. OP-12 is a PUT, so POST is open there too. */
const openVerbs: Readonly<Record<Operation['method'], readonly string[]>> = {
  GET: ['DELETE'],
  POST: ['PUT'],
  PUT: ['POST'],
};

/** A WebDAV verb that HTTP itself does not define. A server that knows it only reads. */
const unknownVerb = 'PROPFIND';

/** Sends an unknown mobile, no payload and no amount, so that the verb cannot have an effect. */
async function askWithVerb({ use, probe, journey }: CheckContext, operation: Operation, method: string): Promise<Reply> {
  await use(journey.access.open);
  const { path, query, consent } = placeholderCall(firstFormOf(operation), journey.people);
  return probe(operation, {
    method,
    path: { ...path, mobile: '0000000000' },
    query,
    ...(consent !== undefined && { consent }),
    effectAmount: '0',
  });
}

/** `HTTP-NO-5XX` accuses a server error. */
function otherVerbsCheck(operation: Operation): ActiveCheck {
  return check(
    'HTTP-OTHER-VERBS',
    operation.id,
    `what other verbs on ${operation.id} lead to is recorded`,
    { operation: operation.id },
    async (context) => {
      for (const method of openVerbs[operation.method]) {
        const { status, code } = await askWithVerb(context, operation, method);
        const answer = `HTTP ${status ?? 'nothing'}${code === null ? '' : ` and code ${code}`}`;
        context.observe(`${method} in place of ${operation.method} is answered with ${answer}`);
      }
    },
  );
}

function unknownVerbCheck(operation: Operation): ActiveCheck {
  return check(
    'HTTP-UNKNOWN-VERB',
    `propfind-${operation.id}`,
    `a verb HTTP does not know on ${operation.id} is not HTTP 501`,
    { operation: operation.id },
    async (context) => {
      const reply = await askWithVerb(context, operation, unknownVerb);
      if (reply.status === 501) throw context.must.answerViolation('HTTP 400 or 415', reply);
    },
  );
}

/** A server reads the verb before it knows the operation: one for each method on each of the two paths shows it. */
const askedWithUnknownVerb: readonly Operation[] = [paymentSources, sendOtp, setMpin, agentBalance, transferSecurityScheme];

export const otherVerbs: Suite = {
  name: 'Other verbs',
  area: 'Contract',
  checks: [
    ...operations.map(otherVerbsCheck),
    ...askedWithUnknownVerb.map(unknownVerbCheck),
    check(
      'HTTP-REFUSAL-ORDER',
      'token-or-method',
      'whether a missing token or a wrong method is refused first is recorded',
      async ({ use, probe, observe, journey }) => {
        await use(journey.access.open);
        const reply = await probe(paymentSources, { method: 'POST', token: 'none' });
        observe(`a wrong method without a token is answered with ${describeAnswer(reply)}`);
      },
    ),
  ],
};
