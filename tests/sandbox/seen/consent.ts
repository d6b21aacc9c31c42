import type { Json } from '../../../sandbox/http/json.ts';
import { call, OTHER_SPARE, scene, SPARE, state, told, wrongConsent, wrongOtp, type Change, type Scene } from '../support/calls.ts';
import { otp, word, type Partner } from '../support/partner.ts';
import { shown, type Shown } from './shown.ts';

const coded = (operation: string, { otp: code, state: of }: { otp: string; state: string }, mpin = ''): Change =>
  operation === 'OP-12' ? { body: { mpin: '4321', otp: code, state: of } } : { consent: `OTP ${code} ${of}${mpin}` };

const wrongly =
  (operation: string): Shown['see'] =>
  async (me) => {
    const at = await scene(me);
    return told(await call(operation, at, coded(operation, await wrongOtp(me, at.sender.mobile))));
  };

const withWrongMpin =
  (operation: string): Shown['see'] =>
  async (me) => {
    const at = await scene(me);
    await call('OP-12', at);
    return told(await call(operation, at, coded(operation, await otp(me, at.sender.mobile), ',MPIN 9999')));
  };

const stateUnknown =
  (operation: string): Shown['see'] =>
  async (me) => {
    const at = await scene(me);
    const { otp: code } = await otp(me, at.sender.mobile);
    return told(await call(operation, at, coded(operation, { otp: code, state: crypto.randomUUID() })));
  };

const foreign =
  (operation: string): Shown['see'] =>
  async (me) => {
    const at = await scene(me);
    return told(await call(operation, at, coded(operation, await otp(me, OTHER_SPARE))));
  };

const written = (operation: string, wrong: Json, write: (code: { otp: string; state: string }) => string | null): Shown =>
  shown(wrong, async (me) => {
    const at = await scene(me, SPARE);
    return told(await call(operation, at, { consent: write(await otp(me, at.sender.mobile)) }));
  });

const each = (operations: string[], row: (operation: string) => [id: string, shown: Shown]): Record<string, Shown> =>
  Object.fromEntries(operations.map(row));

const lower = (operation: string): string => operation.toLowerCase();

const HEADED = ['OP-4', 'OP-6', 'OP-7', 'OP-9'];
const SCHEMED = ['OP-6', 'OP-7', 'OP-9'];
const ALL = [...HEADED, 'OP-12'];

const isOld = async ({ me }: Scene, mobile: string): Promise<string> =>
  word((await call('OP-1', await scene(me), { mobile })).result, 'isOldUser');

const effect =
  (operation: string, name: 'accounts' | 'balance'): Shown['see'] =>
  async (me) => {
    const at = await scene(me);
    const before = await state(at);
    const reply = await call(operation, at, { consent: await wrongConsent(me, at.sender.mobile) });
    return [told(reply), (await state(at))[name] - before[name]];
  };

const stateWithOwnCode = async (me: Partner, operation: string, code: string): Promise<Json> => {
  const at = await scene(me);
  const theirs = await otp(me, OTHER_SPARE);
  const mine = await otp(me, at.sender.mobile);
  return told(await call(operation, at, coded(operation, { otp: code === 'own' ? mine.otp : theirs.otp, state: theirs.state })));
};

export const seenOfConsent: Record<string, Shown> = {
  ...each(['OP-4', 'OP-6', 'OP-7', 'OP-12'], (operation) => [`any-otp-${lower(operation)}`, shown(2000, wrongly(operation))]),
  'any-otp-pays': shown(2000, wrongly('OP-9')),
  'any-mpin-op-6': shown(2000, withWrongMpin('OP-6')),
  'any-otp-sometimes': shown([4170, 4170, 2000], async (me) => {
    const at = await scene(me);
    const ask = async (): Promise<Json> => told(await call('OP-6', at, { consent: await wrongConsent(me, at.sender.mobile) }));
    return [await ask(), await ask(), await ask()];
  }),
  'wrong-otp-is-4160': shown(4160, wrongly('OP-9')),
  'wrong-otp-is-4001': shown(4001, wrongly('OP-7')),
  'wrong-otp-is-4040': shown(4040, wrongly('OP-12')),
  'wrong-otp-is-401': shown(401, wrongly('OP-6')),
  'wrong-otp-is-403': shown(403, wrongly('OP-4')),
  'wrong-otp-is-400': shown(400, wrongly('OP-12')),
  'wrong-otp-is-404': shown(404, wrongly('OP-6')),
  'wrong-otp-is-500': shown(500, wrongly('OP-4')),
  'wrong-mpin-is-4001': shown(4001, withWrongMpin('OP-6')),
  'wrong-otp-adds': shown([4170, 1], effect('OP-7', 'accounts')),
  'wrong-otp-pays': shown([4170, -100], effect('OP-9', 'balance')),
  'wrong-otp-tags': shown([4170, 'true'], async (me) => {
    const at = await scene(me);
    const reply = await call('OP-4', at, { mobile: SPARE, consent: await wrongConsent(me, SPARE) });
    return [told(reply), await isOld(at, SPARE)];
  }),

  ...each(ALL, (operation) => [`unknown-state-taken-${lower(operation)}`, shown(2000, stateUnknown(operation))]),
  ...each(ALL, (operation) => [`foreign-state-taken-${lower(operation)}`, shown(2000, foreign(operation))]),
  'foreign-state-with-own-code': shown(2000, (me) => stateWithOwnCode(me, 'OP-9', 'own')),
  'state-not-looked-at': shown([2000, 2000], async (me) => [
    await stateWithOwnCode(me, 'OP-6', 'own'),
    (await stateUnknown('OP-6')(me)) ?? null,
  ]),
  ...each(HEADED, (operation) => [`consent-not-needed-${lower(operation)}`, written(operation, 2000, () => null)]),
  ...each(SCHEMED, (operation) => [`none-taken-${lower(operation)}`, written(operation, 2000, () => 'NONE')]),
  'code-alone-taken': written('OP-9', 2000, ({ otp: code }) => code),
  'state-alone-taken': written('OP-6', 2000, ({ state: of }) => of),
  'keyword-not-needed': written('OP-7', 2000, ({ otp: code, state: of }) => `${code} ${of}`),
  'otp-without-state-taken': written('OP-4', 2000, ({ otp: code }) => `OTP ${code}`),
  'parts-in-any-order': written('OP-6', 2000, ({ otp: code, state: of }) => `OTP ${of} ${code}`),
  'any-words-taken': written('OP-9', 2000, () => 'the customer agrees'),
  'any-keyword-taken': written('OP-7', 2000, ({ otp: code, state: of }) => `CODE ${code} ${of}`),
};
