import { API_CODES } from '../../http/codes.ts';
import { faultTable } from '../table.ts';
import { findPayer, findSender, requestedSession, bodyText, hasOwnSubAgent, userInPath, requestedAmount } from '../../twists/requests.ts';
import type { User } from '../../state/store.ts';
import type { ServiceResponse, ServiceRequest, Twist } from '../../http/exchange.ts';
import { field } from '../../http/json.ts';
import { apiCode, on, succeeded } from '../../twists/twists.ts';
import { addAskedBeneficiary } from '../../twists/beneficiaries.ts';

type RefusalMatch = (request: ServiceRequest, response: ServiceResponse) => boolean;

const findSubject = (request: ServiceRequest): User | undefined => userInPath(request) ?? findPayer(request);

/** Acts on the sender of a refused call. */
const afterRefusal =
  (operation: string, when: RefusalMatch, act: (sender: User, request: ServiceRequest) => void): Twist =>
  (right) =>
  async (request) => {
    const response = await right(request);
    const sender = on(operation)(request) && !succeeded(response) ? findSubject(request) : undefined;
    if (sender !== undefined && sender.agent === request.agent && when(request, response)) act(sender, request);
    return response;
  };

/** The first OP-14 behind the refusal does not show it yet. */
const debitedLater =
  (when: RefusalMatch): Twist =>
  (right) => {
    const due = new Map<User, ServiceRequest>();
    const refusing = afterRefusal('OP-9', when, (sender, request) => due.set(sender, request))(right);
    return async (request) => {
      const response = await refusing(request);
      const sender = on('OP-14')(request) && succeeded(response) ? userInPath(request) : undefined;
      const late = sender === undefined ? undefined : due.get(sender);
      if (sender === undefined || late === undefined) return response;
      due.delete(sender);
      debitSender(sender, late);
      return response;
    };
  };

const refusedWithStatus =
  (status: number): RefusalMatch =>
  (_ask, response) =>
    response.status === status;

const refusedWithCode =
  (...codes: number[]): RefusalMatch =>
  (_ask, response) =>
    codes.includes(Number(apiCode(response)));

const spendLimit = (sender: User): void => {
  sender.spent += 100;
};

const debitSender = (sender: User, request: ServiceRequest): void => {
  sender.balance -= requestedAmount(request);
};

const inKnownSession: RefusalMatch = (request) => request.store.sessions.has(requestedSession(request));

/** The request is right except for its beneficiary. */
const toUnknown: RefusalMatch = (request, response) =>
  hasOwnSubAgent(request) &&
  inKnownSession(request, response) &&
  findPayer(request)?.beneficiaries.has(Number(bodyText(request, 'to'))) === false;

const matchesAll =
  (...refusals: RefusalMatch[]): RefusalMatch =>
  (request, response) =>
    refusals.every((each) => each(request, response));

const withoutConsent: RefusalMatch = (request, response) => !succeeded(response) && !('consent' in request.headers);

const toInactive: RefusalMatch = (request) => findSubject(request)?.beneficiaries.get(Number(bodyText(request, 'to')))?.active === false;

const hasMessage =
  (message: string): RefusalMatch =>
  (_ask, response) =>
    field(field(response.json, 'status'), 'message') === message;

