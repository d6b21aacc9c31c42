import { faultTable } from '../table.ts';
import { plain, served } from '../../http/responses.ts';
import { isGood, lastSegment, underOwnSubAgent, userInPath } from '../../twists/requests.ts';
import type { Beneficiary } from '../../state/store.ts';
import type { Ask, Twist } from '../../http/exchange.ts';
import { field, type Json } from '../../http/json.ts';
import { answering, codeOf, instead, on } from '../../twists/twists.ts';

type When = (ask: Ask) => boolean;

const goodOn =
  (operation: string): When =>
  (ask) =>
    on(operation)(ask) && isGood(ask);

/** A correlationId or an invoice that no agent has. */
const isNowhere =
  (operation: string): When =>
  (ask) => {
    const id = lastSegment(ask);
    const { agents, invoices, transfers } = ask.bank;
    const known = invoices.has(id) || [...agents.keys()].some((agent) => transfers.has(`${agent} ${id}`));
    return goodOn(operation)(ask) && underOwnSubAgent(ask) && !known;
  };

/** Answers what nothing was found for. */
const found = (operation: string, result: Json): Twist =>
  answering(isNowhere(operation), (answer, { policy }) => (codeOf(answer) === 4040 ? served(policy, result) : answer));

/** Another answer where nothing was found. */
const notFound = (operation: string, status: number): Twist =>
  answering(isNowhere(operation), (answer, ask) => (codeOf(answer) === 4040 ? plain(ask, status) : answer));

const PENDING = { invoiceId: 1, message: 'Request is being processed', status: 'PENDING' };

const INVOICE: Json = { amount: 0, beneficiaryName: '', transactionId: '', status: 'PENDING', bankRRN: null, isDelayed: 'false' };

/** Activates a beneficiary of whichever sender has it. */
const activatingAnybodys: Twist = (right) => async (ask) => {
  const answer = await right(ask);
  const one = goodOn('OP-13')(ask) && underOwnSubAgent(ask) && codeOf(answer) === 4040 ? anybodys(ask) : undefined;
  if (one === undefined) return answer;
  one.active ||= field(ask.body, 'object') === true;
  return served(ask.policy, null, 'activate.beneficiary.success', true);
};

/** The beneficiary in the path, of another sender of the same agent. */
const anybodys = (ask: Ask): Beneficiary | undefined =>
  [...ask.bank.users.values()]
    .filter(({ agent }) => agent === ask.agent && userInPath(ask)?.agent === agent)
    .map((user) => user.beneficiaries.get(Number(lastSegment(ask))))
    .find((one) => one !== undefined);

/** Transfers, invoices and beneficiaries that are not there, or not this sender's, looked up. */
export const unknownIdFaults = faultTable({}, [
  {
    id: 'unknown-id-activated',
    breaks: ['OP13-UNKNOWN-ID'],
    does: 'OP-13 activates a beneficiary that nobody has.',
    twist: instead(
      (ask) => goodOn('OP-13')(ask) && underOwnSubAgent(ask) && anybodys(ask) === undefined && userInPath(ask)?.agent === ask.agent,
      ({ policy }) => served(policy, null, 'activate.beneficiary.success', true),
    ),
  },
  {
    id: 'foreign-id-activated',
    breaks: ['OP13-UNKNOWN-ID'],
    does: "OP-13 activates another sender's beneficiary.",
    twist: activatingAnybodys,
  },
  {
    id: 'unknown-transfer-pending',
    breaks: ['OP10-UNKNOWN-ID'],
    warns: ['CODE-4040'],
    does: 'A transfer never asked for is PENDING.',
    twist: found('OP-10', PENDING),
  },
  {
    id: 'unknown-transfer-completed',
    breaks: ['OP10-UNKNOWN-ID'],
    warns: ['CODE-4040'],
    does: 'A transfer never asked for is COMPLETED.',
    twist: found('OP-10', { ...PENDING, status: 'COMPLETED' }),
  },
  {
    id: 'unknown-transfer-is-404',
    breaks: ['OP10-UNKNOWN-ID'],
    warns: ['CODE-4040', 'HTTP-LISTED'],
    does: 'A transfer never asked for is HTTP 404.',
    twist: notFound('OP-10', 404),
  },
  {
    id: 'unknown-transfer-is-500',
    breaks: ['HTTP-NO-5XX'],
    warns: ['CODE-4040'],
    does: 'OP-10 stumbles over a transfer never asked for.',
    twist: notFound('OP-10', 500),
  },
  {
    id: 'unknown-invoice-pending',
    breaks: ['OP11-UNKNOWN-ID'],
    warns: ['CODE-4040'],
    does: 'An invoice never issued is PENDING.',
    twist: found('OP-11', INVOICE),
  },
  {
    id: 'unknown-invoice-is-404',
    breaks: ['OP11-UNKNOWN-ID'],
    warns: ['CODE-4040', 'HTTP-LISTED'],
    does: 'An invoice never issued is HTTP 404.',
    twist: notFound('OP-11', 404),
  },
  {
    id: 'unknown-invoice-is-500',
    breaks: ['HTTP-NO-5XX'],
    warns: ['CODE-4040'],
    does: 'OP-11 stumbles over an invoice never issued.',
    twist: notFound('OP-11', 500),
  },
]);
