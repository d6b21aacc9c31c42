import { payerOf } from '../asked.ts';
import type { Fault } from '../catalogue.ts';
import { codeOf, on } from '../twists.ts';
import type { Twist } from '../exchange.ts';
import { field } from '../json.ts';
import { paise } from '../money.ts';

/** Makes every beneficiary of the sender active while the honest service looks. */
const blindToActivation: Twist = (right) => async (ask) => {
  const listed = on('OP-9')(ask) ? [...(payerOf(ask)?.beneficiaries.values() ?? [])] : [];
  const sleeping = listed.filter(({ active }) => !active);
  for (const one of sleeping) one.active = true;
  const answer = await right(ask);
  for (const one of sleeping) one.active = false;
  return answer;
};

/** Money that does not behave. */
export const stateFaults: Fault[] = [
  {
    id: 'refused-but-debited',
    story: 'A transfer with a wrong OTP is refused with 4170, and the money is gone all the same.',
    breaks: ['CONSENT-WRONG-NO-EFFECT'],
    twist: (right) => async (ask) => {
      const answer = await right(ask);
      const sender = on('OP-9')(ask) && codeOf(answer) === 4170 ? payerOf(ask) : undefined;
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
];
