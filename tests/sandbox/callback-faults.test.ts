import { describe, expect, test } from 'vitest';
import { callbackFieldFaults } from '../../sandbox/faults/ekyc/callback-fields.ts';
import { callbackFaults } from '../../sandbox/faults/ekyc/callbacks.ts';
import { callbackVariants } from '../../sandbox/variants/callback.ts';
import { isObject, type Json } from '../../sandbox/http/json.ts';
import type { SandboxOptions } from '../../sandbox/start.ts';
import { customerRequest, request, start } from './support/ekyc.ts';
import { tag, within, type Partner } from './support/partner.ts';
import { receiver, type Heard } from './support/receiver.ts';

const MOBILE = '9990000110';
const KINDS = ['customer', 'subAgent'] as const;
type Kind = (typeof KINDS)[number];

type Told = Record<string, string>;

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

/** Every value by its place. Ids, mobile and time are shown by kind, all other values as written. */
function told({ method, type, text }: Heard, names: Record<string, string>): Told {
  const word = (value: Json): string => {
    const written = JSON.stringify(value);
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(value) && !value.startsWith('2026-02-30'))
      return 'moment';
    if (typeof value === 'string' && /^[\da-f-]{36}$/i.test(value)) return names[value.toLowerCase()] ?? 'some uuid';
    return names[written] ?? written;
  };
  const walk = (value: Json, place: string): [string, string][] => {
    const inner = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
    return inner.length === 0 ? [[place, word(value)]] : inner.flatMap(([name, one]) => walk(one, `${place} ${name}`.trimStart()));
  };
  const body = parsed(text);
  return { method: method ?? '-', type: type ?? '-', ...Object.fromEntries(body === undefined ? [['body', 'no JSON']] : walk(body, '')) };
}

async function onboard(me: Partner, kind: Kind, count: number, next: () => Promise<Heard>): Promise<Told[]> {
  const page = await fetch(await start(me, kind === 'customer' ? customerRequest(me) : request({})));
  expect(page.status).toBe(200);
  const heard: Heard[] = [];
  while (heard.length < count) heard.push(await next());
  const names = { [await tag(me, kind, MOBILE)]: 'own tag', [me.subAgentTag]: 'tag of the sub-agent', [MOBILE]: 'mobile' };
  return heard.map((one) => told(one, names));
}

async function callbacks(options: SandboxOptions, counts: Record<Kind, number>): Promise<Record<Kind, Told[]>> {
  const { url, next } = await receiver();
  return within({ ...options, callbackUrl: url }, async (me) => ({
    customer: await onboard(me, 'customer', counts.customer, next),
    subAgent: await onboard(me, 'subAgent', counts.subAgent, next),
  }));
}

const common = {
  method: 'POST',
  type: 'application/json',
  'status message': '"success"',
  'status code': '2000',
  'result onboardingStatus': '"COMPLETED"',
  'result onboardingRemark': '"Onboarding completed"',
  'result mobile': 'mobile',
  'result action': '"ONBOARDED"',
  'result userName': '"Testcase Person"',
  'result userOnboardingStatus': '"COMPLETED"',
  'result onboardingDate': 'moment',
};

const HONEST: Record<Kind, Told> = {
  customer: {
    ...common,
    'result userType': '"customer"',
    'result senderId': 'own tag',
    'result agentName': '"Testcase Agent"',
    'result subAgentTag': 'tag of the sub-agent',
  },
  subAgent: { ...common, 'result userType': '"subAgent"', 'result subAgentId': 'own tag', 'result partnerName': '"Testcase Agent"' },
};

/** The differing places; a removed place is `missing`. */
type Difference = Partial<Record<Kind, Told>>;

const differing = (honest: Told, other: Told): Told =>
  Object.fromEntries(
    [...new Set([...Object.keys(honest), ...Object.keys(other)])]
      .filter((place) => honest[place] !== other[place])
      .map((place) => [place, other[place] ?? 'missing']),
  );

const customer = (seen: Told): Difference => ({ customer: seen });
const subAgent = (seen: Told): Difference => ({ subAgent: seen });
const both = (seen: Told): Difference => ({ customer: seen, subAgent: seen });

