import { field, type Json } from '../../../sandbox/http/json.ts';
import { call, otherScene, scene, SPARE, told } from '../support/calls.ts';
import { askToken, objects, otp, send, setting, type Partner, type Reply } from '../support/partner.ts';
import { shown, type Shown } from './shown.ts';

const holds = (reply: Pick<Reply, 'text'>, secret: string): boolean =>
  secret !== '' && new RegExp(`(?<![\\w-])${secret}(?![\\w-])`).test(reply.text);

const code = async (me: Partner, reply: Reply): Promise<string> => {
  const state = field(reply.result, 'state');
  const phone = await fetch(`${me.box.baseUrl}/sandbox/otp?mobile=${SPARE}&state=${typeof state === 'string' ? state : ''}`);
  return phone.text();
};

const challenge: Shown['see'] = async (me) => {
  const reply = await me.call('POST', `${objects}/security/otp`, { body: { object: Number(SPARE) } });
  return holds(reply, await code(me, reply));
};

const mpin: Shown['see'] = async (me) => holds(await call('OP-12', await scene(me)), '4321');

const lookup: Shown['see'] = async (me) => {
  const reply = await call('OP-11', await scene(me), { id: '1' });
  return [told(reply), reply.text.includes('com.example.dmt.')];
};

const httpTrace = async (reply: Promise<Reply>): Promise<Json> => {
  const { http, text } = await reply;
  return [http, text.includes('at com.example.dmt')];
};

export const seenOfLeaks: Record<string, Shown> = {
  'otp-in-its-message': shown(true, challenge),
  'otp-beside-its-state': shown(true, challenge),
  'otp-as-a-number': shown(true, challenge),
  'otp-in-a-remark': shown(true, async (me) => {
    const right = await otp(me, SPARE);
    return holds(await call('OP-4', await scene(me), { mobile: SPARE, consent: `OTP ${right.otp} ${right.state}` }), right.otp);
  }),
  'wrong-otp-told-the-right-one': shown([4170, true], async (me) => {
    const at = await scene(me);
    const right = await otp(me, at.sender.mobile);
    const wrong = right.otp === '000000' ? '000001' : '000000';
    const reply = await call('OP-6', at, { consent: `OTP ${wrong} ${right.state}` });
    return [told(reply), holds(reply, right.otp)];
  }),
  'mpin-echoed': shown(true, mpin),
  'mpin-in-message': shown(true, mpin),
  'mpin-in-sender-detail': shown(true, async (me) => {
    const at = await scene(me);
    await call('OP-12', at);
    return holds(await call('OP-6', at), '4321');
  }),
  'agent-password-beside-balance': shown(true, async (me) =>
    holds(await call('OP-15', await scene(me)), setting(me.box, 'DMT_AGENT_PASSWORD')),
  ),
  'client-password-in-description': shown(true, async (me) =>
    holds(await call('OP-2', await scene(me)), setting(me.box, 'DMT_CLIENT_PASSWORD')),
  ),
  'foreign-token-beside-status': shown(true, async (me) => {
    const mine = await scene(me);
    const { token } = (await otherScene(mine)).me;
    return holds(await call('OP-1', mine), token);
  }),
  'password-in-token-answer': shown(true, async ({ box }) =>
    (await (await askToken(box, 'AGENT')).text()).includes(setting(box, 'DMT_AGENT_PASSWORD')),
  ),
  'password-in-unauthorized': shown(true, async ({ box }) =>
    holds(await send(box, 'GET', `${objects}/paymentSource`), setting(box, 'DMT_AGENT_PASSWORD')),
  ),
  'stack-trace-in-400': shown([400, true], async (me) => httpTrace(call('OP-7', await scene(me), { raw: '{' }))),
  'stack-trace-in-json': shown([415, true], async (me) => httpTrace(call('OP-2', await scene(me), { method: 'POST' }))),
  'stack-trace-in-message': shown([4040, true], lookup),
  'class-name-in-message': shown([4040, true], lookup),
  'stack-trace-in-token-refusal': shown([400, true], async ({ box }) => {
    const response = await askToken(box, 'AGENT', { password: 'wrong' });
    return [response.status, (await response.text()).includes('at com.example.dmt')];
  }),
};
