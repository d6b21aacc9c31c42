import { parseExactly } from '../../../helpers/core/json.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/start.ts';
import { field, type Json, type JsonObject } from '../../../sandbox/http/json.ts';

export interface Reply {
  http: number;
  type: string;
  text: string;
  headers: Headers;
  code: Json | undefined;
  message: Json | undefined;
  result: Json | undefined;
}

interface Sending {
  body?: Json;
  raw?: string;
  consent?: string | undefined;
  token?: string | undefined;
  headers?: Record<string, string>;
}

export const wallet = '/wallet/endpoint/v3';
export const objects = '/uiObjects/endpoint/v3';

export function word(from: Json | undefined, ...names: string[]): string {
  const found = names.reduce((value, name) => field(value, name), from);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

const parsed = (text: string): Json | undefined => parseExactly(text) as Json | undefined;

export async function send(
  box: Sandbox,
  method: string,
  path: string,
  { body, raw, consent, token, headers }: Sending = {},
): Promise<Reply> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${box.baseUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      'request-time': String(Date.now()),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(consent === undefined ? {} : { consent }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
  });
  const text = await response.text();
  const json = parsed(text);
  const status = field(json, 'status');
  return {
    http: response.status,
    type: response.headers.get('content-type') ?? '',
    text,
    headers: response.headers,
    code: field(status, 'code'),
    message: field(status, 'message'),
    result: field(json, 'result'),
  };
}

export const setting = (box: Sandbox, name: string): string => box.environment[name] ?? '';

export async function askToken(
  box: Sandbox,
  who: 'AGENT' | 'OTHER_AGENT',
  change: Record<string, string> = {},
  basic?: string,
): Promise<Response> {
  const own = Buffer.from(`${setting(box, 'DMT_CLIENT_ID')}:${setting(box, 'DMT_CLIENT_PASSWORD')}`).toString('base64');
  const form = {
    username: setting(box, `DMT_${who}_ID`),
    password: setting(box, `DMT_${who}_PASSWORD`),
    grant_type: 'password',
    ...change,
  };
  return fetch(`${box.authUrl}/authserver/oauth/token`, {
    method: 'POST',
    headers: { authorization: basic ?? `Basic ${own}` },
    body: new URLSearchParams(form),
  });
}

export interface Partner {
  box: Sandbox;
  token: string;
  subAgentTag: string;
  query: (more?: Record<string, string>) => string;
  call: (method: string, path: string, sending?: Sending) => Promise<Reply>;
}

export async function partner(box: Sandbox, who: 'AGENT' | 'OTHER_AGENT' = 'AGENT'): Promise<Partner> {
  const answer = (await (await askToken(box, who)).json()) as JsonObject;
  const token = word(answer, 'access_token');
  const call: Partner['call'] = (method, path, sending = {}) => send(box, method, path, { token, ...sending });
  const bare: Partner = { box, token, subAgentTag: '', call, query: () => '' };
  const subAgentTag = await tag(bare, 'subAgent', setting(box, 'DMT_SUB_AGENT_MOBILE'));
  const query: Partner['query'] = (more = {}) => `?${new URLSearchParams({ subAgentTagId: subAgentTag, ...more }).toString()}`;
  return { ...bare, subAgentTag, query };
}

export interface Code {
  otp: string;
  state: string;
}

export async function otp({ box, call }: Partner, mobile: string): Promise<Code> {
  const ask = (object: Json): Promise<Reply> => call('POST', `${objects}/security/otp`, { body: { object } });
  const asNumber = await ask(Number(mobile));
  const state = word((asNumber.code === 2000 ? asNumber : await ask(mobile)).result, 'state');
  const phone = await fetch(`${box.baseUrl}/sandbox/otp?mobile=${mobile}&state=${state}`);
  return { otp: await phone.text(), state };
}

export async function consent(me: Partner, mobile: string): Promise<string> {
  const code = await otp(me, mobile);
  return `OTP ${code.otp} ${code.state}`;
}

export async function tag(me: Partner, userType: string, mobile: string): Promise<string> {
  const { result } = await me.call('POST', `${objects}/user/tag/${userType}/${mobile}`, { consent: await consent(me, mobile) });
  return word(result, 'tagId');
}

export interface Sender {
  mobile: string;
  tagId: string;
}

export const customer = async (me: Partner, mobile = setting(me.box, 'DMT_CUSTOMER_MOBILE')): Promise<Sender> => ({
  mobile,
  tagId: await tag(me, 'customer', mobile),
});

export const detail = async (me: Partner, { mobile, tagId }: Sender): Promise<Json | undefined> =>
  (await me.call('GET', `${objects}/sender/${tagId}${me.query()}`, { consent: await consent(me, mobile) })).result;

export const session = (from: Json | undefined, name: string): string => word(from, 'sessionId', name);

export async function beneficiary(me: Partner, sender: Sender, activated = true, accountNo = '000111000111'): Promise<string> {
  const { result } = await me.call('POST', `${objects}/sender/beneficiary/${sender.tagId}${me.query()}`, {
    consent: await consent(me, sender.mobile),
    body: { accountNo, ifscCode: 'ZZZZ0000001', name: 'Testcase Beneficiary' },
  });
  const id = word(result, 'beneficiaryId');
  if (activated) await me.call('POST', `${objects}/sender/${sender.tagId}/beneficary/${id}${me.query()}`, { body: { object: true } });
  return id;
}

export const payload = (sender: Sender, to: string, change: JsonObject = {}): JsonObject => ({
  amount: 100,
  correlationId: crypto.randomUUID(),
  from: sender.tagId,
  to,
  type: 'imps',
  options: { userAgent: 'test/1.0', sourceAddress: '192.0.2.10', geoTag: '12.3456,65.4321' },
  ...change,
});

export async function transfer(me: Partner, sender: Sender, body: JsonObject): Promise<Reply> {
  const sessionId = session(await detail(me, sender), 'fundtransferSessionId');
  return me.call('POST', `${wallet}/fundTransfer/request/${sessionId}${me.query()}`, { body, consent: await consent(me, sender.mobile) });
}

export async function balance(me: Partner, sender: Sender): Promise<number> {
  const sessionId = session(await detail(me, sender), 'getBalanceSessionId');
  const { result } = await me.call('GET', `${wallet}/balance/${sender.tagId}${me.query({ sessionId })}`);
  return Number(field(result, 'mainAccount'));
}

/** Reads at most five times, until the transfer is known and no longer PENDING. */
export async function outcome(me: Partner, path: string): Promise<Json | undefined> {
  for (let look = 0; look < 5; look += 1) {
    const { code, result } = await me.call('GET', `${wallet}/${path}${me.query()}`);
    if (code === 2000 && field(result, 'status') !== 'PENDING') return result;
  }
  return undefined;
}

export async function within<T>(options: SandboxOptions, use: (me: Partner) => Promise<T>): Promise<T> {
  const box = await startSandbox(options);
  try {
    return await use(await partner(box));
  } finally {
    await box.close();
  }
}
