import { describe, expect, test } from 'vitest';
import type { ServiceRequest, Twist } from '../../sandbox/http/exchange.ts';
import { faults } from '../../sandbox/faults.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import type { SandboxOptions } from '../../sandbox/start.ts';
import { combineDifferences } from '../../sandbox/twists/combine.ts';
import { variants } from '../../sandbox/variants.ts';
import { acceptingSession, hasForeignSession } from '../../sandbox/faults/transfer/sessions-and-payees.ts';
import { requestedSession } from '../../sandbox/twists/requests.ts';
import { changeRequest, succeeded } from '../../sandbox/twists/twists.ts';
import { listBlockingCauses, judgeSandbox, describeEnded, withVerdict } from './judged.ts';
import { someOf } from '../some-of.ts';

const readConsent = ({ headers }: ServiceRequest): string => (typeof headers['consent'] === 'string' ? headers['consent'] : '');

/** The first call with a code uses it up, whatever the answer. */
const usedUpAtOnce: Twist = (right) => async (ask) => {
  const [, , state = ''] = /^OTP (\S+) ([^\s,]+)/.exec(readConsent(ask)) ?? [];
  const found = ask.store.challenges.get(state.toLowerCase());
  const answer = await right(ask);
  if (found !== undefined) found.revoked = true;
  return answer;
};

/** The first transfer with a session uses it up, whatever the answer. */
const sessionsUsedUpAtOnce: Twist = (right) => async (ask) => {
  const found = ask.store.sessions.get(/\/request\/([^/]+)$/.exec(ask.path)?.[1]?.toLowerCase() ?? '');
  const answer = await right(ask);
  if (found !== undefined) found.revoked = true;
  return answer;
};

/** A consent with an MPIN must have a blank after the comma. */
const blankBehindComma: Twist = changeRequest(
  (ask) => /,\S/.test(readConsent(ask)),
  (ask) => ({ ...ask, headers: { ...ask.headers, consent: 'OTP' } }),
);

/** A wrong MPIN also uses up the code. */
const mpinUsesCodeUp: Twist = (right) => async (ask) => {
  const [, state = '', mpin = ''] = /^OTP \S+ ([^\s,]+) *, *MPIN (\S+)/.exec(readConsent(ask)) ?? [];
  const wrong = [...ask.store.users.values()].every((user) => user.mpin !== mpin);
  const answer = await right(ask);
  const found = ask.store.challenges.get(state.toLowerCase());
  if (wrong && found !== undefined) found.revoked = true;
  return answer;
};

const newestOnce: SandboxOptions = {
  twist: usedUpAtOnce,
  policy: { consent: { newestOnly: true, diesOnWrongTry: true }, session: { newestOnly: true, singleUse: true } },
};

/** A balance session allows one look, so looks between two calls end the known sessions. */
const lookedAtOnce: Twist = (right) => async (ask) => {
  const found = ask.operation === 'OP-14' ? ask.store.sessions.get((ask.query.get('sessionId') ?? '').toLowerCase()) : undefined;
  const answer = await right(ask);
  if (found?.kind === 'balance') found.revoked = true;
  return answer;
};

const strictest: Twist = (right) => lookedAtOnce(sessionsUsedUpAtOnce(usedUpAtOnce(right)));

describe('a legal service that is stricter than the sandbox is judged all the same', () => {
  test.concurrent.each(
    someOf<[string, SandboxOptions]>(3, [
      ['knows only the newest of everything, once, and of sessions nothing that was looked with', { ...newestOnce, twist: strictest }],
      ['uses a code up at its first look', { twist: usedUpAtOnce }],
      ['uses a session up at its first look', { twist: sessionsUsedUpAtOnce }],
      ['lets a wrong MPIN use the code up', { twist: mpinUsesCodeUp }],
      ['takes a consent with an MPIN in another spelling', { twist: blankBehindComma }],
      ['knows only the newest of everything, once', newestOnce],
    ]),
  )('%s', async (_, options) => {
    const ended = await judgeSandbox(options);
    expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'blocked', 'untried', 'error'))).toEqual([]);
  });
});

