import { apiCodes } from '../../specs/codes.ts';
import { createMust } from '../../helpers/judge/must.ts';
import { type Reply } from '../../helpers/judge/reply.ts';
import { mustBeReadable } from '../../helpers/judge/served.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { changeEnd, unknownValues } from '../../helpers/core/unknown-values.ts';
import { withIdOf, withUnknown } from '../../helpers/journey/calls/edit-call.ts';
import { buildEkycCall } from '../../helpers/journey/onboarding/ekyc.ts';
import type { Call } from '../../helpers/client/http/call.ts';
import type { Sender } from '../../helpers/journey/sender/sender.ts';
import type { Operation } from '../../specs/operation.ts';
import { formOptions, operationForms, type OperationForm } from '../../specs/forms.ts';
import { ekycOnboarding } from '../../specs/operations.ts';
import { buildCustomerCall } from '../support/customer-calls.ts';
import { mustRefuseByKey, findRefusedCall } from '../support/refused-calls.ts';
import { mustRefuse } from '../support/refusal.ts';

type UnknownRole = 'sender' | 'sub-agent';

const clauseByRole = { sender: 'REFUSAL-UNKNOWN-SENDER', 'sub-agent': 'REFUSAL-UNKNOWN-SUB-AGENT' } as const;

const refusal = 'a refusal, at best HTTP 200 with code 4040';

/** Operations with a consent. The journey sends these calls among the refused calls of the customer. */
const formsWithConsent: readonly string[] = ['OP-6', 'OP-7', 'OP-9'];

const ekycMobile = ({ journey: { people } }: CheckContext): string => people.spares[1] ?? people.customer.mobile;

async function askMpin(context: CheckContext, way: string): Promise<Reply> {
  const step = context.journey.mpinRefused.get(way);
  if (step === undefined) throw new Error(`expected an OP-12 with ${way} in the journey, received none: add it to mpin.ts`);
  return context.use(step);
}

const readSession = ({ exchange }: Reply): string | null => new URL(exchange.request.url).searchParams.get('sessionId');

/** The ids are right. A session that serves once may be why a call with it is refused, whatever else is wrong with that call (reading 13). */
async function buildCallToSpoil(context: CheckContext, id: string): Promise<readonly [Operation, Call]> {
  if (id === 'OP-14') {
    const { balances } = await context.use(context.journey.customer.usualTransfer.before);
    const [one, other] = balances.slice(-2).map(readSession);
    if (one !== other) throw notApplicable('a session of OP-14 serves once');
  }
  return buildCustomerCall(context, id);
}

async function sendAsUnknown(context: CheckContext, who: UnknownRole, id: string): Promise<Reply> {
  if (id === 'OP-12') return askMpin(context, `unknown-${who}`);
  if (id === 'OP-16') {
    await context.use(context.journey.subAgent.tag);
    return context.probe(ekycOnboarding, buildEkycCall(ekycMobile(context), unknownValues.uuid));
  }
  if (formsWithConsent.includes(id)) return (await context.use(findRefusedCall(context, `unknown-${who}-${id}`))).reply;
  const [operation, call] = await buildCallToSpoil(context, id);
  return context.probe(operation, withUnknown(call, who));
}

const askAsUnknown = (context: CheckContext, who: UnknownRole, id: string): Promise<Reply> =>
  context.use(
    context.journey.shareReply(`${id} of a ${who} never issued`, (session) => sendAsUnknown({ ...context, ...session }, who, id)),
  );

function refusalCheck(who: UnknownRole, form: OperationForm): ActiveCheck {
  const { id, name } = form;
  return check(clauseByRole[who], `never-issued-${id}`, `${name} refuses a ${who} never issued`, formOptions(form), async (context) => {
    const reply = await askAsUnknown(context, who, id);
    if (formsWithConsent.includes(id)) {
      await mustRefuseByKey(context, `unknown-${who}-${id}`);
      return;
    }
    mustBeReadable(reply);
    await mustRefuse(context, reply, reply.code !== apiCodes.success, refusal);
  });
}

/** An id that was never issued is answered with "nothing found" (reading 16). */
function notFoundCheck(who: UnknownRole, form: OperationForm): ActiveCheck {
  const { id, name } = form;
  return check(
    'CODE-4040',
    `unknown-${who}-${id}`,
    `${name} answers a ${who} never issued with code 4040`,
    formOptions(form),
    async (context) => {
      const reply = await askAsUnknown(context, who, id);
      mustBeReadable(reply);
      // When the service accepts an unknown id, the clause of that role accuses it.
      createMust(clauseByRole[who]).answer(reply.code !== apiCodes.success, 'a refusal', reply);
      // The eKYC is asked for a user who may be tagged: which of the two refusals comes first is open (reading 1).
      const mayBeTagged = id === 'OP-16' && reply.status === 200 && reply.code === apiCodes.validationFailed;
      if (mayBeTagged) throw notApplicable('OP-16 refuses a user who is tagged');
      context.must.answer(reply.status === 200 && reply.code === apiCodes.nothingFound, 'HTTP 200 with code 4040', reply);
    },
  );
}

