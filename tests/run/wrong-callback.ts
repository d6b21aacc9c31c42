import type { CallbackTwist, Delivery } from '../../sandbox/callback.ts';
import type { UserType } from '../../sandbox/bank.ts';
import { isObject, type Json, type JsonObject } from '../../sandbox/json.ts';
import { without } from '../../sandbox/twists.ts';
import { gone, type Bad, type Wrong } from './wrong.ts';

const only = ['CALLBACK'];

/** The checks of callbacks alone are run. */
const alone = (stories: readonly Wrong[]): readonly Wrong[] => stories.map((one) => ({ ...one, selection: only }));

type Change = (right: Delivery) => Partial<Delivery>;

const every =
  (change: Change): CallbackTwist =>
  (right) => [{ ...right, ...change(right) }];

/** Changes the callbacks of one user type; the others stay right. */
export const ofType =
  (userType: UserType, change: Change): CallbackTwist =>
  (right, about) => [about.userType === userType ? { ...right, ...change(right) } : right];

const bodyOf = ({ body }: Delivery): JsonObject => {
  const parsed = JSON.parse(body) as Json;
  return isObject(parsed) ? parsed : {};
};

export const withBody =
  (change: (body: JsonObject) => Json): Change =>
  (right) => ({ body: JSON.stringify(change(bodyOf(right))) });

export const withResult = (change: (result: JsonObject) => Json): Change =>
  withBody((body) => ({ ...body, result: isObject(body['result'] ?? null) ? change(body['result'] as JsonObject) : null }));

export const withField = (name: string, bad: Bad): Change =>
  withResult((result) => (bad === gone ? without(result, name) : { ...result, [name]: bad }));

const withCode = (code: Json): Change => withBody((body) => ({ ...body, status: { message: 'success', code } }));

/** One thing bad about each field: the other table's neighbor stays as it is. */
const badFields: Readonly<Record<UserType, Readonly<Record<string, readonly [clause: string, bad: Bad]>>>> = {
  customer: {
    onboardingStatus: ['ONBOARDING-STATUS', 1],
    onboardingRemark: ['ONBOARDING-REMARK', gone],
    senderId: ['SENDER-ID', 'not-a-uuid'],
    mobile: ['MOBILE', '9990000103'],
    action: ['ACTION', null],
    agentName: ['AGENT-NAME', gone],
    userType: ['USER-TYPE', 'subAgent'],
    userName: ['USER-NAME', ['Testcase']],
    userOnboardingStatus: ['USER-ONBOARDING-STATUS', true],
    onboardingDate: ['ONBOARDING-DATE', '2026-02-30 10:00:00'],
    subAgentTag: ['SUB-AGENT-TAG', ''],
  },
  subAgent: {
    onboardingStatus: ['ONBOARDING-STATUS', gone],
    onboardingRemark: ['ONBOARDING-REMARK', null],
    subAgentId: ['SUB-AGENT-ID', gone],
    partnerName: ['PARTNER-NAME', 7],
    mobile: ['MOBILE', gone],
    action: ['ACTION', {}],
    userType: ['USER-TYPE', 'SUBAGENT'],
    userName: ['USER-NAME', gone],
    userOnboardingStatus: ['USER-ONBOARDING-STATUS', null],
    onboardingDate: ['ONBOARDING-DATE', '2026-11-20T10:00:00Z'],
  },
};

const fields: readonly Wrong[] = (['customer', 'subAgent'] as const).flatMap((userType) =>
  Object.entries(badFields[userType]).map(([name, [clause, bad]]) => ({
    story: `${name} of a ${userType} callback is ${bad === gone ? 'missing' : JSON.stringify(bad)}`,
    clauses: [`CALLBACK-${userType === 'customer' ? 'CUSTOMER' : 'SUB-AGENT'}-${clause}`],
    callbackTwist: ofType(userType, withField(name, bad)),
    selection: only,
  })),
);

const values: readonly Wrong[] = (
  [
    ['onboardingStatus', 'CALLBACK-ONBOARDING-STATUS-VALUES', 'DONE'],
    ['userOnboardingStatus', 'CALLBACK-USER-ONBOARDING-STATUS-VALUES', 'DONE'],
    ['action', 'CALLBACK-ACTION-VALUES', 'REGISTERED'],
  ] as const
).map(([name, clause, value]) => ({
  story: `${name} of a callback is ${value}`,
  clauses: [],
  warns: [clause],
  callbackTwist: ofType('customer', withField(name, value)),
  selection: only,
}));

/** As the other one's table shows it, with its own mobile, type and tag. */
const asSubAgent = withResult(({ senderId, agentName, ...common }) => ({
  ...without(common, 'subAgentTag'),
  subAgentId: senderId ?? null,
  partnerName: agentName ?? null,
}));

const asCustomer = withResult(({ subAgentId, partnerName, ...common }) => ({
  ...common,
  senderId: subAgentId ?? null,
  agentName: partnerName ?? null,
}));

const form = ({ body }: Delivery): Partial<Delivery> => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: `mobile=${/"mobile":(\d+)/.exec(body)?.[1] ?? ''}&onboardingStatus=COMPLETED`,
});

