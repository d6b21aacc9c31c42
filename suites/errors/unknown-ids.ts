import { apiCodes } from '../../specs/codes.ts';
import { documentedCall } from '../../specs/documented-call.ts';
import { randomInt, randomUUID } from 'node:crypto';
import { describeAnswer, type Reply } from '../../helpers/judge/reply.ts';
import { mustBeReadable } from '../../helpers/judge/served.ts';
import { formOptions, operationForms } from '../../specs/forms.ts';
import { check, type ActiveCheck, type CheckContext, type CheckOptions, type Suite } from '../../helpers/runner/check.ts';
import { foreignLookups, switchInTurn } from '../support/foreign-lookups.ts';
import { noDataRule } from '../rules/refused-data.ts';
import { mustRefuse } from '../support/refusal.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { changeEnd, unknownValues } from '../../helpers/core/unknown-values.ts';
import { buildEkycCall } from '../../helpers/journey/onboarding/ekyc.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import { ekycOnboarding, invoice, senderBalance, transactionStatus } from '../../specs/operations.ts';

interface ClauseTitle {
  readonly clause: ClauseId;
  readonly title: string;
}

const optionsFor = (id: string): Pick<CheckOptions, 'operation' | 'form'> => {
  const form = operationForms.find((each) => each.id === id);
  return form === undefined ? {} : formOptions(form);
};

/** Look-ups of ids that were never sent or issued (reading 16). */
const lookups = {
  'OP-10': async ({ use, probe, journey }: CheckContext): Promise<Reply> => {
    const subAgentTagId = await use(journey.subAgent.tagId);
    return probe(
      transactionStatus,
      documentedCall(transactionStatus, 'only', { correlationId: journey.people.newCorrelationId(), subAgentTagId }),
    );
  },
  'OP-11': async ({ use, probe, journey }: CheckContext): Promise<Reply> => {
    const subAgentTagId = await use(journey.subAgent.tagId);
    const invoiceId = String(9 * 10 ** 14 + randomInt(10 ** 12));
    return probe(invoice, documentedCall(invoice, 'only', { invoiceId, subAgentTagId }));
  },
  'OP-13': async (context: CheckContext): Promise<Reply> => {
    const sender = await context.use(context.journey.customer.sender);
    return switchInTurn(context, sender, unknownValues.number, 'true');
  },
  'OP-13-false': async (context: CheckContext): Promise<Reply> => {
    const sender = await context.use(context.journey.customer.sender);
    return switchInTurn(context, sender, unknownValues.number, 'false');
  },
  'OP-14': async ({ use, probe, journey }: CheckContext): Promise<Reply> => {
    const ids = { ...(await use(journey.customer.sender)), sessionId: randomUUID() };
    return probe(senderBalance, documentedCall(senderBalance, 'only', ids));
  },
} as const;

const lookUp = (context: CheckContext, id: keyof typeof lookups): Promise<Reply> =>
  context.use(context.journey.shareReply(`${id} of an unknown id`, (session) => lookups[id]({ ...context, ...session })));

/** The right session but for its end: no session at all. */
async function askWithSimilarSession(context: CheckContext): Promise<Reply> {
  const sender = await context.use(context.journey.customer.sender);
  const session = (await context.use(context.journey.customer.usualTransfer.before)).detail.getBalanceSessionId(context);
  return context.probe(senderBalance, documentedCall(senderBalance, 'only', { ...sender, sessionId: changeEnd(session) }));
}

/** A correlationId that was sent, cut short and continued; and the invoice of its transfer. */
async function askWithSimilarIds({ use, probe, journey }: CheckContext): Promise<readonly Reply[]> {
  const subAgentTagId = await use(journey.subAgent.tagId);
  await use(journey.customer.usualTransfer.status);
  const sent = await use(journey.customer.usualTransfer.correlationId);
  const ask = (correlationId: string): Promise<Reply> =>
    probe(transactionStatus, documentedCall(transactionStatus, 'only', { correlationId, subAgentTagId }));
  const issued = await use(journey.customer.usualTransfer.invoiceId);
  return [await ask(sent.slice(0, -4)), await ask(`${sent}-0`), await ask(issued)];
}

const foreignRefusalCheck = (id: keyof typeof foreignLookups, way: string, { clause, title }: ClauseTitle): ActiveCheck =>
  check(clause, way, title, optionsFor(id), async (context) => {
    const reply = await foreignLookups[id](context);
    mustBeReadable(reply);
    await mustRefuse(context, reply, reply.code !== apiCodes.success, 'a refusal');
  });

