import { API_CODES } from '../../http/codes.ts';
import type { User } from '../../state/store.ts';
import { allOf } from '../../twists/circumstances.ts';
import { isOtherAgent } from '../../twists/agents.ts';
import { rupee } from '../../state/money.ts';
import { bodyText, findPayer, hasOwnSubAgent, isWellFormed, requestedAmount, requestedSession, userInPath } from '../../twists/requests.ts';
import { afterTransfer } from '../../twists/transfers.ts';
import { apiCode, changeResponse, on, succeeded, type When } from '../../twists/twists.ts';
import type { Twist } from '../../http/exchange.ts';
import { faultTable } from '../table.ts';

type Give = (sender: User, amount: number) => void;

const toWallet: Give = (sender, amount) => (sender.balance += amount);
const toCashback: Give = (sender, amount) => (sender.cashback += amount);
const toLimits: Give = (sender, amount) => (sender.spent -= amount);

/** What the service refuses to take, it gives to the sender; with one code alone where that is named. */
const giveRefused = (when: When, give: Give, code?: number): Twist =>
  changeResponse(allOf(on('OP-9'), isWellFormed, when), (response, request) => {
    const isMeant = !succeeded(response) && (code === undefined || apiCode(response) === code);
    const sender = isMeant ? findPayer(request) : undefined;
    if (sender !== undefined) give(sender, Math.abs(requestedAmount(request)));
    return response;
  });

const isAny: When = () => true;
const isNegative: When = (request) => requestedAmount(request) < 0;

/** All else may be right. */
const hasForeignBeneficiary: When = (request) => {
  const payer = hasOwnSubAgent(request) ? findPayer(request) : undefined;
  const isOwnSession = request.store.sessions.get(requestedSession(request))?.sender === payer;
  return payer !== undefined && isOwnSession && !payer.beneficiaries.has(Number(bodyText(request, 'to')));
};

const showsLimits = { sender: { balanceDetail: 'filled' } } as const;

/** Each rise is just what was refused. */
export const risenBehindFaults = [
  ...faultTable({ prefix: 'risen-', breaks: ['REFUSAL-NOTHING-CHANGED'] }, [
    {
      does: 'OP-9 refuses a beneficiary that is not of the sender and credits the amount.',
      twist: giveRefused(hasForeignBeneficiary, toWallet, API_CODES.notFound),
    },
    { does: 'OP-9 refuses a negative amount and credits it to cashback.', twist: giveRefused(isNegative, toCashback) },
    {
      does: 'OP-9 refuses a negative amount and raises the limits by it.',
      policy: showsLimits,
      twist: giveRefused(isNegative, toLimits),
    },
  ]),
  ...faultTable({ prefix: 'risen-', breaks: ['CONSENT-WRONG-NO-EFFECT'] }, [
    {
      does: 'OP-9 refuses a wrong code and credits the amount to cashback.',
      twist: giveRefused(isAny, toCashback, API_CODES.wrongOtpOrMpin),
    },
    {
      does: 'OP-9 refuses a wrong code and raises the limits by the amount.',
      policy: showsLimits,
      twist: giveRefused(isAny, toLimits, API_CODES.wrongOtpOrMpin),
    },
  ]),
  ...faultTable({ prefix: 'risen-', breaks: ['OP10-FAILED-NOTHING-MOVED'] }, [
    { does: 'What OP-10 calls FAILED is credited to cashback.', twist: afterTransfer('rejected', toCashback) },
  ]),
  ...faultTable({ prefix: 'behind-', warns: ['REFUSAL-NOTHING-CHANGED'] }, [
    {
      does: 'OP-12 of a second agent is refused and uses up a limit of the sender.',
      policy: showsLimits,
      twist: changeResponse(allOf(on('OP-12'), isOtherAgent), (response, request) => {
        const sender = succeeded(response) ? undefined : userInPath(request);
        if (sender !== undefined) sender.spent += rupee;
        return response;
      }),
    },
  ]),
];
