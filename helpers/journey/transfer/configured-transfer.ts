import { idAt } from '../../judge/fields.ts';
import { type Step, step } from '../../session/session.ts';
import { requireId, mustServeConfigured } from '../onboarding/configured-ids.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { People } from '../setup/people.ts';
import type { TransferFlow } from './transfer-plan.ts';
import { pollStatus, pollInvoice } from './polled-status.ts';

/** An old transfer, found by the configured ids; its request is unknown. */
export function createConfiguredTransfer(
  deps: Dependencies,
  subAgentTag: Step<string>,
  { correlationId: asked, invoiceId: configured }: NonNullable<People['pastTransfer']>,
): Pick<TransferFlow, 'correlationId' | 'invoiceId' | 'status' | 'invoice'> {
  const correlationId = step('the correlationId of a past transfer', () =>
    Promise.resolve().then(() => requireId(asked, 'transfer to read')),
  );
  const status = step('status of a past transfer', async (session) => {
    const ids = { correlationId: await session.use(correlationId) };
    return pollStatus(deps, session, { subAgentTagId: await session.use(subAgentTag) }, ids, (reply) => mustServeConfigured(asked, reply));
  });
  const invoiceId = step('the invoice id of a past transfer', async (session) => {
    if (configured.id !== null || asked.id === null) return requireId(configured, 'invoice to read');
    const { last } = await session.use(status);
    return idAt(last, 'result.invoiceId') ?? requireId(configured, 'invoice to read');
  });
  const invoice = step('invoice of a past transfer', async (session) => {
    const ids = { invoiceId: await session.use(invoiceId) };
    const tag = { subAgentTagId: await session.use(subAgentTag) };
    return pollInvoice(deps, session, tag, ids, 'COMPLETED', (reply) => mustServeConfigured(configured, reply));
  });
  return { correlationId, invoiceId, status, invoice };
}