/** An eKYC request of a user with an impossible mobile and address. Formats are open, so OP-16 may accept it. */
async function sendInvalidUser({ use, probe, journey }: CheckContext): Promise<Reply> {
  const tagId = await use(journey.subAgent.tagId);
  const { payload } = buildEkycCall('1', tagId);
  return probe(ekycOnboarding, { payload: { ...payload, name: '', email: 'no address' } });
}

/** For look-ups the document says more, so HTTP 404 is none of their refusals (reading 16). */
const notFoundIsNoRefusal = new Set<string>(['OP-10', 'OP-11']);

const refusalCheck = (id: keyof typeof lookups, way: string, { clause, title }: ClauseTitle): ActiveCheck =>
  check(clause, way, title, optionsFor(id), async (context) => {
    const reply = await lookUp(context, id);
    mustBeReadable(reply);
    const holds = reply.code !== apiCodes.success && !(reply.status === 404 && notFoundIsNoRefusal.has(id));
    await mustRefuse(context, reply, holds, 'a refusal, at best HTTP 200 with code 4040');
  });

const nothingFoundCheck = (operation: 'OP-10' | 'OP-11'): ActiveCheck =>
  check('CODE-4040', `unknown-id-${operation}`, `${operation} answers an unknown id with code 4040`, { operation }, async (context) => {
    const reply = await lookUp(context, operation);
    mustBeReadable(reply);
    context.must.answer(reply.status === 200 && reply.code === apiCodes.nothingFound, 'HTTP 200 with code 4040', reply);
  });

export const unknownIds: Suite = {
  name: 'Unknown ids',
  area: 'Business operations',
  checks: [
    refusalCheck('OP-10', 'never-sent', { clause: 'OP10-UNKNOWN-ID', title: 'a correlationId never sent is refused' }),
    refusalCheck('OP-11', 'never-issued', { clause: 'OP11-UNKNOWN-ID', title: 'an invoice id never issued is refused' }),
    refusalCheck('OP-13', 'never-issued', { clause: 'OP13-UNKNOWN-ID', title: 'activating an id never issued is refused' }),
    refusalCheck('OP-13-false', 'never-issued-false', { clause: 'OP13-UNKNOWN-ID', title: 'switching off an id never issued is refused' }),
    refusalCheck('OP-14', 'never-issued', { clause: 'OP14-UNKNOWN-SESSION', title: 'a balance with a session never issued is refused' }),
    noDataRule('OP-14', (context) => lookUp(context, 'OP-14')),
    check(
      'OP14-UNKNOWN-SESSION',
      'near-miss',
      'a balance with a session that ends otherwise is refused',
      { circumstance: 'near-miss' },
      async (context) => {
        const reply = await askWithSimilarSession(context);
        mustBeReadable(reply);
        await mustRefuse(context, reply, reply.code !== apiCodes.success, 'a refusal');
      },
    ),
    check(
      'OP10-UNKNOWN-ID',
      'near-miss',
      'a correlationId cut short or continued, or an invoice id in its place, is refused',
      { circumstance: 'near-miss' },
      async (context) => {
        for (const reply of await askWithSimilarIds(context)) {
          mustBeReadable(reply);
          await mustRefuse(context, reply, reply.code !== apiCodes.success, 'a refusal');
        }
      },
    ),
    nothingFoundCheck('OP-10'),
    nothingFoundCheck('OP-11'),
    foreignRefusalCheck('OP-13', 'of-another-sender', {
      clause: 'OP13-UNKNOWN-ID',
      title: "activating another sender's beneficiary is refused",
    }),
    foreignRefusalCheck('OP-13-false', 'of-another-sender-false', {
      clause: 'OP13-UNKNOWN-ID',
      title: "switching off another sender's beneficiary is refused",
    }),
    foreignRefusalCheck('OP-14', 'of-another-sender', {
      clause: 'OP14-FOREIGN-SESSION',
      title: "a balance with another sender's session is refused",
    }),
    check(
      'CODE-4160',
      'invalid-user-OP-16',
      'OP-16 answers a user whose data are invalid with code 4160',
      { operation: 'OP-16' },
      async (context) => {
        const reply = await sendInvalidUser(context);
        mustBeReadable(reply);
        context.observe(`an eKYC request with invalid user data is answered with ${describeAnswer(reply)}`);
        if (reply.code === apiCodes.success) throw notApplicable('OP-16 accepted the data, whose formats are open');
        context.must.answer(reply.status === 200 && reply.code === apiCodes.validationFailed, 'HTTP 200 with code 4160', reply);
      },
    ),
  ],
};
