import type { Json, JsonObject } from '../../../sandbox/http/json.ts';
import {
  askToken,
  balance,
  beneficiary,
  consent,
  customer,
  detail,
  objects,
  otp,
  partner,
  payload,
  session,
  setting,
  wallet,
  word,
  type Partner,
  type Reply,
  type Sender,
} from './partner.ts';

/** A sender with an active beneficiary and sessions. */
export interface Scene {
  me: Partner;
  sender: Sender;
  to: string;
}

/** Changes to the documented call; `null` omits a header. */
export interface Change {
  method?: string;
  token?: string | null;
  headers?: Record<string, string>;
  consent?: string | null;
  senderId?: string;
  subAgentTagId?: string;
  sessionId?: string;
  /** `correlationId`, `invoiceId` or the beneficiary's `id`. */
  id?: string;
  mobile?: string;
  query?: Record<string, string>;
  body?: JsonObject;
  raw?: string;
}

export const SPARE = '9990000101';
export const OTHER_SPARE = '9990000102';
export const NOBODY = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';

export async function scene(me: Partner, mobile?: string, accountNo?: string): Promise<Scene> {
  const sender = await customer(me, mobile);
  return { me, sender, to: await beneficiary(me, sender, true, accountNo) };
}

export const otherScene = async ({ me }: Scene): Promise<Scene> => scene(await partner(me.box, 'OTHER_AGENT'), OTHER_SPARE);

interface Documented {
  method: string;
  path: (values: Required<Pick<Change, 'senderId' | 'sessionId' | 'id' | 'mobile'>>) => string;
  session?: string;
  consent?: boolean;
  /** Needs `subAgentTagId`. */
  tagged?: boolean;
  query?: Record<string, string>;
  body?: (scene: Scene) => Promise<JsonObject> | JsonObject;
}

const OPERATIONS: Record<string, Documented> = {
  'OP-1': { method: 'GET', path: ({ mobile }) => `${objects}/onboarding/status/customer/${mobile}` },
  'OP-2': { method: 'GET', path: () => `${objects}/paymentSource` },
  'OP-3': { method: 'POST', path: () => `${objects}/security/otp`, body: ({ sender }) => ({ object: Number(sender.mobile) }) },
  'OP-4': { method: 'POST', path: ({ mobile }) => `${objects}/user/tag/customer/${mobile}`, consent: true },
  'OP-5': { method: 'GET', path: ({ senderId }) => `${objects}/sender/securityScheme/${senderId}`, tagged: true },
  'OP-6': { method: 'GET', path: ({ senderId }) => `${objects}/sender/${senderId}`, tagged: true, consent: true },
  'OP-7': {
    method: 'POST',
    path: ({ senderId }) => `${objects}/sender/beneficiary/${senderId}`,
    tagged: true,
    consent: true,
    body: () => ({ accountNo: '000111000113', ifscCode: 'ZZZZ0000001', name: 'Testcase Beneficiary' }),
  },
  'OP-8': {
    method: 'POST',
    path: ({ senderId }) => `${wallet}/fundTransfer/securityScheme/${senderId}`,
    tagged: true,
    query: { paymentSource: 'wallet' },
  },
  'OP-9': {
    method: 'POST',
    path: ({ sessionId }) => `${wallet}/fundTransfer/request/${sessionId}`,
    session: 'fundtransferSessionId',
    tagged: true,
    consent: true,
    body: ({ sender, to }) => payload(sender, to),
  },
  'OP-10': { method: 'GET', path: ({ id }) => `${wallet}/status/${id}`, tagged: true },
  'OP-11': { method: 'GET', path: ({ id }) => `${wallet}/invoice/${id}`, tagged: true },
  'OP-12': {
    method: 'PUT',
    path: ({ senderId }) => `${objects}/sender/mpin/${senderId}`,
    tagged: true,
    body: async ({ me, sender }) => ({ mpin: '4321', ...(await otp(me, sender.mobile)) }),
  },
  'OP-13': {
    method: 'POST',
    path: ({ senderId, id }) => `${objects}/sender/${senderId}/beneficary/${id}`,
    tagged: true,
    body: () => ({ object: true }),
  },
  'OP-14': { method: 'GET', path: ({ senderId }) => `${wallet}/balance/${senderId}`, session: 'getBalanceSessionId', tagged: true },
  'OP-15': { method: 'GET', path: () => `${wallet}/balance/agent` },
  'OP-16': {
    method: 'POST',
    path: () => `${objects}/ekyc/onboarding/ekycRequest`,
    body: ({ me }) => ({
      userType: 'customer',
      name: 'Testcase Sender',
      mobile: 9_990_000_103,
      email: 'sender@dmt.example',
      fatherName: '',
      gstInNumber: '',
      pan: '',
      subAgentTag: me.subAgentTag,
    }),
  },
};

