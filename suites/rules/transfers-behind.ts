import type { TransferFact } from '../../helpers/judge/facts/transfers.ts';
import type { Seen } from '../support/fact-rule.ts';

/** The transfers of this agent behind an OP-11 answer. */
export const findByInvoice = ({ call, before }: Seen): readonly TransferFact[] =>
  before.ofInvoice(call.values['invoiceId'] ?? '').filter(({ agent }) => agent === call.agent);

export const findByCorrelationId = ({ call, before }: Seen): readonly TransferFact[] =>
  before.ofCorrelationId(call.values['correlationId'] ?? '').filter(({ agent }) => agent === call.agent);
