import { toIdText } from '../../helpers/core/answers.ts';
import { member } from '../../helpers/core/json.ts';
import type { TransferFact } from '../../helpers/judge/facts/transfers.ts';
import type { Exercise } from '../support/exercise.ts';
import type { Seen } from '../support/fact-rule.ts';

/** The transfers of this agent behind an OP-11 answer. */
export const findByInvoice = ({ call, before }: Seen): readonly TransferFact[] =>
  before.ofInvoice(call.values['invoiceId'] ?? '').filter(({ agent }) => agent === call.agent);

/** An answer that shows another agent a transfer breaks a clause of its own. Each agent may have invoice numbers of its own. */
export const isOfAnother = ([first]: readonly TransferFact[], { call }: Seen): boolean => first !== undefined && first.agent !== call.agent;

export const findByCorrelationId = ({ call, before }: Seen): readonly TransferFact[] =>
  before.ofCorrelationId(call.values['correlationId'] ?? '').filter(({ agent }) => agent === call.agent);

/** OP-9 is asked for the same correlationId meanwhile, which may start anew (reading 19). */
export const isAskedAgain = (seen: Seen): boolean =>
  findByCorrelationId(seen).some(({ senderId, correlationId }) =>
    seen
      .askedOf(senderId)
      .asked.some(
        ({ call, at }) => at > (seen.reply.exchange.after ?? 0) && toIdText(member(call.payload, 'correlationId')) === correlationId,
      ),
  );

/** A transfer of this run comes first: an id of the configuration alone leaves nothing to compare with. */
export const withOwnTransfer =
  (read: Exercise): Exercise =>
  async (context) => {
    await context.use(context.journey.customer.usualTransfer.requested);
    await read(context);
  };
