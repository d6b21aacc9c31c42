import type { Json, JsonObject } from '../../../sandbox/http/json.ts';
import { call, NOBODY, OTHER_SPARE, scene, state, told, type Change, type Scene } from '../support/calls.ts';
import { objects, outcome, payload, transfer, word, type Partner } from '../support/partner.ts';
import { asleep } from './access.ts';
import { shown, type Shown } from './shown.ts';

const differing = (operation: string, wrong: Json, change: (at: Scene) => Promise<Change> | Change): Shown =>
  shown(wrong, async (me) => {
    const at = await scene(me);
    return told(await call(operation, at, await change(at)));
  });

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

const rows = (numbers: number[], row: (operation: string) => [id: string, shown: Shown]): Record<string, Shown> =>
  Object.fromEntries(numbers.map((number) => row(`OP-${number}`)));

const lower = (operation: string): string => operation.toLowerCase();

const neighbor = (me: Partner): Promise<Scene> => scene(me, OTHER_SPARE, '000111000114');

const openSession = async (at: Scene, name: string): Promise<string> => word((await call('OP-6', at)).result, 'sessionId', name);

const foreignSession = (operation: string, name: string): Shown =>
  differing(operation, 2000, async ({ me }) => ({ sessionId: await openSession(await neighbor(me), name) }));

/** Pays once, for operations that look a transfer up. */
const existing = async (operation: string, { me, sender, to }: Scene): Promise<Change> => {
  const body = payload(sender, to);
  const { result } = await transfer(me, sender, body);
  if (operation === 'OP-10') return { id: word(body, 'correlationId') };
  return operation === 'OP-11' ? { id: word(result, 'invoiceId') } : {};
};

const ekyc = (me: Partner, subAgentTag: string): JsonObject => ({
  userType: 'customer',
  name: 'Testcase Sender',
  mobile: 9_990_000_103,
  email: 'sender@dmt.example',
  fatherName: '',
  gstInNumber: '',
  pan: '',
  subAgentTag: subAgentTag === '' ? me.subAgentTag : subAgentTag,
});

const CUT = '{"object":999000000';

const effect =
  (operation: string, name: 'accounts' | 'active' | 'spent' | 'balance', change: (at: Scene) => Promise<Change> | Change): Shown['see'] =>
  async (me) => {
    const at = await scene(me);
    const made = await change(at);
    const before = await state(at);
    const reply = await call(operation, at, made);
    return [told(reply), (await state(at))[name] - before[name]];
  };

const toNobody = ({ sender }: Scene): Change => ({ body: payload(sender, '1') });

const looks =
  (operation: 'status' | 'invoice', amount: number): Shown['see'] =>
  async (me) => {
    const { sender, to } = await scene(me);
    const body = payload(sender, to, { amount });
    const { result } = await transfer(me, sender, body);
    const path = operation === 'status' ? `status/${word(body, 'correlationId')}` : `invoice/${word(result, 'invoiceId')}`;
    return [word(await outcome(me, path), 'status'), word(await outcome(me, path), 'status')];
  };

/** Sends one correlationId twice, and compares the invoices with each other and with OP-10. */
const twice = async (me: Partner): Promise<{ same: boolean; found: boolean }> => {
  const { sender, to } = await scene(me);
  const body = payload(sender, to);
  const [one, two] = [await transfer(me, sender, body), await transfer(me, sender, body)].map(({ result }) => word(result, 'invoiceId'));
  const told10 = word(await outcome(me, `status/${word(body, 'correlationId')}`), 'invoiceId');
  return { same: one === two, found: told10 === one || told10 === two };
};

const method = (operation: string, wrong: Json): Shown =>
  differing(operation, wrong, () => ({ method: GETS.includes(operation) ? 'POST' : 'GET' }));

const GETS = ['OP-1', 'OP-2', 'OP-5', 'OP-6', 'OP-10', 'OP-11', 'OP-14', 'OP-15'];

const cut = (operation: string, wrong: Json): Shown => differing(operation, wrong, () => ({ raw: CUT }));

