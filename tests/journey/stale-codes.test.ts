import { expect, test } from 'vitest';
import { API_CODES } from '../../sandbox/http/codes.ts';
import { text } from '../../sandbox/http/responses.ts';
import type { ServiceRequest, Twist } from '../../sandbox/http/exchange.ts';
import { on } from '../../sandbox/twists/twists.ts';
import { findStateOfAnother } from '../../helpers/journey/consent/challenge.ts';
import { createMemory } from '../../helpers/journey/setup/memory.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { describeEnded, judgeSandbox, withVerdict } from '../run/judged.ts';

const codesOf = ({ store, query }: ServiceRequest): readonly string[] =>
  [...store.challenges.values()].filter(({ mobile }) => mobile === query.get('mobile')).map(({ code }) => code);

/** The first look after a challenge shows the code of the one before, as an inbox does into which the message comes late. */
const lateInbox: Twist = (right) => {
  const looked = new Map<string, number>();
  return (request) => {
    if (!on('PHONE')(request)) return right(request);
    const codes = codesOf(request);
    const mobile = request.query.get('mobile') ?? '';
    const isFirstLook = (looked.get(mobile) ?? 0) < codes.length;
    looked.set(mobile, codes.length);
    return Promise.resolve(text(200, 'text/plain', codes.at(isFirstLook && codes.length > 1 ? -2 : -1) ?? ''));
  };
};

const ofEarlierRun = '4711471';

/** The same for an inbox that still has the code of an earlier run. */
const lateInboxOfEarlierRun: Twist = (right) => {
  const looked = new Map<string, number>();
  return (request) => {
    if (!on('PHONE')(request)) return right(request);
    const codes = [ofEarlierRun, ...codesOf(request)];
    const mobile = request.query.get('mobile') ?? '';
    const isFirstLook = (looked.get(mobile) ?? 1) < codes.length;
    looked.set(mobile, codes.length);
    return Promise.resolve(text(200, 'text/plain', codes.at(isFirstLook ? -2 : -1) ?? ''));
  };
};

/** Asked by mobile alone, so that a code is not tied to its challenge. */
const byMobile = (environment: Environment): Environment => ({
  ...environment,
  DMT_OTP_URL: (environment['DMT_OTP_URL'] ?? '').replace(/&state=.*/, ''),
});

const selection = ['OP6-SERVED', 'OP7-SERVED', 'OP9-SERVED~documented-call', 'OP12-SERVED'];

test('an OTP source that shows the code before for a moment is asked again', async () => {
  const ended = await judgeSandbox({ twist: lateInbox }, byMobile, selection);
  expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'error', 'blocked'))).toEqual([]);
});

test('an OTP source that shows the code of an earlier run for a moment is asked again', async () => {
  const ended = await judgeSandbox({ twist: lateInboxOfEarlierRun }, byMobile, selection);
  expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'error', 'blocked'))).toEqual([]);
});

test('an OTP source that never shows another code blocks, and accuses nobody', async () => {
  const stuck: Twist = (right) => (request) =>
    on('PHONE')(request) ? Promise.resolve(text(200, 'text/plain', codesOf(request)[0] ?? '')) : right(request);
  const ended = await judgeSandbox({ twist: stuck }, byMobile, selection);
  expect(describeEnded(withVerdict(ended, 'fail', 'error'))).toEqual([]);
  expect(withVerdict(ended, 'blocked').some(({ cause }) => cause === 'otp-source')).toBe(true);
});

test('an MPIN that is required once set is not taken for a wrong code', async () => {
  const fewSpares = (own: Environment): Environment => byMobile({ ...own, DMT_SPARE_MOBILES: own['DMT_SPARE_MOBILES']?.split(',')[0] });
  const policy = { consent: { mpin: 'required-once-set' }, refusals: { badConsent: API_CODES.wrongOtpOrMpin } } as const;
  const ended = await judgeSandbox({ policy }, fewSpares);
  expect(describeEnded(withVerdict(ended, 'fail', 'error', 'blocked'))).toEqual([]);
});

test('a state of another mobile is sent only where that mobile has used its code', () => {
  const memory = createMemory();
  const own = { role: 'customer', userType: 'customer', mobile: '9990000001', mpin: null } as const;
  const other = memory.of({ mobile: '9990000002' });
  other.newestState = 'in-use';
  memory.of(own).used = { state: 'own', code: '111111' };
  expect(() => findStateOfAnother({ memory }, own)).toThrow('no other mobile has used a code before this call');
  other.used = { state: 'over', code: '222222' };
  expect(findStateOfAnother({ memory }, own)).toBe('over');
});