const shapes = alone([
  { story: 'callbacks are PUT', clauses: ['CALLBACK-METHOD'], callbackTwist: every(() => ({ method: 'PUT' })) },
  { story: 'callbacks are GET with a body', clauses: ['CALLBACK-METHOD'], callbackTwist: every(() => ({ method: 'GET' })) },
  {
    story: 'callbacks are JSON called plain text',
    clauses: ['CALLBACK-MEDIA-TYPE'],
    callbackTwist: every(() => ({ headers: { 'content-type': 'text/plain' } })),
  },
  { story: 'callbacks have no media type', clauses: ['CALLBACK-MEDIA-TYPE'], callbackTwist: every(() => ({ headers: {} })) },
  { story: 'callbacks are forms', clauses: ['CALLBACK-MEDIA-TYPE'], callbackTwist: every(form) },
  {
    story: 'callbacks are forms called JSON',
    clauses: ['CALLBACK-ENVELOPE'],
    callbackTwist: every((right) => ({ body: form(right).body ?? '' })),
  },
  {
    story: 'the result of a callback is text',
    clauses: ['CALLBACK-ENVELOPE'],
    callbackTwist: every(withBody((body) => ({ ...body, result: JSON.stringify(body['result'] ?? null) }))),
  },
  {
    story: 'callbacks are cut in the middle',
    clauses: ['CALLBACK-ENVELOPE'],
    callbackTwist: every(({ body }) => ({ body: body.slice(0, -1) })),
  },
  {
    story: 'callbacks are the result without its envelope',
    clauses: ['CALLBACK-ENVELOPE'],
    callbackTwist: every(withBody((body) => body['result'] ?? null)),
  },
  { story: 'callbacks come in a list', clauses: ['CALLBACK-ENVELOPE'], callbackTwist: every(withBody((body) => [body])) },
  { story: 'callbacks have their code as text', clauses: ['CALLBACK-ENVELOPE'], callbackTwist: every(withCode('2000')) },
  {
    story: 'callbacks have no message',
    clauses: ['CALLBACK-ENVELOPE'],
    callbackTwist: every(withBody((body) => ({ ...body, status: { code: 2000 } }))),
  },
  { story: 'callbacks of a success have code 4000', clauses: ['CALLBACK-CODE'], callbackTwist: every(withCode(4000)) },
  {
    story: 'the callback of a customer has the fields of a sub-agent',
    clauses: ['CALLBACK-FIELDS-OF-USER-TYPE'],
    callbackTwist: ofType('customer', asSubAgent),
  },
  {
    story: 'the callback of a sub-agent has the fields of a customer',
    clauses: ['CALLBACK-FIELDS-OF-USER-TYPE'],
    callbackTwist: ofType('subAgent', asCustomer),
  },
  {
    story: 'the result of a callback is a list',
    clauses: ['CALLBACK-FIELDS-OF-USER-TYPE'],
    callbackTwist: ofType(
      'customer',
      withBody(({ result = null, ...rest }) => ({ ...rest, result: [result] })),
    ),
  },
]);

const another = crypto.randomUUID();

const disagreements = alone([
  {
    story: 'the callback of a customer carries the tag of somebody else',
    clauses: ['CALLBACK-TAG-AGREES'],
    callbackTwist: ofType('customer', withField('senderId', another)),
  },
  {
    story: 'the callback of a sub-agent carries the tag of somebody else',
    clauses: ['CALLBACK-TAG-AGREES'],
    callbackTwist: ofType('subAgent', withField('subAgentId', another)),
  },
  {
    story: 'the callback of a customer tells another mobile',
    clauses: ['CALLBACK-REQUEST-AGREES'],
    callbackTwist: ofType('customer', withField('mobile', 9990000999)),
  },
  {
    story: 'the callback of a customer tells the mobile of the sub-agent',
    clauses: ['CALLBACK-REQUEST-AGREES'],
    callbackTwist: ofType('customer', withField('mobile', 9990000104)),
  },
  {
    story: 'the callback of a sub-agent tells another mobile',
    clauses: ['CALLBACK-REQUEST-AGREES'],
    callbackTwist: ofType('subAgent', withField('mobile', 9990000999)),
  },
  {
    story: 'the callback of a customer tells the tag of another sub-agent',
    clauses: ['CALLBACK-REQUEST-AGREES'],
    callbackTwist: ofType('customer', withField('subAgentTag', another)),
  },
]);

const deliveries = alone([
  {
    story: 'no callback comes for a customer',
    clauses: ['CALLBACK-SENT'],
    callbackTwist: (right, { userType }) => (userType === 'customer' ? [] : [right]),
  },
  {
    story: 'no callback comes for a sub-agent',
    clauses: ['CALLBACK-SENT'],
    callbackTwist: (right, { userType }) => (userType === 'subAgent' ? [] : [right]),
  },
  {
    story: 'a second callback contradicts the first',
    clauses: ['CALLBACK-REQUEST-AGREES'],
    callbackTwist: (right) => [right, { ...right, ...withField('mobile', 9990000999)(right) }],
  },
  {
    story: 'only the second callback is well-formed',
    clauses: ['CALLBACK-CUSTOMER-MOBILE'],
    callbackTwist: (right, { userType }) =>
      userType === 'customer' ? [{ ...right, ...withField('mobile', '9990000103')(right) }, right] : [right],
  },
]);

/** Onboarding callbacks that are not as the document shows them. */
export const wrongCallback: readonly Wrong[] = [...fields, ...values, ...shapes, ...disagreements, ...deliveries];