export async function call(operation: string, at: Scene, change: Change = {}): Promise<Reply> {
  const documented = OPERATIONS[operation];
  if (documented === undefined) throw new Error(`expected an operation of the document, received ${operation}`);
  const { me, sender, to } = at;
  const sessionId = change.sessionId ?? (documented.session === undefined ? '' : session(await detail(me, sender), documented.session));
  const path = documented.path({ senderId: sender.tagId, id: to, mobile: sender.mobile, ...change, sessionId });
  const method = change.method ?? documented.method;
  const body = change.body ?? (await documented.body?.(at));
  const given = change.consent === undefined && documented.consent === true ? await consent(me, sender.mobile) : change.consent;
  return me.call(method, `${path}${buildQuery(at, documented, { ...change, sessionId })}`, {
    ...(given === undefined || given === null ? {} : { consent: given }),
    ...(change.token === undefined ? {} : { token: change.token ?? undefined }),
    ...(change.headers && { headers: change.headers }),
    ...(body === undefined || method === 'GET' ? {} : { body }),
    ...(change.raw === undefined ? {} : { raw: change.raw }),
  });
}

function buildQuery({ me }: Scene, { tagged, query, session: named }: Documented, change: Change): string {
  const values = {
    ...(tagged === true ? { subAgentTagId: change.subAgentTagId ?? me.subAgentTag } : {}),
    ...(named === 'getBalanceSessionId' ? { sessionId: change.sessionId ?? '' } : {}),
    ...query,
    ...change.query,
  };
  return Object.keys(values).length === 0 ? '' : `?${new URLSearchParams(values).toString()}`;
}

export const told = ({ http, code }: Reply): Json => (http === 200 ? (code ?? null) : http);

/** What a refusal may not change: the list of accounts, what is active, the limit and the balance. */
export async function state({ me, sender }: Scene): Promise<{ accounts: number; active: number; spent: number; balance: number }> {
  const seen = await detail(me, sender);
  const listed = typeof seen === 'object' && seen !== null && !Array.isArray(seen) ? seen['beneficiaries'] : [];
  const accounts = Array.isArray(listed) ? listed : [];
  return {
    accounts: accounts.length,
    active: accounts.filter((one) => word(one, 'status') === 'true').length,
    spent: 200_000 - Number(word(seen, 'limitLeft', 'MONTHLY')),
    balance: await balance(me, sender),
  };
}

export async function wrongOtp(me: Partner, mobile: string): Promise<{ otp: string; state: string }> {
  const right = await otp(me, mobile);
  return { ...right, otp: right.otp.slice(0, -1) + String((Number(right.otp.at(-1)) + 1) % 10) };
}

export const wrongConsent = async (me: Partner, mobile: string): Promise<string> => {
  const code = await wrongOtp(me, mobile);
  return `OTP ${code.otp} ${code.state}`;
};

/** The status of the token endpoint, and whether the answer holds a token. */
export async function tokenAnswer(me: Partner, change: Record<string, string>, basic?: string): Promise<Json> {
  const response = await askToken(me.box, 'AGENT', change, basic);
  return [response.status, (await response.text()).includes('access_token')];
}

export const basicAuthorization = (me: Partner, password: string): string =>
  `Basic ${Buffer.from(`${setting(me.box, 'DMT_CLIENT_ID')}:${password}`).toString('base64')}`;