export const refusedWithEffectFaults = [
  ...faultTable({ breaks: ['REFUSAL-NOTHING-CHANGED'] }, [
    {
      id: 'refused-for-json-but-added',
      does: 'OP-7 refuses broken JSON and adds what it could read of it.',
      twist: afterRefusal('OP-7', refusedWithStatus(400), addAskedBeneficiary),
    },
    {
      id: 'refused-for-consent-but-added',
      does: 'OP-7 refuses a missing consent and adds the beneficiary.',
      twist: afterRefusal('OP-7', withoutConsent, addAskedBeneficiary),
    },
    {
      id: 'refused-for-json-costs-limit',
      does: 'OP-7 refuses broken JSON, and the limit has fallen.',
      twist: afterRefusal('OP-7', refusedWithStatus(400), spendLimit),
    },
    {
      id: 'refused-for-unknown-id-costs-limit',
      does: 'OP-13 refuses an id it does not know, and the limit has fallen.',
      twist: afterRefusal('OP-13', refusedWithCode(API_CODES.notFound), spendLimit),
    },
    {
      id: 'refused-for-json-but-activated',
      does: 'OP-13 refuses broken JSON and activates every beneficiary of the sender.',
      twist: afterRefusal('OP-13', refusedWithStatus(400), (sender) => {
        for (const one of sender.beneficiaries.values()) one.active = true;
      }),
    },
    {
      id: 'refused-transfer-costs-limit',
      does: 'OP-9 refuses an unknown beneficiary, and the limit has fallen.',
      twist: afterRefusal('OP-9', matchesAll(refusedWithCode(API_CODES.notFound), toUnknown), spendLimit),
    },
    {
      id: 'each-wrong-code-costs-limit',
      does: 'OP-9 refuses a wrong code, and the limit has fallen.',
      twist: afterRefusal('OP-9', refusedWithCode(API_CODES.wrongOtpOrMpin), spendLimit),
    },
  ]),
  ...faultTable({ warns: ['REFUSAL-NOTHING-CHANGED'] }, [
    {
      id: 'refused-for-funds-costs-limit-of-a-payer',
      does: 'OP-9 refuses more than the wallet of a payer holds, and the limit has fallen.',
      policy: { transfer: { overdrawnFailsIn: 'OP-9' } },
      twist: afterRefusal('OP-9', hasMessage('funds.insufficient'), (sender) => {
        if (sender.spent > 0) spendLimit(sender);
      }),
    },
  ]),
  ...faultTable({ breaks: ['OP9-REFUSED-NOTHING-MOVED'] }, [
    {
      id: 'refused-for-beneficiary-but-debited',
      // The sender that another call names has such calls of its own.
      breaks: ['OP9-REFUSED-NOTHING-MOVED', 'OP9-FOREIGN-SENDER'],
      does: 'OP-9 refuses an unknown beneficiary, and the money is gone.',
      twist: afterRefusal('OP-9', matchesAll(refusedWithCode(API_CODES.notFound), toUnknown), debitSender),
    },
    {
      id: 'refused-for-session-but-debited',
      does: 'OP-9 refuses a session never issued, and the money is gone.',
      twist: afterRefusal(
        'OP-9',
        (request, response) =>
          refusedWithCode(API_CODES.notFound)(request, response) && hasOwnSubAgent(request) && !inKnownSession(request, response),
        debitSender,
      ),
    },
    {
      id: 'refused-inactive-but-debited',
      does: 'OP-9 refuses an inactive beneficiary, and the money is gone.',
      twist: afterRefusal('OP-9', matchesAll(refusedWithCode(API_CODES.validationFailed), toInactive), debitSender),
    },
    {
      id: 'refused-inactive-but-debited-later',
      does: 'OP-9 refuses an inactive beneficiary, and the money is gone once the balance was read.',
      twist: debitedLater(matchesAll(refusedWithCode(API_CODES.validationFailed), toInactive)),
    },
    {
      id: 'refused-repetition-but-debited',
      does: 'OP-9 refuses a correlationId sent again, and the money is gone.',
      policy: { transfer: { repeatedCorrelationId: 'refused' } },
      twist: afterRefusal('OP-9', hasMessage('correlation.id.used'), debitSender),
    },
    {
      id: 'refused-repetition-but-paid-back',
      does: 'OP-9 refuses a correlationId sent again, and its amount comes back.',
      policy: { transfer: { repeatedCorrelationId: 'refused' } },
      twist: afterRefusal('OP-9', hasMessage('correlation.id.used'), (sender, request) => {
        sender.balance += requestedAmount(request);
      }),
    },
    {
      id: 'refused-for-json-but-debited',
      does: "OP-9 refuses broken JSON, and a rupee of the session's sender is gone.",
      twist: (right) => async (request) => {
        const response = await right(request);
        const sender = on('OP-9')(request) && response.status === 400 ? findSender(request) : undefined;
        if (sender?.agent === request.agent && sender !== undefined) sender.balance -= 100;
        return response;
      },
    },
  ]),
];
