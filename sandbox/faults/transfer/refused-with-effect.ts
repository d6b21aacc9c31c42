import { faultTable } from '../table.ts';
import { payerOf, senderOf, sessionIn, textIn, underOwnSubAgent, userInPath } from '../../twists/requests.ts';
import type { User } from '../../state/store.ts';
import type { Answer, Ask, Twist } from '../../http/exchange.ts';
import { field } from '../../http/json.ts';
import { paise } from '../../state/money.ts';
import { codeOf, on, succeeded } from '../../twists/twists.ts';

type Refusal = (ask: Ask, answer: Answer) => boolean;

const subjectOf = (ask: Ask): User | undefined => userInPath(ask) ?? payerOf(ask);

/** Does something to the sender of a refused call. */
const afterRefusal =
  (operation: string, when: Refusal, act: (sender: User, ask: Ask) => void): Twist =>
  (right) =>
  async (ask) => {
    const answer = await right(ask);
    const sender = on(operation)(ask) && !succeeded(answer) ? subjectOf(ask) : undefined;
    if (sender !== undefined && sender.agent === ask.agent && when(ask, answer)) act(sender, ask);
    return answer;
  };

const http =
  (status: number): Refusal =>
  (_ask, answer) =>
    answer.status === status;

const code =
  (...codes: number[]): Refusal =>
  (_ask, answer) =>
    codes.includes(Number(codeOf(answer)));

const amountOf = (ask: Ask): number => paise(field(ask.body, 'amount')) ?? 0;

const add = (sender: User, { bank, body }: Ask): void => {
  const [accountNumber = '', ifscCode = '', holderName = ''] = ['accountNo', 'ifscCode', 'name'].map((name) => {
    const value = field(body, name);
    return typeof value === 'string' ? value : '000';
  });
  const id = bank.nextBeneficiary++;
  sender.beneficiaries.set(id, { id, accountNumber, ifscCode, holderName, active: false });
};

const spend = (sender: User): void => {
  sender.spent += 100;
};

const debit = (sender: User, ask: Ask): void => {
  sender.balance -= amountOf(ask);
};

const inKnownSession: Refusal = (ask) => ask.bank.sessions.has(sessionIn(ask));

/** Everything is as it ought to be but the beneficiary. */
const toUnknown: Refusal = (ask, answer) =>
  underOwnSubAgent(ask) && inKnownSession(ask, answer) && payerOf(ask)?.beneficiaries.has(Number(textIn(ask, 'to'))) === false;

const all =
  (...refusals: Refusal[]): Refusal =>
  (ask, answer) =>
    refusals.every((each) => each(ask, answer));

/** No consent, or one that was not even looked at. */
const withoutConsent: Refusal = (ask, answer) => !succeeded(answer) && !('consent' in ask.headers);

const toInactive: Refusal = (ask) => subjectOf(ask)?.beneficiaries.get(Number(textIn(ask, 'to')))?.active === false;

/** Refusals that change something. */
export const refusedEffectFaults = [
  ...faultTable({ breaks: ['REFUSAL-NOTHING-CHANGED'] }, [
    {
      id: 'refused-for-json-but-added',
      does: 'OP-7 refuses broken JSON and adds what it could read of it.',
      twist: afterRefusal('OP-7', http(400), add),
    },
    {
      id: 'refused-for-consent-but-added',
      does: 'OP-7 refuses a missing consent and adds the beneficiary.',
      twist: afterRefusal('OP-7', withoutConsent, add),
    },
    {
      id: 'refused-for-json-costs-limit',
      does: 'OP-7 refuses broken JSON, and the limit has fallen.',
      twist: afterRefusal('OP-7', http(400), spend),
    },
    {
      id: 'refused-for-unknown-id-costs-limit',
      does: 'OP-13 refuses an id it does not know, and the limit has fallen.',
      twist: afterRefusal('OP-13', code(4040), spend),
    },
    {
      id: 'refused-for-json-but-activated',
      does: 'OP-13 refuses broken JSON and activates every beneficiary of the sender.',
      twist: afterRefusal('OP-13', http(400), (sender) => {
        for (const one of sender.beneficiaries.values()) one.active = true;
      }),
    },
    {
      id: 'refused-transfer-costs-limit',
      does: 'OP-9 refuses an unknown beneficiary, and the limit has fallen.',
      twist: afterRefusal('OP-9', all(code(4040), toUnknown), spend),
    },
  ]),
  ...faultTable({ breaks: ['OP9-REFUSED-NOTHING-MOVED'] }, [
    {
      id: 'refused-for-beneficiary-but-debited',
      does: 'OP-9 refuses an unknown beneficiary, and the money is gone.',
      twist: afterRefusal('OP-9', all(code(4040), toUnknown), debit),
    },
    {
      id: 'refused-for-session-but-debited',
      does: 'OP-9 refuses a session never issued, and the money is gone.',
      twist: afterRefusal('OP-9', (ask, answer) => code(4040)(ask, answer) && underOwnSubAgent(ask) && !inKnownSession(ask, answer), debit),
    },
    {
      id: 'refused-inactive-but-debited',
      does: 'OP-9 refuses an inactive beneficiary, and the money is gone.',
      twist: afterRefusal('OP-9', all(code(4160), toInactive), debit),
    },
    {
      id: 'refused-for-json-but-debited',
      does: "OP-9 refuses broken JSON, and a rupee of the session's sender is gone.",
      twist: (right) => async (ask) => {
        const answer = await right(ask);
        const sender = on('OP-9')(ask) && answer.status === 400 ? senderOf(ask) : undefined;
        if (sender?.agent === ask.agent && sender !== undefined) sender.balance -= 100;
        return answer;
      },
    },
  ]),
];