/** Ids that are wrong, though a careless service takes them (readings 13 and 16). */
type Resemblance = 'other-user-type' | 'near-miss';

const wrongIdFor: Readonly<Record<Resemblance, (who: UnknownRole, ids: Pick<Sender, 'senderId' | 'subAgentTagId'>) => string>> = {
  'other-user-type': (who, { senderId, subAgentTagId }) => (who === 'sender' ? subAgentTagId : senderId),
  'near-miss': (who, { senderId, subAgentTagId }) => changeEnd(who === 'sender' ? senderId : subAgentTagId),
};

const idText: Readonly<Record<Resemblance, Readonly<Record<UnknownRole, string>>>> = {
  'other-user-type': { sender: 'the tag of a sub-agent as a sender', 'sub-agent': 'the tag of a customer as a sub-agent' },
  'near-miss': { sender: 'a tag that ends otherwise as a sender', 'sub-agent': 'a tag that ends otherwise as a sub-agent' },
};

async function askAsSimilar(context: CheckContext, who: UnknownRole, id: string, resemblance: Resemblance): Promise<Reply> {
  const ids = await context.use(context.journey.customer.sender);
  if (ids.senderId === ids.subAgentTagId) throw notApplicable('the customer and the sub-agent have the same tag');
  const wrong = wrongIdFor[resemblance](who, ids);
  if (id === 'OP-16') return context.probe(ekycOnboarding, buildEkycCall(ekycMobile(context), wrong));
  if (id === 'OP-12') return askMpin(context, `${resemblance}-${who}`);
  const [operation, call] = await buildCallToSpoil(context, id);
  return context.probe(operation, withIdOf(call, who, wrong));
}

function similarIdCheck(who: UnknownRole, form: OperationForm, resemblance: Resemblance): ActiveCheck {
  const { id, name } = form;
  return check(
    clauseByRole[who],
    `${resemblance}-${id}`,
    `${name} refuses ${idText[resemblance][who]}`,
    { ...formOptions(form), ...(resemblance === 'near-miss' && { circumstance: resemblance }) },
    async (context) => {
      if (formsWithConsent.includes(id)) return mustRefuseByKey(context, `${resemblance}-${who}-${id}`);
      const reply = await askAsSimilar(context, who, id, resemblance);
      mustBeReadable(reply);
      await mustRefuse(context, reply, reply.code !== apiCodes.success, refusal);
    },
  );
}

const formsNamed = (...ids: readonly string[]): readonly OperationForm[] => operationForms.filter(({ id }) => ids.includes(id));

/** Every form that takes the id of a sender, in its path or as `from`. */
const formsWithSender = formsNamed('OP-5', 'OP-6', 'OP-7', 'OP-8', 'OP-8-bank', 'OP-9', 'OP-12', 'OP-13', 'OP-13-false', 'OP-14');

/** Every form that takes the id of a sub-agent, in its query or as `subAgentTag`. */
const formsWithSubAgent = [...formsWithSender, ...formsNamed('OP-10', 'OP-11', 'OP-16')];

/** Other refusals may come first in a further form, such as that of a source or of a beneficiary that is off already. */
const isFirstForm = ({ id, operation }: OperationForm): boolean => id === operation.id;

const listChecks = (who: UnknownRole, forms: readonly OperationForm[]): readonly ActiveCheck[] =>
  forms.flatMap((form) => [refusalCheck(who, form), ...(isFirstForm(form) ? [notFoundCheck(who, form)] : [])]);

export const unknownPeople: Suite = {
  name: 'Unknown people',
  area: 'Business operations',
  checks: [
    ...listChecks('sender', formsWithSender),
    ...listChecks('sub-agent', formsWithSubAgent),
    // OP-14 takes the session of its sender only: with it, the tag of somebody else is a foreign session.
    ...formsNamed('OP-5', 'OP-6', 'OP-7', 'OP-8', 'OP-13').map((form) => similarIdCheck('sender', form, 'other-user-type')),
    ...formsNamed('OP-5', 'OP-6', 'OP-7', 'OP-8', 'OP-9', 'OP-10', 'OP-11', 'OP-12', 'OP-13', 'OP-14', 'OP-16').map((form) =>
      similarIdCheck('sub-agent', form, 'other-user-type'),
    ),
    // One operation of each sort is enough: services compare ids in one place.
    ...formsNamed('OP-5', 'OP-14').flatMap((form) => [
      similarIdCheck('sender', form, 'near-miss'),
      similarIdCheck('sub-agent', form, 'near-miss'),
    ]),
  ],
};
