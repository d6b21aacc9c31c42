import type { User } from '../bank.ts';
import type { Fault } from '../catalogue.ts';
import { codeOf, on } from '../twists.ts';
import type { Ask, Twist } from '../exchange.ts';
import { field } from '../json.ts';
import { paise } from '../money.ts';

const senderOf = ({ bank, body }: Ask): User | undefined => {
  const from = field(body, 'from');
  return typeof from === 'string' ? bank.users.get(from.toLowerCase()) : undefined;
};

/** Makes every beneficiary of the sender active while the honest service looks. */
const blindToActivation: Twist = (right) => async (ask) => {
  const listed = on('OP-9')(ask) ? [...(senderOf(ask)?.beneficiaries.values() ?? [])] : [];
  const sleeping = listed.filter(({ active }) => !active);
  for (const one of sleeping) one.active = true;
  const answer = await right(ask);
  for (const one of sleeping) one.active = false;
  return answer;
};

/** Takes any code for the right one: the challenge named by the state tells which that is. */
const anyCodeWill: Twist = (right) => (ask) => {
  const [, , state = ''] = /^OTP (\S+) ([^\s,]+)/.exec(headerOf(ask)) ?? [];
  const code = ask.bank.challenges.get(state.toLowerCase())?.code;
  const consent = code === undefined ? headerOf(ask) : headerOf(ask).replace(/^OTP \S+/, `OTP ${code}`);
  return right(on('OP-9')(ask) ? { ...ask, headers: { ...ask.headers, consent } } : ask);
};

const headerOf = ({ headers }: Ask): string => (typeof headers['consent'] === 'string' ? headers['consent'] : '');

/** Money and consent that do not behave. */
export const stateFaults: Fault[] = [
  {
    id: 'refused-but-debited',
    story: 'A transfer with a wrong OTP is refused with 4170, and the money is gone all the same.',
    breaks: ['CONSENT-WRONG-NO-EFFECT'],
    twist: (right) => async (ask) => {
      const answer = await right(ask);
      const sender = on('OP-9')(ask) && codeOf(answer) === 4170 ? senderOf(ask) : undefined;
      if (sender !== undefined) sender.balance -= paise(field(ask.body, 'amount')) ?? 0;
      return answer;
    },
  },
  {
    id: 'inactive-beneficiary-paid',
    story: 'Money goes to a beneficiary that was never activated.',
    breaks: ['OP9-INACTIVE-BENEFICIARY'],
    twist: blindToActivation,
  },
  {
    id: 'any-otp-pays',
    story: 'OP-9 takes any code as long as the state is known.',
    breaks: ['CODE-4170'],
    twist: anyCodeWill,
  },
  {
    id: 'token-not-needed-for-balance',
    story: 'OP-15 answers without a token.',
    breaks: ['AUTH-401'],
    twist: (right) => (ask) => {
      const [token] = on('OP-15')(ask) && ask.agent === undefined ? ask.bank.tokens.keys() : [];
      return right(token === undefined ? ask : { ...ask, headers: { ...ask.headers, authorization: `Bearer ${token}` } });
    },
  },
];
