import { idAt } from '../../judge/fields.ts';
import { outcomeOf, type Reply } from '../../judge/reply.ts';
import { notServed } from '../../judge/served.ts';
import { blocked, untried } from '../../judge/stop.ts';
import { step, type Step } from '../step.ts';
import type { TransferFlow } from './episode.ts';
import type { Kit } from './kit.ts';
import type { People } from './people.ts';
import type { Known } from './person.ts';
import { watchInvoice, watchStatus } from './transfer.ts';

/** An id that was named in the configuration, or the reason why nothing is read by it. */
export function namedId({ id, variable }: Known, what: string): string {
  if (id === null) throw untried(`no ${what}: name one in ${variable}`, 'configuration');
  return id;
}

/** Not found, not one's own or not valid: said of an id that somebody typed, that is a question about the id. */
const refusesTheId = ({ status, code }: Reply): boolean =>
  status === 403 || (status === 200 && code !== null && [4001, 4040, 4160].includes(code));

/** Served; where the id was named and not obtained, what is said against the id is not said against the service. */
export function mustServeTo(known: Known | undefined, reply: Reply): Reply {
  const stop = notServed(reply);
  if (stop === null) return reply;
  if (known === undefined || !refusesTheId(reply)) throw stop;
  const told = `${reply.operation.id} answers the id of ${known.variable} with ${outcomeOf(reply)}`;
  throw blocked('known-id', `${told}: name ids of this agent that exist there`, 'test-data');
}

/** A transfer of the past, looked up by the ids that are named: nothing is known of its request. */
export function knownTransfer(
  kit: Kit,
  subAgentTag: Step<string>,
  { correlationId: asked, invoiceId: told }: NonNullable<People['pastTransfer']>,
): Pick<TransferFlow, 'correlationId' | 'invoiceId' | 'status' | 'invoice'> {
  const correlationId = step('the correlationId of a past transfer', () =>
    Promise.resolve().then(() => namedId(asked, 'transfer to read')),
  );
  const status = step('status of a past transfer', async (session) => {
    const ids = { correlationId: await session.use(correlationId) };
    return watchStatus(kit, session, { subAgentTagId: await session.use(subAgentTag) }, ids, (reply) => mustServeTo(asked, reply));
  });
  const invoiceId = step('the invoice id of a past transfer', async (session) => {
    if (told.id !== null || asked.id === null) return namedId(told, 'invoice to read');
    const { last } = await session.use(status);
    return idAt(last, 'result.invoiceId') ?? namedId(told, 'invoice to read');
  });
  const invoice = step('invoice of a past transfer', async (session) => {
    const ids = { invoiceId: await session.use(invoiceId) };
    const tag = { subAgentTagId: await session.use(subAgentTag) };
    return watchInvoice(kit, session, tag, ids, 'COMPLETED', (reply) => mustServeTo(told, reply));
  });
  return { correlationId, invoiceId, status, invoice };
}