const SEEN: Record<string, Difference> = {
  'callback-by-put': both({ method: 'PUT' }),
  'customer-callback-by-patch': customer({ method: 'PATCH' }),
  'callback-labeled-text': both({ type: 'text/plain' }),
  'callback-unlabeled': subAgent({ type: '-' }),
  'callback-without-status': both({ 'status message': 'missing', 'status code': 'missing' }),
  'callback-status-is-text': both({ 'status message': 'missing', 'status code': 'missing', status: '"success"' }),
  'callback-code-is-text': both({ 'status code': '"2000"' }),
  'callback-code-is-200': both({ 'status code': '200' }),
  'customer-callback-without-code': customer({ 'status code': 'missing' }),
  'callback-message-is-an-object': both({ 'status message': '{}' }),
  'callback-code-is-4000': both({ 'status code': '4000' }),
  'customer-callback-of-nobody': customer({ 'result senderId': 'some uuid' }),
  'customer-callback-names-the-tag-of-its-sub-agent': customer({ 'result senderId': 'tag of the sub-agent' }),
  'sub-agent-callback-of-nobody': subAgent({ 'result subAgentId': 'some uuid' }),
  'callback-of-another-mobile': both({ 'result mobile': '9991000110' }),
  'customer-callback-of-a-foreign-sub-agent': customer({ 'result subAgentTag': 'some uuid' }),
  'onboarding-status-success': both({ 'result onboardingStatus': '"SUCCESS"' }),
  'user-onboarding-status-approved': customer({ 'result userOnboardingStatus': '"APPROVED"' }),
  'action-registered': subAgent({ 'result action': '"REGISTERED"' }),
  'customer-callback-status-is-true': customer({ 'result onboardingStatus': 'true' }),
  'customer-callback-remark-is-null': customer({ 'result onboardingRemark': 'null' }),
  'customer-callback-id-is-a-mobile': customer({ 'result senderId': '"9990000110"' }),
  'customer-callback-mobile-is-text': customer({ 'result mobile': '"9990000110"' }),
  'customer-callback-action-is-a-number': customer({ 'result action': '1' }),
  'customer-callback-agent-missing': customer({ 'result agentName': 'missing' }),
  'customer-callback-type-in-capitals': customer({ 'result userType': '"CUSTOMER"' }),
  'customer-callback-type-missing': customer({ 'result userType': 'missing' }),
  'customer-callback-name-is-an-object': customer({ 'result userName': 'missing', 'result userName first': '"Testcase Person"' }),
  'customer-callback-user-status-missing': customer({ 'result userOnboardingStatus': 'missing' }),
  'customer-callback-date-does-not-exist': customer({ 'result onboardingDate': '"2026-02-30 12:00:00"' }),
  'customer-callback-date-is-a-number': customer({ 'result onboardingDate': '1767225600000' }),
  'customer-callback-sub-agent-missing': customer({ 'result subAgentTag': 'missing' }),
  'customer-callback-sub-agent-empty': customer({ 'result subAgentTag': '""' }),
  'sub-agent-callback-status-missing': subAgent({ 'result onboardingStatus': 'missing' }),
  'sub-agent-callback-remark-is-a-list': subAgent({
    'result onboardingRemark': 'missing',
    'result onboardingRemark 0': '"Onboarding completed"',
  }),
  'sub-agent-callback-partner-is-null': subAgent({ 'result partnerName': 'null' }),
  'sub-agent-callback-mobile-missing': subAgent({ 'result mobile': 'missing' }),
  'sub-agent-callback-action-missing': subAgent({ 'result action': 'missing' }),
  'sub-agent-callback-type-with-a-dash': subAgent({ 'result userType': '"sub-agent"' }),
  'sub-agent-callback-name-missing': subAgent({ 'result userName': 'missing' }),
  'sub-agent-callback-user-status-is-false': subAgent({ 'result userOnboardingStatus': 'false' }),
  'sub-agent-callback-date-day-first': subAgent({ 'result onboardingDate': '"31-12-2026 12:00:00"' }),
  'customer-callback-names-a-sub-agent': customer({ 'result senderId': 'missing', 'result subAgentId': 'own tag' }),
  'sub-agent-callback-names-a-tag': subAgent({ 'result subAgentId': 'missing', 'result tagId': 'own tag' }),
  'sub-agent-callback-names-an-agent': subAgent({ 'result partnerName': 'missing', 'result agentName': '"Testcase Agent"' }),
};

