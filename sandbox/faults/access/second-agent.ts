import { faultTable } from '../table.ts';
import type { Ask, Twist } from '../../http/exchange.ts';
import { field } from '../../http/json.ts';
import { asking, instead, on, withStatus } from '../../twists/twists.ts';
import { as, firstOf, isOther } from '../../twists/agents.ts';
import { textOf, withBody } from '../../twists/results.ts';
import { envelopeOf } from '../../twists/responses.ts';

const withIds = ['OP-5', 'OP-6', 'OP-7', 'OP-8', 'OP-9', 'OP-10', 'OP-11', 'OP-12', 'OP-13', 'OP-14'];

const queryTag = ({ query }: Ask): string => query.get('subAgentTagId')?.toLowerCase() ?? '';

/** The sub-agent named in the query is the second agent's own. */
const underItsOwn = (ask: Ask): boolean => isOther(ask) && ask.bank.users.get(queryTag(ask))?.agent === ask.agent;

/** The sender in the path is the second agent's own as well. */
const ofItsOwn = ({ agent, bank, path }: Ask): boolean =>
  [...bank.users.values()].some((user) => user.agent === agent && path.toLowerCase().includes(user.tagId.toLowerCase()));

/** As if the first agent had asked, under its own sub-agent. */
function asFirst(ask: Ask): Ask {
  const agent = firstOf(ask.bank);
  const tag = [...ask.bank.users.values()].find((user) => user.agent === agent && user.userType === 'subAgent')?.tagId ?? '';
  const query = new URLSearchParams(ask.query);
  if (query.has('subAgentTagId')) query.set('subAgentTagId', tag);
  return as({ ...ask, query }, agent);
}

const anyAgent = faultTable(
  { breaks: ['AUTH-OTHER-AGENT'] },
  [...withIds, 'OP-16'].map((operation) => ({
    does: `${operation} does not look at the agent.`,
    twist: asking((ask) => on(operation)(ask) && isOther(ask) && !underItsOwn(ask), asFirst),
  })),
);

const subAgentAlone = faultTable(
  { breaks: ['AUTH-OTHER-AGENT'] },
  withIds.map((operation) => ({
    does: `${operation} looks at the agent of the sub-agent alone.`,
    twist: asking((ask) => on(operation)(ask) && underItsOwn(ask) && !ofItsOwn(ask), asFirst),
  })),
);

const ownCalls = faultTable(
  { breaks: ['AUTH-OTHER-AGENT-SERVED'] },
  ['OP-1', 'OP-2', 'OP-15'].map((operation) => ({
    does: `${operation} is for the first agent only.`,
    twist: instead(
      (ask) => on(operation)(ask) && isOther(ask),
      () => envelopeOf(4001, 'agent.not.allowed'),
    ),
  })),
);

/** Takes a transfer of the second agent and lets it fail, which is a refusal. */
export const failingLater: Twist = (right) => {
  const taken = new Set<string>();
  return (ask) => {
    if (isOther(ask) && on('OP-9')(ask)) {
      taken.add(textOf(field(ask.body, 'correlationId')));
      return Promise.resolve(
        withBody(envelopeOf(2000, 'success'), { status: { message: 'success', code: 2000 }, result: { invoiceId: '71' } }),
      );
    }
    if (!isOther(ask) || !on('OP-10')(ask) || !taken.has(ask.path.split('/').at(-1) ?? '')) return right(ask);
    const result = { invoiceId: 71, message: 'not allowed', status: 'FAILED' };
    return Promise.resolve(withBody(envelopeOf(2000, 'success'), { status: { message: 'success', code: 2000 }, result }));
  };
};

/** A second agent that is let in where it may not be, or kept out where it may. */
export const secondAgentFaults = [
  ...anyAgent,
  ...subAgentAlone,
  ...ownCalls,
  ...faultTable({}, [
    {
      breaks: ['AUTH-OTHER-AGENT'],
      does: 'OP-11 refuses a second agent and shows the invoice all the same.',
      twist: (right) => async (ask) =>
        on('OP-11')(ask) && isOther(ask) ? withStatus(await right(asFirst(ask)), { code: 4001, message: 'not.allowed' }) : right(ask),
    },
    { warns: ['AUTH-403'], does: 'What is not allowed is not found.', policy: { refusals: { foreignId: 4040 } } },
  ]),
];
