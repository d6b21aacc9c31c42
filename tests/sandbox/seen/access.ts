import type { Json } from '../../../sandbox/http/json.ts';
import { basicAuthorization, call, otherScene, scene, state, told, tokenAnswer, type Change, type Scene } from '../support/calls.ts';
import { askToken, payload, transfer, word, type Partner } from '../support/partner.ts';
import { shown, type Shown } from './shown.ts';

const with401 = async (me: Partner, operation: string, change: Change): Promise<Json> =>
  told(await call(operation, await scene(me), change));

/** The answer to a call without a token, or with a token that was never issued. */
const nobody = (operation: string, wrong: Json, change: Change = { token: null }): Shown =>
  shown(wrong, (me) => with401(me, operation, change));

const authorized = (authorization: string): Change => ({ token: null, headers: { authorization } });

const UNKNOWN: Change = { token: 'never-issued' };

/** Omits the token only, so that a service that lets the call in also serves it. */
const open: Record<string, Shown> = Object.fromEntries(
  Array.from({ length: 16 }, (_, at) => at + 1).map((number) => [
    number === 15 ? 'token-not-needed-for-balance' : `token-not-needed-op-${number}`,
    nobody(`OP-${number}`, number === 10 || number === 11 ? 4040 : 2000),
  ]),
);

/** The answer to a call without a token, and its effect on the sender. */
const effectOfNobody =
  (operation: string, name: 'accounts' | 'active' | 'balance', change: Change = {}): Shown['see'] =>
  async (me) => {
    const at = await scene(me);
    const sleeping = operation === 'OP-13' ? await asleep(at) : undefined;
    const before = await state(at);
    const reply = await call(operation, at, { ...change, ...(sleeping && { id: sleeping }), token: null });
    return [told(reply), (await state(at))[name] - before[name]];
  };

export const asleep = async (at: Scene): Promise<string> => word((await call('OP-7', at)).result, 'beneficiaryId');

const token = (wrong: Json, change: Record<string, string>, basic?: (me: Partner) => string): Shown =>
  shown(wrong, (me) => tokenAnswer(me, change, basic?.(me)));

const issued: Shown['see'] = async ({ box }) => {
  const answer: unknown = await (await askToken(box, 'AGENT')).json();
  return typeof answer === 'object' && answer !== null && 'access_token' in answer && answer.access_token !== ''
    ? typeof answer.access_token
    : 'none';
};

const status: Shown['see'] = async ({ box }) => (await askToken(box, 'AGENT')).status;

/** The second agent names the ids of the first agent's sender. */
const byOther = (operation: string, wrong: Json, change: (mine: Scene) => Promise<Change> | Change = () => ({})): Shown =>
  shown(wrong, async (me) => {
    const mine = await scene(me);
    const other = await otherScene(mine);
    return told(await call(operation, { ...other, sender: mine.sender, to: mine.to }, await change(mine)));
  });

const payForInvoice = async ({ me, sender, to }: Scene): Promise<string> =>
  word((await transfer(me, sender, payload(sender, to))).result, 'invoiceId');

const paid = async ({ me, sender, to }: Scene): Promise<string> => {
  const body = payload(sender, to);
  await transfer(me, sender, body);
  return word(body, 'correlationId');
};

const openTransferSession = async (at: Scene): Promise<string> =>
  word((await call('OP-6', at)).result, 'sessionId', 'fundtransferSessionId');

const openBalanceSession = async (at: Scene): Promise<string> => word((await call('OP-6', at)).result, 'sessionId', 'getBalanceSessionId');

const effectOfOther =
  (operation: string, name: 'accounts' | 'active' | 'balance'): Shown['see'] =>
  async (me) => {
    const mine = await scene(me);
    const other = await otherScene(mine);
    const id = operation === 'OP-13' ? await asleep(mine) : mine.to;
    const before = await state(mine);
    const sessionId = await openTransferSession(mine);
    const reply = await call(operation, { ...other, sender: mine.sender, to: mine.to }, { id, sessionId });
    return [told(reply), (await state(mine))[name] - before[name]];
  };

const ofOther = (operation: string, wrong: Json): Shown =>
  shown(wrong, async (me) => told(await call(operation, await otherScene(await scene(me)))));