const MISTYPED: Record<string, JsonObject> = {
  'OP-3': { object: true },
  'OP-7': { accountNo: 1, ifscCode: 'ZZZZ0000001', name: 'Testcase Beneficiary' },
  'OP-9': { amount: '100' },
  'OP-12': { mpin: 4321, otp: '000000', state: NOBODY },
  'OP-13': { object: 'true' },
  'OP-16': { userType: 'customer', mobile: '9990000103' },
};

const mistyped = (operation: string, wrong: Json): Shown => differing(operation, wrong, () => ({ body: MISTYPED[operation] ?? {} }));

const both = (wrong: Json, operation: string, change: Change): Shown =>
  shown(wrong, async (me) => {
    const { http, code } = await call(operation, await scene(me), change);
    return [http, code ?? null];
  });

const unknownIds: Record<string, Shown> = {
  ...rows([5, 6, 7, 8, 12, 13, 14], (operation) => [
    `unknown-sender-served-${lower(operation)}`,
    differing(operation, 2000, () => ({ senderId: NOBODY })),
  ]),
  'unknown-sender-pays': differing('OP-9', 2000, ({ sender, to }) => ({ body: payload(sender, to, { from: NOBODY }) })),
  ...rows(range(5, 14), (operation) => [
    `unknown-sub-agent-served-${lower(operation)}`,
    differing(operation, 2000, async (at) => ({ ...(await existing(operation, at)), subAgentTagId: NOBODY })),
  ]),
  'unknown-sub-agent-served-op-16': differing('OP-16', 2000, ({ me }) => ({ body: ekyc(me, NOBODY) })),
  'unknown-session-pays': differing('OP-9', 2000, () => ({ sessionId: NOBODY })),
  'foreign-session-pays': foreignSession('OP-9', 'fundtransferSessionId'),
  'unknown-session-tells': differing('OP-14', 2000, () => ({ sessionId: NOBODY })),
  'foreign-session-tells': foreignSession('OP-14', 'getBalanceSessionId'),
  'foreign-session-tells-its-own': foreignSession('OP-14', 'getBalanceSessionId'),
  'unknown-beneficiary-paid': differing('OP-9', 2000, toNobody),
  'foreign-beneficiary-paid': differing('OP-9', 2000, async ({ me, sender }) => ({ body: payload(sender, (await neighbor(me)).to) })),
  'inactive-beneficiary-paid-small': differing('OP-9', 2000, async (at) => ({ body: payload(at.sender, await asleep(at)) })),
  'unknown-id-activated': differing('OP-13', 2000, () => ({ id: '1' })),
  'foreign-id-activated': differing('OP-13', 2000, async ({ me }) => ({ id: (await neighbor(me)).to })),
  'unknown-transfer-pending': differing('OP-10', 2000, () => ({ id: 'never-sent' })),
  'unknown-transfer-completed': differing('OP-10', 2000, () => ({ id: 'never-sent' })),
  'unknown-transfer-is-404': differing('OP-10', 404, () => ({ id: 'never-sent' })),
  'unknown-transfer-is-500': differing('OP-10', 500, () => ({ id: 'never-sent' })),
  'unknown-invoice-pending': differing('OP-11', 2000, () => ({ id: '1' })),
  'unknown-invoice-is-404': differing('OP-11', 404, () => ({ id: '1' })),
  'unknown-invoice-is-500': differing('OP-11', 500, () => ({ id: '1' })),
};

