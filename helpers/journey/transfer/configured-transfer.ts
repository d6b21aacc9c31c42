import { idAt } from '../../judge/fields.ts';
import { type Step, step } from '../../session/session.ts';
import { namedId, mustServeTo } from '../onboarding/configured-ids.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { People } from '../setup/people.ts';
import type { TransferFlow } from './transfer-flow.ts';
import { watchStatus, watchInvoice } from './transfer.ts';

/** A transfer of the past, looked up by the ids that are named: nothing is known of its request. */
export function configuredTransfer(
  deps: Dependencies,
  subAgentTag: Step<string>,
  { correlationId: asked, invoiceId: told }: NonNullable<People['pastTransfer']>,
): Pick<TransferFlow, 'correlationId' | 'invoiceId' | 'status' | 'invoice'> {
  const correlationId = step('the correlationId of a past transfer', () =>
    Promise.resolve().then(() => namedId(asked, 'transfer to read')),
  );
  const status = step('status of a past transfer', async (session) => {
    const ids = { correlationId: await session.use(correlationId) };
    return watchStatus(deps, session, { subAgentTagId: await session.use(subAgentTag) }, ids, (reply) => mustServeTo(asked, reply));
  });
  const invoiceId = step('the invoice id of a past transfer', async (session) => {
    if (told.id !== null || asked.id === null) return namedId(told, 'invoice to read');
    const { last } = await session.use(status);
    return idAt(last, 'result.invoiceId') ?? namedId(told, 'invoice to read');
  });
  const invoice = step('invoice of a past transfer', async (session) => {
    const ids = { invoiceId: await session.use(invoiceId) };
    const tag = { subAgentTagId: await session.use(subAgentTag) };
    return watchInvoice(deps, session, tag, ids, 'COMPLETED', (reply) => mustServeTo(told, reply));
  });
  return { correlationId, invoiceId, status, invoice };
}
