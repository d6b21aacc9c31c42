import type { User } from '../state/store.ts';
import type { Answer, Ask, Twist } from '../http/exchange.ts';
import { field, type Json } from '../http/json.ts';
import { paise } from '../state/money.ts';
import { answering, asking, both, codeOf, on, resultOf, succeeded, withResult } from './twists.ts';
import { badResult, textOf, withBad, withPayload } from './results.ts';

/** The sender of a transfer. */
function senderOf({ bank, body }: Ask): User | undefined {
  const from = field(body, 'from');
  return typeof from === 'string' ? bank.users.get(from.toLowerCase()) : undefined;
}

const amountOf = ({ body }: Ask): number => paise(field(body, 'amount')) ?? 0;

/** What became of a transfer just requested: `rejected` is what OP-10 calls FAILED. */
const fateOf = (ask: Ask, answer: Answer): string =>
  ask.bank.invoices.get(textOf(field(resultOf(answer), 'invoiceId')))?.fate ?? `code ${Number(codeOf(answer))}`;

/** Does something to the sender after a transfer of that fate; amounts in paise. */
export const afterTransfer =
  (fate: string, act: (sender: User, amount: number) => void): Twist =>
  (right) => {
    const seen = new Set<string>();
    return async (ask) => {
      const answer = await right(ask);
      if (!on('OP-9')(ask)) return answer;
      const sender = senderOf(ask);
      const invoice = textOf(field(resultOf(answer), 'invoiceId'));
      if (sender !== undefined && fateOf(ask, answer) === fate && !seen.has(invoice)) act(sender, amountOf(ask));
      if (succeeded(answer)) seen.add(invoice);
      return answer;
    };
  };

/** Pays whatever is asked for: while OP-9 looks, the wallet is full. */
export const paysAnything: Twist = (right) => async (ask) => {
  const sender = on('OP-9')(ask) ? senderOf(ask) : undefined;
  if (sender === undefined) return right(ask);
  const riches = 10 ** 12;
  sender.balance += riches;
  sender.spent -= riches;
  const answer = await right(ask);
  sender.balance -= riches;
  sender.spent += riches;
  return answer;
};

/** Has OP-10 reject every transfer, for while OP-9 looks the wallet is empty; and keeps a little each time. */
export const rejectingAtACost: Twist = (right) => async (ask) => {
  const sender = on('OP-9')(ask) ? senderOf(ask) : undefined;
  if (sender === undefined) return right(ask);
  const had = sender.balance;
  sender.balance = 0;
  const answer = await right(ask);
  sender.balance = codeOf(answer) === 2000 ? had - 100 : had;
  return answer;
};

/** Every other look at what is COMPLETED shows FAILED. */
export function flipping(operation: string): Twist {
  const looks = new Map<string, number>();
  return answering(on(operation), (answer, { path }) => {
    if (field(resultOf(answer), 'status') !== 'COMPLETED') return answer;
    const look = (looks.get(path) ?? 0) + 1;
    looks.set(path, look);
    return look % 2 === 0 ? withBad(answer, 'status', 'FAILED') : answer;
  });
}

/** A tag that is good for every call, and another one whenever OP-4 is asked. */
export const newTagEachTime: Twist = answering(on('OP-4'), (answer, { bank }) =>
  withResult(answer, (result) => {
    const user = bank.users.get(textOf(result['tagId']).toLowerCase());
    const tagId = bank.uuid();
    if (user !== undefined) bank.users.set(tagId, user);
    return { ...result, tagId };
  }),
);

const consentOf = ({ headers }: Ask): string => (typeof headers['consent'] === 'string' ? headers['consent'] : '');

const withConsent = (ask: Ask, consent: string): Ask => (consent === '' ? ask : { ...ask, headers: { ...ask.headers, consent } });

/** OP-3 hands out states that challenges share; the code alone tells them apart. */
const sharing = (states: Twist): Twist =>
  both(
    (right) => (ask) => {
      const [, code = ''] = /^OTP (\S+)/.exec(consentOf(ask)) ?? [];
      const own = [...ask.bank.challenges.values()].find((challenge) => challenge.code === code);
      return right(withConsent(ask, own === undefined ? consentOf(ask) : `OTP ${code} ${own.state}`));
    },
    asking(on('OP-12'), (ask) =>
      withPayload(ask, (payload) => {
        const own = [...ask.bank.challenges.values()].find(({ code }) => code === payload['otp']);
        return own === undefined ? payload : { ...payload, state: own.state };
      }),
    ),
    asking(on('PHONE'), (ask) => ({ ...ask, query: new URLSearchParams([...ask.query].filter(([name]) => name !== 'state')) })),
    states,
  );

export const oneState: Twist = sharing(badResult('OP-3', 'state', '5f0c7a52-1111-4abc-8def-0123456789ab'));