const effects: Record<string, Shown> = {
  'refused-for-json-but-added': shown(
    [400, 1],
    effect('OP-7', 'accounts', () => ({ raw: CUT })),
  ),
  'refused-for-consent-but-added': shown(
    [4160, 1],
    effect('OP-7', 'accounts', () => ({ consent: null })),
  ),
  'refused-for-json-costs-limit': shown(
    [400, 1],
    effect('OP-7', 'spent', () => ({ raw: CUT })),
  ),
  'refused-for-unknown-id-costs-limit': shown(
    [4040, 1],
    effect('OP-13', 'spent', () => ({ id: '1' })),
  ),
  'refused-for-json-but-activated': shown(
    [400, 1],
    effect('OP-13', 'active', async (at) => {
      await asleep(at);
      return { raw: CUT };
    }),
  ),
  'refused-transfer-costs-limit': shown([4040, 1], effect('OP-9', 'spent', toNobody)),
  'refused-for-beneficiary-but-debited': shown([4040, -100], effect('OP-9', 'balance', toNobody)),
  'refused-for-session-but-debited': shown(
    [4040, -100],
    effect('OP-9', 'balance', () => ({ sessionId: NOBODY })),
  ),
  'refused-inactive-but-debited': shown(
    [4160, -100],
    effect('OP-9', 'balance', async (at) => ({ body: payload(at.sender, await asleep(at)) })),
  ),
  'refused-for-json-but-debited': shown(
    [400, -1],
    effect('OP-9', 'balance', () => ({ raw: CUT })),
  ),
  'negative-amount-credits': shown(
    [2000, 5],
    effect('OP-9', 'balance', ({ sender, to }) => ({ body: payload(sender, to, { amount: -5 }) })),
  ),
  'repeated-id-answers-for-neither': shown(false, async (me) => (await twice(me)).found),
  'repeated-id-pays-twice': shown(false, async (me) => (await twice(me)).same),
  'completed-then-failed': shown(['COMPLETED', 'FAILED'], looks('status', 100)),
  'failed-then-completed': shown(['FAILED', 'COMPLETED'], looks('status', 900_000)),
  'invoice-completed-then-failed': shown(['COMPLETED', 'FAILED'], looks('invoice', 100)),
};

const statuses: Record<string, Shown> = {
  'post-for-get-is-404': method('OP-11', 404),
  'get-for-post-is-405': method('OP-3', 405),
  'get-for-post-is-400': method('OP-16', 400),
  'wrong-method-is-403': method('OP-6', 403),
  'wrong-method-is-4001': method('OP-9', 4001),
  'wrong-method-is-500': method('OP-13', 500),
  'post-reads-sources': method('OP-2', 2000),
  'post-reads-agent-balance': method('OP-15', 2000),
  'get-tags': method('OP-4', 2000),
  'get-names-scheme': method('OP-8', 2000),
  'broken-json-is-4160-op-3': cut('OP-3', 4160),
  'broken-json-is-4160-op-9': cut('OP-9', 4160),
  'broken-json-is-415': cut('OP-7', 415),
  'broken-json-is-403': cut('OP-13', 403),
  'broken-json-is-422': cut('OP-16', 422),
  'broken-json-is-500': cut('OP-12', 500),
  'broken-json-mended': cut('OP-3', 2000),
  ...rows([3, 7, 9, 12, 13, 16], (operation) => [`mistyped-field-is-500-${lower(operation)}`, mistyped(operation, 500)]),
  'mistyped-field-is-404': mistyped('OP-13', 404),
  'mistyped-field-is-405': mistyped('OP-3', 405),
  'mistyped-field-is-422': mistyped('OP-9', 422),
  'sender-id-no-uuid-is-500': differing('OP-5', 500, () => ({ senderId: 'nobody' })),
  'unknown-source-is-500': differing('OP-8', 500, () => ({ query: { paymentSource: 'cash' } })),
  'unknown-user-type-is-500': shown(500, async (me) => told(await me.call('GET', `${objects}/onboarding/status/merchant/9990000002`))),
  'code-with-400': both([400, 4160], 'OP-7', { raw: CUT }),
  'code-with-401': both([401, 4001], 'OP-2', { token: null }),
  'code-with-415': both([415, 4000], 'OP-2', { method: 'POST' }),
  'code-with-415-on-one': both([415, 4160], 'OP-10', { method: 'POST' }),
  'text-code-with-400': both([400, '4160'], 'OP-16', { raw: CUT }),
};

export const seenOfRefusals: Record<string, Shown> = { ...unknownIds, ...effects, ...statuses };
