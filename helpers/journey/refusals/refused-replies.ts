import { operationForms, type OperationForm } from '../../../specs/forms.ts';
import { activateBeneficiary } from '../../../specs/operations.ts';
import type { Reply } from '../../judge/reply.ts';
import { step, type Session, type Step } from '../../session/session.ts';
import type { Access } from '../access/access.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { brokenCallKey, brokenCalls, brokenWay, type BrokenCall } from '../calls/broken-json.ts';
import { placeholderCall } from '../calls/placeholder.ts';
import type { Refusals } from './refusals.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';

/** By the id of an operation, of one of its forms, or of a broken call. */
export type RefusedReplies = ReadonlyMap<string, Step<Reply>>;

/** No other call waits for the reply. */
const judgedAlone = (name: string, run: (session: Session) => Promise<Reply>): Step<Reply> => step(name, run, false);

/** These ask for a sender before anything else; the rest of the call stays made up. */
const senderOperations: ReadonlySet<string> = new Set(['OP-12', 'OP-13']);

export function createRepliesWithoutToken(deps: Dependencies, { open }: Access): RefusedReplies {
  const createStep = (form: OperationForm): Step<Reply> =>
    judgedAlone(`${form.name} without a token`, async (session) => {
      await session.use(open);
      return session.probe(form.operation, { ...placeholderCall(form, deps.people), token: 'none' });
    });
  return new Map(operationForms.map((form) => [form.id, createStep(form)]));
}

/** Broken JSON in otherwise good calls, on every form of every operation with a payload (reading 5). */
export function createRepliesToBrokenJson(
  deps: Dependencies,
  { open }: Access,
  { sender }: CustomerJourney,
  { results }: Pick<Refusals, 'results'>,
): RefusedReplies {
  const createPlainStep = ({ form, fact, change }: BrokenCall): Step<Reply> =>
    judgedAlone(`${form.name} with ${fact}`, async (session) => {
      await session.use(open);
      return session.probe(form.operation, change(placeholderCall(form, deps.people)));
    });
  const createSenderStep = ({ form, fact, change }: BrokenCall): Step<Reply> =>
    judgedAlone(`${form.name} with ${fact}`, async (session) => {
      const { senderId, subAgentTagId, person } = await session.use(sender);
      const call = change(placeholderCall(form, deps.people, { senderId, subAgentTagId }));
      // A list that is read meanwhile would not show what it may show.
      if (form.operation.id !== activateBeneficiary.id) return session.probe(form.operation, call);
      return deps.inTurn(person, () => session.probe(form.operation, { ...call, priority: true }));
    });
  const createStep = (call: BrokenCall): Step<Reply> => {
    const { form, name, fact } = call;
    const among = results.get(`${brokenWay(name)}-${form.id}`);
    if (among !== undefined) return step(`${form.name} with ${fact}`, async (session) => (await session.use(among)).reply);
    return senderOperations.has(form.operation.id) ? createSenderStep(call) : createPlainStep(call);
  };
  return new Map(brokenCalls.map((call) => [brokenCallKey(call), createStep(call)]));
}
