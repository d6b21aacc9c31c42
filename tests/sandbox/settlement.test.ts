import { describe, expect, test } from 'vitest';
import { field, type Json } from '../../sandbox/http/json.ts';
import type { PolicyChange } from '../../sandbox/service/policy.ts';
import {
  balance,
  beneficiary,
  customer,
  detail,
  outcome,
  payload,
  transfer,
  wallet,
  within,
  word,
  type Partner,
  type Sender,
} from './support/partner.ts';
import { virtualClock } from './support/virtual-clock.ts';

interface Story {
  requested: Json | undefined;
  accepted: Json | undefined;
  paid: Json | undefined;
  /** The wallet before, just after the request, and when the invoice is final. */
  balances: [number, number, number];
  left: Json | undefined;
}

const story = (policy: PolicyChange, amount: number, account?: string): Promise<Story> =>
  within({ policy }, async (me) => {
    const sender = await customer(me);
    const to = await beneficiary(me, sender, true, account);
    const before = await balance(me, sender);
    const body = payload(sender, to, { amount });
    const requested = await transfer(me, sender, body);
    const between = await balance(me, sender);
    const accepted = field(await outcome(me, `status/${word(body, 'correlationId')}`), 'status');
    const paid = field(await outcome(me, `invoice/${word(requested.result, 'invoiceId')}`), 'status');
    const left = field(field(await detail(me, sender), 'limitLeft'), 'MONTHLY');
    return { requested: requested.code, accepted, paid, balances: [before, between, await balance(me, sender)], left };
  });

const done = { requested: 2000, accepted: 'COMPLETED', paid: 'COMPLETED' };
const full = 250_000;

describe('a transfer', () => {
  test('takes its amount once, to the paisa', async () => {
    expect(await story({}, 100.37)).toEqual({ ...done, balances: [full, 249_899.63, 249_899.63], left: 199_899.63 });
  });

  test('may cost a fee', async () => {
    expect(await story({ transfer: { fee: 2.5 } }, 100)).toEqual({ ...done, balances: [full, 249_897.5, 249_897.5], left: 199_900 });
  });

  test('may take the money late', async () => {
    expect(await story({ transfer: { debited: 'when-settled' } }, 100)).toEqual({
      ...done,
      balances: [full, full, 249_900],
      left: 199_900,
    });
  });

  test('declined by the bank gives the money back', async () => {
    const declined = { ...done, paid: 'FAILED', left: 200_000 };
    const policy: PolicyChange = { transfer: { declinedAccounts: ['9'] } };
    expect(await story(policy, 100, '9')).toEqual({ ...declined, balances: [full, 249_900, full] });
    const late: PolicyChange = { transfer: { declinedAccounts: ['9'], debited: 'when-settled' } };
    expect(await story(late, 100, '9')).toEqual({ ...declined, balances: [full, full, full] });
  });

  test('beyond the limit fails where the policy says, and moves nothing', async () => {
    const still = { balances: [full, full, full], left: 200_000 };
    const beyond = 200_000.01;
    expect(await story({}, beyond)).toEqual({ requested: 2000, accepted: 'FAILED', paid: 'FAILED', ...still });
    const late: PolicyChange = { transfer: { overdrawnFailsIn: 'OP-11' } };
    expect(await story(late, beyond)).toEqual({ requested: 2000, accepted: 'COMPLETED', paid: 'FAILED', ...still });
    const early: PolicyChange = { transfer: { overdrawnFailsIn: 'OP-9' } };
    expect(await story(early, beyond)).toMatchObject({ requested: 4160, ...still });
  });
});

const statuses = async (me: Partner, sender: Sender, looks: number): Promise<(Json | undefined)[]> => {
  const requested = await transfer(me, sender, payload(sender, await beneficiary(me, sender)));
  const seen: (Json | undefined)[] = [];
  for (let look = 0; look < looks; look += 1) {
    const { result } = await me.call('GET', `${wallet}/invoice/${word(requested.result, 'invoiceId')}${me.query()}`);
    seen.push(field(result, 'status'));
  }
  return seen;
};

test('a transfer is PENDING for as many reads as the policy says', async () => {
  await within({}, async (me) => {
    expect(await statuses(me, await customer(me), 3)).toEqual(['PENDING', 'COMPLETED', 'COMPLETED']);
  });
  await within({ policy: { transfer: { pendingLooks: 0 } } }, async (me) => {
    expect(await statuses(me, await customer(me), 1)).toEqual(['COMPLETED']);
  });
});

test('money promised to one transfer cannot be promised to another', async () => {
  await within(
    { policy: { sender: { openingBalance: 150, newcomerShare: 1 }, transfer: { debited: 'when-settled', overdrawnFailsIn: 'OP-9' } } },
    async (me) => {
      const sender = await customer(me);
      const to = await beneficiary(me, sender);
      const codes = [await transfer(me, sender, payload(sender, to)), await transfer(me, sender, payload(sender, to))].map(
        ({ code }) => code,
      );
      expect(codes).toEqual([2000, 4160]);
    },
  );
});

test('sessions end with their time', async () => {
  const clock = virtualClock();
  await within({ clock }, async (me) => {
    const sender = await customer(me);
    const sessionId = word(await detail(me, sender), 'sessionId', 'getBalanceSessionId');
    const look = async (): Promise<Json | undefined> =>
      (await me.call('GET', `${wallet}/balance/${sender.tagId}${me.query({ sessionId })}`)).code;
    expect(await look()).toBe(2000);
    clock.advance(900_000);
    expect(await look()).toBe(4040);
  });
});
