import { payerOf, senderOf, textIn, userInPath, withBody } from '../asked.ts';
import type { User } from '../bank.ts';
import type { Fault } from '../catalogue.ts';
import type { Answer, Ask, Twist } from '../exchange.ts';
import { field } from '../json.ts';
import { paise, rupees } from '../money.ts';
import { answering, both, codeOf, on, resultOf, succeeded, withResult } from '../twists.ts';

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

const inKnownSession: Refusal = ({ bank, path }) => bank.sessions.has(path.split('/').at(-1)?.toLowerCase() ?? '');

const all =
  (...refusals: Refusal[]): Refusal =>
  (ask, answer) =>
    refusals.every((each) => each(ask, answer));

/** No consent, or one that was not even looked at. */
const withoutConsent: Refusal = (ask, answer) => !succeeded(answer) && !('consent' in ask.headers);

const toInactive: Refusal = (ask) => subjectOf(ask)?.beneficiaries.get(Number(textIn(ask, 'to')))?.active === false;

const changed = (id: string, story: string, twist: Twist): Fault => ({ id, story, breaks: ['REFUSAL-NOTHING-CHANGED'], twist });

const moved = (id: string, story: string, twist: Twist): Fault => ({ id, story, breaks: ['OP9-REFUSED-NOTHING-MOVED'], twist });

const effects: Fault[] = [
  changed(
    'refused-for-json-but-added',
    'OP-7 refuses broken JSON and adds what it could read of it.',
    afterRefusal('OP-7', http(400), add),
  ),
  changed(
    'refused-for-consent-but-added',
    'OP-7 refuses a missing consent and adds the beneficiary.',
    afterRefusal('OP-7', withoutConsent, add),
  ),
  changed('refused-for-json-costs-limit', 'OP-7 refuses broken JSON, and the limit has fallen.', afterRefusal('OP-7', http(400), spend)),
  changed(
    'refused-for-unknown-id-costs-limit',
    'OP-13 refuses an id it does not know, and the limit has fallen.',
    afterRefusal('OP-13', code(4040), spend),
  ),
  changed(
    'refused-for-json-but-activated',
    'OP-13 refuses broken JSON and activates every beneficiary of the sender.',
    afterRefusal('OP-13', http(400), (sender) => {
      for (const one of sender.beneficiaries.values()) one.active = true;
    }),
  ),
  changed(
    'refused-transfer-costs-limit',
    'OP-9 refuses an unknown beneficiary, and the limit has fallen.',
    afterRefusal('OP-9', all(code(4040), inKnownSession), spend),
  ),
  moved(
    'refused-for-beneficiary-but-debited',
    'OP-9 refuses an unknown beneficiary, and the money is gone.',
    afterRefusal('OP-9', all(code(4040), inKnownSession), debit),
  ),
  moved(
    'refused-for-session-but-debited',
    'OP-9 refuses a session never issued, and the money is gone.',
    afterRefusal('OP-9', (ask, answer) => code(4040)(ask, answer) && !inKnownSession(ask, answer), debit),
  ),
  moved(
    'refused-inactive-but-debited',
    'OP-9 refuses an inactive beneficiary, and the money is gone.',
    afterRefusal('OP-9', all(code(4160), toInactive), debit),
  ),
  moved(
    'refused-for-json-but-debited',
    "OP-9 refuses broken JSON, and a rupee of the session's sender is gone.",
    (right) => async (ask) => {
      const answer = await right(ask);
      const sender = on('OP-9')(ask) && answer.status === 400 ? senderOf(ask) : undefined;
      if (sender?.agent === ask.agent && sender !== undefined) sender.balance -= 100;
      return answer;
    },
  ),
];

/** A negative amount is taken, and what is taken away is negative too. */
const creditsNegative: Twist = (right) => async (ask) => {
  const amount = amountOf(ask);
  if (!on('OP-9')(ask) || amount >= 0) return right(ask);
  const answer = await right(withBody(ask, (body) => ({ ...body, amount: -rupees(amount) })));
  const transfer = ask.bank.invoices.get(invoiceOf(answer));
  if (transfer === undefined) return answer;
  transfer.sender.balance -= 2 * amount;
  transfer.amount = amount;
  return answer;
};

const invoiceOf = (answer: Answer): string => {
  const id = field(resultOf(answer), 'invoiceId');
  return typeof id === 'string' ? id : '';
};

/** Told twice about one correlationId, OP-10 answers an invoice that is neither's. */
function answersForNeither(): Twist {
  const seen = new Map<string, number>();
  return both(
    answering(on('OP-9'), (answer, ask) => {
      const id = textIn(ask, 'correlationId');
      seen.set(id, (seen.get(id) ?? 0) + 1);
      return answer;
    }),
    answering(on('OP-10'), (answer, ask) =>
      withResult(answer, (result) =>
        (seen.get(decodeURIComponent(ask.path.split('/').at(-1) ?? '')) ?? 0) > 1
          ? { ...result, invoiceId: Number(result['invoiceId']) + 500_000 }
          : result,
      ),
    ),
  );
}

/** From the second look on, one final status shows as the other. */
function flips(operation: string, from: string, to: string): Twist {
  const looks = new Map<string, number>();
  return answering(on(operation), (answer, { path }) =>
    withResult(answer, (result) => {
      if (result['status'] !== from) return result;
      looks.set(path, (looks.get(path) ?? 0) + 1);
      return (looks.get(path) ?? 0) > 1 ? { ...result, status: to } : result;
    }),
  );
}

const outcomes: Fault[] = [
  {
    id: 'negative-amount-credits',
    story: 'A transfer of a negative amount credits the sender.',
    breaks: ['OP9-NEGATIVE-AMOUNT'],
    twist: creditsNegative,
  },
  {
    id: 'repeated-id-answers-for-neither',
    story: 'For a correlationId sent twice OP-10 names an invoice of nobody.',
    breaks: ['OP10-SAME-CORRELATION-ID'],
    twist: (right) => answersForNeither()(right),
  },
  {
    id: 'repeated-id-pays-twice',
    story: 'A correlationId sent twice yields two invoices.',
    breaks: [],
    warns: ['OP9-SAME-CORRELATION-ID'],
    policy: { transfer: { repeatedCorrelationId: 'new-invoice' } },
  },
  {
    id: 'completed-then-failed',
    story: 'OP-10 shows COMPLETED once, and FAILED from then on.',
    breaks: ['OP10-FINAL-STATUS-KEPT'],
    twist: (right) => flips('OP-10', 'COMPLETED', 'FAILED')(right),
  },
  {
    id: 'failed-then-completed',
    story: 'OP-10 shows FAILED once, and COMPLETED from then on.',
    breaks: ['OP10-FINAL-STATUS-KEPT'],
    twist: (right) => flips('OP-10', 'FAILED', 'COMPLETED')(right),
  },
  {
    id: 'invoice-completed-then-failed',
    story: 'OP-11 shows COMPLETED once, and FAILED from then on.',
    breaks: ['OP11-FINAL-STATUS-KEPT'],
    twist: (right) => flips('OP-11', 'COMPLETED', 'FAILED')(right),
  },
];

/** Refusals that change something, and outcomes that do not stay. */
export const refusedEffectFaults: Fault[] = [...effects, ...outcomes];