export const seenOfAccess: Record<string, Shown> = {
  ...open,
  'empty-token-taken': nobody('OP-2', 2000, authorized('Bearer')),
  'any-token-taken': nobody('OP-5', 2000, UNKNOWN),
  'token-prefix-taken': shown(2000, async (me) => with401(me, 'OP-2', { token: me.token.slice(0, 20) })),
  'token-end-not-read': shown(2000, async (me) => with401(me, 'OP-2', { token: `${me.token.slice(0, -1)}x` })),
  'basic-in-place-of-token': nobody('OP-2', 2000, authorized('Basic bm9ib2R5')),
  'token-not-looked-at-sometimes': shown([401, 401, 2000], async (me) => {
    const at = await scene(me);
    const ask = async (): Promise<Json> => told(await call('OP-2', at, { token: null }));
    return [await ask(), await ask(), await ask()];
  }),
  'missing-token-is-403': nobody('OP-7', 403),
  'unknown-token-is-403': nobody('OP-10', 403, UNKNOWN),
  'missing-token-is-302': nobody('OP-6', 302),
  'missing-token-is-4001': nobody('OP-14', 4001),
  'unknown-token-is-4001': nobody('OP-8', 4001, UNKNOWN),
  'missing-token-is-400': nobody('OP-16', 400),
  'missing-token-is-404': nobody('OP-13', 404),
  'missing-token-is-500': nobody('OP-2', 500),
  'unauthorized-with-code': shown([401, 4001], async (me) => {
    const { http, code } = await call('OP-3', await scene(me), { token: null });
    return [http, code ?? null];
  }),
  'unauthorized-with-result': shown([401, 2000, true], async (me) => {
    const { http, code, result } = await call('OP-15', await scene(me), { token: null });
    return [http, code ?? null, Array.isArray(result)];
  }),
  'beneficiary-added-without-token': shown([401, 1], effectOfNobody('OP-7', 'accounts')),
  'beneficiary-activated-without-token': shown([401, 1], effectOfNobody('OP-13', 'active')),
  'paid-without-token': shown([401, -100], effectOfNobody('OP-9', 'balance')),

  'token-for-wrong-client-password': token([200, true], {}, (me) => basicAuthorization(me, 'wrong')),
  'token-without-basic': token([200, true], {}, () => ''),
  'token-for-wrong-password': token([200, true], { password: 'wrong' }),
  'token-for-empty-password': token([200, true], { password: '' }),
  'token-for-wrong-grant': token([200, true], { grant_type: 'client_credentials' }),
  'wrong-password-is-500': token([500, false], { password: 'wrong' }),
  'missing-basic-is-500': token([500, false], {}, () => ''),
  'access-token-missing': shown('none', issued),
  'access-token-null': shown('object', issued),
  'access-token-number': shown('number', issued),
  'access-token-empty': shown('none', issued),
  'access-token-in-envelope': shown('none', issued),
  'token-as-string': shown('none', issued),
  'token-form-refused': shown(415, status),
  'token-request-invalid': shown(400, status),

  'other-agent-served-op-5': byOther('OP-5', 2000),
  'other-agent-served-op-6': byOther('OP-6', 2000),
  'other-agent-served-op-7': byOther('OP-7', 2000),
  'other-agent-served-op-8': byOther('OP-8', 2000),
  'other-agent-served-op-9': byOther('OP-9', 2000, async (mine) => ({ sessionId: await openTransferSession(mine) })),
  'other-agent-served-op-10': byOther('OP-10', 2000, async (mine) => ({ id: await paid(mine) })),
  'other-agent-served-op-11': byOther('OP-11', 2000, async (mine) => ({ id: await payForInvoice(mine) })),
  'other-agent-served-op-12': byOther('OP-12', 2000),
  'other-agent-served-op-13': byOther('OP-13', 2000),
  'other-agent-served-op-14': byOther('OP-14', 2000, async (mine) => ({ sessionId: await openBalanceSession(mine) })),
  'other-agent-under-foreign-sub-agent': shown(2000, async (me) =>
    told(await call('OP-5', await otherScene(await scene(me)), { subAgentTagId: me.subAgentTag })),
  ),
  'other-agent-refused-but-added': shown([403, 1], effectOfOther('OP-7', 'accounts')),
  'other-agent-refused-but-paid': shown([403, -100], effectOfOther('OP-9', 'balance')),
  'other-agent-refused-and-told': shown([4001, '250000'], async (me) => {
    const mine = await scene(me);
    const sessionId = await openBalanceSession(mine);
    const reply = await call('OP-14', { ...(await otherScene(mine)), sender: mine.sender }, { sessionId });
    return [told(reply), word(reply.result, 'mainAccount')];
  }),
  'other-agent-own-sender-refused': ofOther('OP-6', 403),
  'other-agent-own-scheme-refused': ofOther('OP-5', 4001),
  'other-agent-own-sender-unknown': ofOther('OP-8', 4040),
};