describe('strictness does not excuse a service that is wrong in one thing', () => {
  test.concurrent.each(
    someOf(3, [
      'unknown-beneficiary-paid',
      'foreign-beneficiary-paid',
      'inactive-beneficiary-paid',
      'unknown-session-pays',
      'foreign-session-pays',
      'foreign-session-tells',
    ]),
  )('%s', async (id) => {
    const fault = faults.get(id);
    const twist: Twist = (right) => fault?.twist?.(strictest(right)) ?? strictest(right);
    const ended = await judgeSandbox({ ...newestOnce, twist }, {}, fault?.breaks ?? []);
    expect(new Set(withVerdict(ended, 'fail').map(({ clause }) => clause))).toEqual(new Set(fault?.breaks));
  });
});

/** OP-9 takes each session of another sender once. After that it refuses the session as used. */
const foreignSessionOnce: Twist = (right) => {
  const used = new Set<string>();
  const taking = acceptingSession('OP-9', (request) => hasForeignSession(request) && !used.has(requestedSession(request)))(right);
  return async (request) => {
    const response = await taking(request);
    if (request.operation === 'OP-9' && succeeded(response)) used.add(requestedSession(request));
    return response;
  };
};

test('what was served once is not forgotten where the same call is refused later', async () => {
  const ended = await judgeSandbox({ twist: foreignSessionOnce, policy: { consent: { singleUse: true } } }, {}, ['OP9-FOREIGN-SESSION']);
  expect(new Set(withVerdict(ended, 'fail').map(({ check }) => check))).toEqual(new Set(['OP9-FOREIGN-SESSION~foreign-session']));
});

describe('a service that locks senders does not fail for it', () => {
  test.concurrent.each(someOf(2, [1, 2]))('after %i wrong codes in a row', async (locksAfter) => {
    const ended = await judgeSandbox({ policy: { consent: { locksAfter } } });
    expect(describeEnded(withVerdict(ended, 'fail', 'error'))).toEqual([]);
    expect(listBlockingCauses(ended).filter((cause) => cause !== 'sender-locked')).toEqual([]);
  });
});

test('where the fixed OTP of a service is the MPIN, neither is taken for a wrong one', async () => {
  const ended = await judgeSandbox({ policy: { consent: { fixedCode: '4711' } } }, { DMT_MPIN: '4711' }, ['CODE-4170']);
  expect(withVerdict(ended, 'fail', 'error')).toEqual([]);
  expect(ended.find(({ check }) => check === 'CODE-4170~mpin-as-otp-OP-9')?.verdict).toBe('not-applicable');
});

const taggedRefused = (...ids: readonly string[]): SandboxOptions =>
  combineDifferences(['ekyc-of-tagged-refused', ...ids].flatMap((id) => variants.get(id) ?? []));

describe('OP-16 may refuse whoever is tagged', () => {
  test('also where OP-4 has tagged the last fresh mobile with NONE', async () => {
    const ended = await judgeSandbox(combineDifferences([taggedRefused(), { policy: { consent: { tagWithNone: 'always' } } }]));
    expect(describeEnded(withVerdict(ended, 'fail', 'error'))).toEqual([]);
    expect(ended.find(({ check }) => check === 'OP16-SERVED~customer')?.verdict).toBe('untried');
  });

  test.for([
    [2, 'untried', 'as soon as they are tagged', []],
    [2, 'untried', 'and OP-1 calls them old after an eKYC', ['old-once-verified']],
    [3, 'pass', 'as soon as they are tagged', []],
  ] as const)('with %i spare mobiles the customer is %s, where users are refused %s', async ([count, verdict, , also]) => {
    const few = (own: Environment): Environment => ({
      ...own,
      DMT_SPARE_MOBILES: own['DMT_SPARE_MOBILES']?.split(',').slice(0, count).join(','),
    });
    const ended = await judgeSandbox(taggedRefused(...also), few, ['OP-16', 'CALLBACK-*']);
    expect(describeEnded(withVerdict(ended, 'fail', 'error', 'blocked'))).toEqual([]);
    expect(ended.find(({ check }) => check === 'OP16-SERVED~customer')?.verdict).toBe(verdict);
  });
});