/** Whoever asks again is given the state of the first time. */
export const oneStateEach: Twist = sharing((right) => {
  const first = new Map<string, Json>();
  return answering(on('OP-3'), (answer, ask) =>
    withResult(answer, (result) => {
      const mobile = textOf(field(ask.body, 'object'));
      const state = first.get(mobile) ?? result['state'] ?? null;
      first.set(mobile, state);
      return { ...result, state };
    }),
  )(right);
});

/** Takes any code for the right one: the challenge named by the state tells which that is. */
export const anyCodeWill = (operation: string): Twist =>
  asking(on(operation), (ask) => {
    const [, , state = ''] = /^OTP (\S+) ([^\s,]+)/.exec(consentOf(ask)) ?? [];
    const code = ask.bank.challenges.get(state.toLowerCase())?.code;
    return withConsent(ask, code === undefined ? consentOf(ask) : consentOf(ask).replace(/^OTP \S+/, `OTP ${code}`));
  });

/** Every sender is told the same transfer session; behind it the sender's own is used. */
export function oneSession(): Twist {
  const own = new Map<string, string>();
  const told = '5f0c7a52-2222-4abc-8def-0123456789ab';
  const ownOf = (ask: Ask): string => own.get(textOf(field(ask.body, 'from'))) ?? told;
  return both(
    asking(on('OP-9'), (ask) => ({
      ...ask,
      path: ask.path.replace(told, ownOf(ask)),
      query: new URLSearchParams(ask.query.toString().replace(told, ownOf(ask))),
    })),
    answering(on('OP-6'), (answer, { path }) => {
      const session = field(field(resultOf(answer), 'sessionId'), 'fundtransferSessionId');
      if (typeof session === 'string') own.set(path.split('/').at(-1) ?? '', session);
      return withBad(answer, 'sessionId.fundtransferSessionId', told);
    }),
  );
}

/** Activates nothing, whatever is asked. */
export const activatingNothing = (ask: Ask): Ask => withPayload(ask, () => ({ object: false }));

/** OP-13 with `true` for one activates the others too. */
export const activatingAll: Twist = (right) => async (ask) => {
  const answer = await right(ask);
  const [, senderId = ''] = /\/sender\/([^/]+)\//.exec(ask.path) ?? [];
  const asked = on('OP-13')(ask) && succeeded(answer) && field(ask.body, 'object') === true;
  for (const one of ask.bank.users.get(senderId.toLowerCase())?.beneficiaries.values() ?? []) one.active ||= asked;
  return answer;
};

/** The configured customer has registered and not activated somebody long ago. */
export const withOldBeneficiary: Twist = asking(on('OP-6'), (ask) => {
  const old = { id: 999, accountNumber: '000111999999', ifscCode: 'ZZZZ0000001', holderName: 'Testcase Other', active: false };
  for (const { mobile, beneficiaries } of ask.bank.users.values())
    if (mobile === '9990000002' && !beneficiaries.has(old.id)) beneficiaries.set(old.id, old);
  return ask;
});

export const everybodysBeneficiaries: Twist = answering(on('OP-6'), (answer, { bank }) => {
  const all = [...bank.users.values()].flatMap(({ beneficiaries }) => [...beneficiaries.values()]);
  const listed = all.map(({ accountNumber, ifscCode, holderName: accountHolderName, id, active }) => ({
    accountNumber,
    ifscCode,
    accountHolderName,
    beneficiaryId: String(id),
    status: String(active),
  }));
  return withBad(answer, 'beneficiaries', listed);
});

/** OP-7 refuses a wrong code with 4170 and adds the beneficiary all the same. */
export const addingInSpite: Twist = (right) => async (ask) => {
  const answer = await right(ask);
  const sender =
    on('OP-7')(ask) && codeOf(answer) === 4170 ? ask.bank.users.get((ask.path.split('/').at(-1) ?? '').toLowerCase()) : undefined;
  const id = ask.bank.nextBeneficiary++;
  const [accountNumber, ifscCode, holderName] = ['accountNo', 'ifscCode', 'name'].map((name) => textOf(field(ask.body, name)));
  sender?.beneficiaries.set(id, {
    id,
    accountNumber: accountNumber ?? '',
    ifscCode: ifscCode ?? '',
    holderName: holderName ?? '',
    active: false,
  });
  return answer;
};

/** OP-11 shows as COMPLETED what OP-10 calls FAILED. */
export const payingRejected: Twist = answering(on('OP-11'), (answer, { bank, path }) => {
  const transfer = bank.invoices.get(path.split('/').at(-1) ?? '');
  return transfer?.fate === 'rejected' ? withBad(answer, 'status', 'COMPLETED') : answer;
});