const LIKE: Record<string, [kind: Kind, place: string, value: RegExp]> = {
  'customer-callback-date-with-t': ['customer', 'result onboardingDate', /^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"$/],
  'sub-agent-callback-date-without-seconds': ['subAgent', 'result onboardingDate', /^"\d{4}-\d\d-\d\d \d\d:\d\d"$/],
  'sub-agent-callback-id-is-cut': ['subAgent', 'result subAgentId', /^"[\da-f-]{35}"$/],
};

/** Bodies of another shape: one place shows the difference, the same for both kinds. */
const SHAPED: Record<string, [place: string, value: RegExp]> = {
  'callback-is-bare': ['userName', /^"Testcase Person"$/],
  'callback-result-is-text': ['result', /^"\{/],
  'callback-is-a-list': ['0 status code', /^2000$/],
  'callback-is-cut': ['body', /^no JSON$/],
  'callback-is-a-form': ['body', /^no JSON$/],
  'callback-result-is-a-list': ['result 0 userName', /^"Testcase Person"$/],
};

/** Another number of callbacks: the number of each kind, and how they differ. */
const COUNTS: Record<string, [counts: Record<Kind, number>, customer: Told[], subAgent: Told[]]> = {
  'customer-callback-never-sent': [{ customer: 0, subAgent: 1 }, [], [{}]],
  'sub-agent-callback-never-sent': [{ customer: 1, subAgent: 0 }, [{}], []],
  'second-callback-of-nobody': [{ customer: 2, subAgent: 1 }, [{}, { 'result senderId': 'some uuid' }], [{}]],
};

const once = { customer: 1, subAgent: 1 };
const faults = [...callbackFaults, ...callbackFieldFaults];
const found = (id: string): SandboxOptions => faults.find((one) => one.id === id) ?? {};

const seenBy = async (options: SandboxOptions): Promise<Difference> => {
  const heard = await callbacks(options, once);
  const seen = KINDS.map((kind): [Kind, Told] => [kind, differing(HONEST[kind], heard[kind][0] ?? {})]);
  return Object.fromEntries(seen.filter(([, difference]) => Object.keys(difference).length > 0));
};

describe('a wrong callback differs in its own place and in no other', () => {
  test('the honest ones do not differ', async () => {
    expect(await seenBy({})).toEqual({});
  });

  test.each(Object.entries(SEEN))('%s', async (id, difference) => {
    expect(await seenBy(found(id))).toEqual(difference);
  });

  test.each(Object.entries(LIKE))('%s', async (id, [kind, place, value]) => {
    expect(await seenBy(found(id))).toEqual({ [kind]: { [place]: expect.stringMatching(value) as string } });
  });

  test.each(Object.entries(SHAPED))('%s', async (id, [place, value]) => {
    const seen = await seenBy(found(id));
    expect(KINDS.filter((kind) => !value.test(seen[kind]?.[place] ?? ''))).toEqual([]);
  });

  test.each(Object.entries(COUNTS))('%s', async (id, [counts, ...seen]) => {
    const heard = await callbacks(found(id), counts);
    const differences = KINDS.map((kind) => heard[kind].map((one) => differing(HONEST[kind], one)));
    // Two callbacks that leave together may arrive in either order.
    expect(differences.map((each) => each.sort((one, other) => Object.keys(one).length - Object.keys(other).length))).toEqual(seen);
  });

  test('none is left out', () => {
    expect(faults.map(({ id }) => id).sort()).toEqual([SEEN, LIKE, SHAPED, COUNTS].flatMap(Object.keys).sort());
  });
});

const LEGAL: Record<string, Difference> = {
  'callback-late': {},
  'callback-with-charset': both({ type: 'application/json; charset=utf-8' }),
  'callback-signed': {},
  'callback-extra-fields': both({ 'result email': '"person@example.test"', 'result attempts': '1' }),
  'callback-without-message': both({ 'status message': 'null' }),
  'callback-in-capitals': {},
  'callback-mobile-with-exponent': {},
};

test.each(Object.entries(LEGAL))('the legal %s differs as it says', async (id, difference) => {
  expect(await seenBy(callbackVariants.find((one) => one.id === id) ?? {})).toEqual(difference);
});

test('a callback may come again later', async () => {
  const variant = callbackVariants.find(({ id }) => id === 'callback-again-later') ?? {};
  const heard = await callbacks(variant, { customer: 2, subAgent: 2 });
  for (const kind of KINDS) expect(heard[kind]).toEqual([HONEST[kind], HONEST[kind]]);
});

test('a callback may come among callbacks for other users', async () => {
  const variant = callbackVariants.find(({ id }) => id === 'callback-among-others') ?? {};
  const heard = await callbacks(variant, { customer: 2, subAgent: 2 });
  for (const kind of KINDS) {
    expect(heard[kind]).toContainEqual(HONEST[kind]);
    expect(heard[kind]).toContainEqual(expect.objectContaining({ method: 'PUT', event: '"onboarding"' }));
  }
});
