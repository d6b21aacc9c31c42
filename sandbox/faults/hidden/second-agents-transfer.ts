import { API_CODES } from '../../http/codes.ts';
import { httpError, refusalResponse } from '../../http/responses.ts';
import type { ServiceRequest } from '../../http/exchange.ts';
import { isOtherAgent } from '../../twists/agents.ts';
import { allOf, askedTransfer, onlyWhen } from '../../twists/circumstances.ts';
import { increasedBy } from '../../twists/responses.ts';
import { aboutTransfers, afterTransfer } from '../../twists/transfers.ts';
import { changeResultField, on, respondWith, type When } from '../../twists/twists.ts';
import { faultTable } from '../table.ts';

const namesOwnSubAgent: When = ({ query, store, agent }) =>
  store.users.get(query.get('subAgentTagId')?.toLowerCase() ?? '')?.agent === agent;

const isOwn = (operation: string): When => allOf(on(operation), isOtherAgent, namesOwnSubAgent);

const asksForOwn = (operation: string): When =>
  allOf(on(operation), isOtherAgent, (request) => askedTransfer(request)?.agent === request.agent);

const ofOtherAgent: When = allOf(on('OP-9'), isOtherAgent);

const notAllowed = (request: ServiceRequest) => refusalResponse(request, API_CODES.notAuthorized, 'not.allowed');

const served = faultTable({ prefix: 'second-agents-transfer-', breaks: ['AUTH-OTHER-AGENT-SERVED'] }, [
  { does: 'OP-9 of a second agent is answered with HTTP 400.', twist: respondWith(isOwn('OP-9'), (request) => httpError(request, 400)) },
  { does: 'OP-10 does not tell a second agent of its own transfer.', twist: respondWith(asksForOwn('OP-10'), notAllowed) },
  { does: 'OP-11 does not show a second agent its own invoice.', twist: respondWith(asksForOwn('OP-11'), notAllowed) },
  {
    does: 'OP-14 does not show a second agent the balance of its own sender.',
    checks: ['AUTH-OTHER-AGENT-SERVED'],
    twist: respondWith(isOwn('OP-14'), notAllowed),
  },
]);

/** What the transfers of the second agent show, and take. */
const meant = faultTable({ prefix: 'second-agents-transfer-' }, [
  {
    does: 'OP-11 shows a second agent one more than it asked for.',
    breaks: ['OP11-AMOUNT-EXACT'],
    checks: ['OP11-AMOUNT-EXACT', 'Second agent'],
    twist: aboutTransfers(ofOtherAgent, 'OP-11', changeResultField('OP-11', 'amount', increasedBy(1))),
  },
  {
    does: 'OP-10 names a second agent another invoice.',
    breaks: ['OP10-INVOICE-AGREES'],
    checks: ['OP10-INVOICE-AGREES', 'Second agent'],
    twist: aboutTransfers(ofOtherAgent, 'OP-10', changeResultField('OP-10', 'invoiceId', increasedBy(1))),
  },
  {
    does: 'A transfer of a second agent is not debited.',
    breaks: ['OP14-DEBITED'],
    checks: ['OP14-DEBITED'],
    twist: onlyWhen(
      ofOtherAgent,
      afterTransfer('paid', (sender, amount) => {
        sender.balance += amount;
      }),
    ),
  },
]);

export const secondAgentsTransferFaults = [...served, ...meant];
