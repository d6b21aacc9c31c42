import { faultTable } from '../table.ts';
import { plain, refused } from '../../http/responses.ts';
import { as, consented, firstAgent, lastSegment, otherAgent, ownerOf, userInPath } from '../../twists/requests.ts';
import type { Agent } from '../../state/store.ts';
import type { Ask, Twist } from '../../http/exchange.ts';
import type { Form } from '../../service/policy.ts';
import { answering, both, instead, on, withStatus } from '../../twists/twists.ts';

type When = (ask: Ask) => boolean;

const isOther: When = (ask) => ask.agent !== undefined && ask.agent === otherAgent(ask);

/** The second agent asks this operation about something that is the first one's. */
const foreignOn =
  (operation: string): When =>
  (ask) =>
    on(operation)(ask) && isOther(ask) && ownerOf(ask) === firstAgent(ask);

/** Whatever bears an agent and is named by the ask; the service looks while it bears the asker's name. */
const lent = (things: { agent: Agent }[], asker: Agent, owner: Agent | undefined): (() => void) => {
  const borrowed = things.filter(({ agent }) => agent === owner);
  for (const thing of borrowed) thing.agent = asker;
  return () => {
    for (const thing of borrowed) if (owner !== undefined) thing.agent = owner;
  };
};

const thingsOf = ({ bank }: Ask): { agent: Agent }[] => [...bank.users.values(), ...bank.invoices.values(), ...bank.challenges.values()];

/** Treats everything of the first agent as the asker's own. */
const openTo =
  (when: When): Twist =>
  (right) =>
  async (ask) => {
    if (ask.agent === undefined || !when(ask)) return right(ask);
    const giveBack = lent(thingsOf(ask), ask.agent, firstAgent(ask));
    const answer = await right(ask);
    giveBack();
    return answer;
  };

/** Looks the correlationId up among everybody's. */
const sharedStatus: Twist = (right) => async (ask) => {
  const { transfers } = ask.bank;
  const [mine = '', theirs = ''] = [otherAgent(ask), firstAgent(ask)].map((agent) => `${agent?.id ?? ''} ${lastSegment(ask)}`);
  const foreign = on('OP-10')(ask) && isOther(ask) && !transfers.has(mine) ? transfers.get(theirs) : undefined;
  if (foreign === undefined) return right(ask);
  transfers.set(mine, foreign);
  const answer = await right(ask);
  transfers.delete(mine);
  return answer;
};

const withForeignSubAgent: When = (ask) => {
  const subAgent = ask.bank.users.get((ask.query.get('subAgentTagId') ?? '').toLowerCase());
  return on('OP-5')(ask) && isOther(ask) && subAgent?.agent === firstAgent(ask) && userInPath(ask)?.agent === ask.agent;
};

/** Refuses, and has done it. */
const refusedYetDone =
  (operation: string): Twist =>
  (right) =>
  async (ask) => {
    if (!foreignOn(operation)(ask)) return right(ask);
    await right(openedFor(ask));
    return plain(ask, 403);
  };

// As the first agent under one of its own sub-agents, with a consent of its own.
const openedFor = (ask: Ask): Ask => {
  const owner = firstAgent(ask);
  const subAgent = [...ask.bank.users.values()].find(({ agent, userType }) => agent === owner && userType === 'subAgent');
  const query = new URLSearchParams({ ...Object.fromEntries(ask.query), subAgentTagId: subAgent?.tagId ?? '' });
  return consented(as({ ...ask, query }, owner));
};

const served = faultTable(
  { breaks: ['AUTH-OTHER-AGENT'] },
  [
    [5, "The second agent is told the security scheme of the first agent's sender."],
    [6, "The second agent reads the sender detail of the first agent's sender."],
    [7, "The second agent adds a beneficiary to the first agent's sender."],
    [8, "The second agent is told the transfer scheme of the first agent's sender."],
    [9, "The second agent transfers money with a session of the first agent's sender."],
    [11, "The second agent reads the first agent's invoice."],
    [12, "The second agent sets the MPIN of the first agent's sender."],
    [13, "The second agent activates a beneficiary of the first agent's sender."],
    [14, "The second agent reads the balance of the first agent's sender."],
  ].map(([number, does]) => ({ id: `other-agent-served-op-${number}`, does: String(does), twist: openTo(foreignOn(`OP-${number}`)) })),
);

const ownRefused = (operation: string, form: Form): Twist =>
  instead(
    (ask) => on(operation)(ask) && isOther(ask) && ownerOf(ask) === ask.agent,
    (ask) => refused(ask, form, 'not.allowed'),
  );

/** A second agent that is told, or may do, what belongs to the first; or not what is its own. */
export const otherAgentFaults = [
  ...served,
  ...faultTable({ breaks: ['AUTH-OTHER-AGENT'] }, [
    { id: 'other-agent-served-op-10', does: "The second agent is told the status of the first agent's transfer.", twist: sharedStatus },
    {
      id: 'other-agent-under-foreign-sub-agent',
      does: "OP-5 takes the first agent's sub-agent from the second agent.",
      twist: openTo(withForeignSubAgent),
    },
    {
      id: 'other-agent-refused-but-added',
      does: "OP-7 refuses the second agent with 403, and the first agent's sender has one more beneficiary.",
      twist: refusedYetDone('OP-7'),
    },
    {
      id: 'other-agent-refused-but-paid',
      does: "OP-9 refuses the second agent with 403, and the first agent's sender has paid.",
      twist: refusedYetDone('OP-9'),
    },
    {
      id: 'other-agent-refused-and-told',
      does: "OP-14 refuses the second agent with 4001 and shows the first agent's sender's balance beside it.",
      twist: both(
        openTo(foreignOn('OP-14')),
        answering(foreignOn('OP-14'), (answer) => withStatus(answer, { message: 'not.allowed', code: 4001 })),
      ),
    },
  ]),
  ...faultTable({ breaks: ['AUTH-OTHER-AGENT-SERVED'] }, [
    {
      id: 'other-agent-own-sender-refused',
      does: 'The second agent may not see the detail of its own sender.',
      twist: ownRefused('OP-6', 'http-403'),
    },
    {
      id: 'other-agent-own-scheme-refused',
      does: 'The second agent is not authorized to ask for the scheme of its own sender.',
      twist: ownRefused('OP-5', 4001),
    },
    {
      id: 'other-agent-own-sender-unknown',
      does: 'Nothing is found under the own tags of the second agent.',
      twist: instead(
        (ask) => isOther(ask) && userInPath(ask)?.agent === ask.agent,
        (ask) => refused(ask, 4040, 'not.found'),
      ),
    },
  ]),
];
