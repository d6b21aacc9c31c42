import { describe, expect, onTestFinished, test } from 'vitest';
import type { ServiceResponse, Twist } from '../../sandbox/http/exchange.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/start.ts';
import { isBusiness, respondWith } from '../../sandbox/twists/twists.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { listBlockingCauses, failedClauses, judge, judgeSandbox, describeEnded, withVerdict, type EndedCheck } from './judged.ts';
import { envelopeResponse, htmlPage } from '../../sandbox/twists/responses.ts';
import { someOf } from '../some-of.ts';

const verdicts = (ended: readonly EndedCheck[]): Record<string, string> =>
  Object.fromEntries(ended.map(({ check, verdict }) => [check, verdict] as const).sort());

interface Living {
  readonly environment: Record<string, string>;
  readonly judged: (more: Environment) => Promise<readonly EndedCheck[]>;
}

/** A service that outlives the run, addressed as a real one. Its operator knows our callback address. */
async function living(options: SandboxOptions = {}): Promise<Living> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  const environment = {
    ...sandbox.environment,
    ...sandbox.permissions,
    DMT_TARGET: 'uat',
    DMT_ALLOW: 'operational-writes,wrong-logins,second-mpin,token-expiry',
    DMT_EKYC_COMPLETE: 'fetch',
  };
  return { environment, judged: (more) => judge({ ...environment, ...more }, null, sandbox.setCallbackUrl) };
}

/** A wallet that one run empties stays empty for the next. */
const needsNoDrain = ({ reason }: EndedCheck): boolean => reason?.includes('add drain to DMT_ALLOW') !== true;

/** Enough for every role in one run. */
const sparesOfOneRun = 13;

/** A run takes mobiles that no run has used, while there are some: what a run registers for a mobile stays there. */
const sparesOfRun = (spares: string, run: number): Environment => ({
  DMT_SPARE_MOBILES: spares
    .split(',')
    .slice(run * sparesOfOneRun, (run + 1) * sparesOfOneRun)
    .join(','),
});

describe('a service that keeps its data between runs', () => {
  test.each(
    someOf<[string, SandboxOptions]>(4, [
      ['as it comes', {}],
      ['that refuses an account it has listed', { policy: { beneficiary: { listedAccount: 'refused' } } }],
      ['that lists an account twice', { policy: { beneficiary: { listedAccount: 'new-id' } } }],
      ['with MPINs that have to be sent', { policy: { consent: { mpin: 'required-once-set' } } }],
    ]),
  )('gets the same verdicts from run to run: %s', async (_, options) => {
    const { environment, judged } = await living(options);
    const caps = { DMT_MAX_OTPS: '500', DMT_MAX_SPEND: '1000000' };
    const run = (nth: number) => judged({ ...caps, ...sparesOfRun(environment['DMT_SPARE_MOBILES'] ?? '', nth) });
    const first = await run(0);
    const second = await run(1);
    const onUsedMobiles = await run(0);
    for (const ended of [first, second, onUsedMobiles]) expect(describeEnded(withVerdict(ended, 'fail', 'blocked', 'error'))).toEqual([]);
    for (const ended of [first, second]) expect(describeEnded(withVerdict(ended, 'untried').filter(needsNoDrain))).toEqual([]);
    expect(verdicts(second)).toEqual(verdicts(first));
  });

  test('gets the same verdicts within the default caps', async () => {
    const { judged } = await living();
    const caps = { DMT_MAX_SPEND: '4000', DMT_MAX_TRANSFERS: '40', DMT_MAX_OTPS: '120', DMT_MAX_WRONG_LOGINS: '', DMT_MAX_WRONG_CODES: '' };
    const ended = await judged(caps);
    expect(describeEnded(withVerdict(ended, 'fail', 'blocked', 'error'))).toEqual([]);
    const others = withVerdict(ended, 'untried').filter(({ reason }) => !/DMT_MAX_(SPEND|WRONG_LOGINS|WRONG_CODES)/.test(reason ?? ''));
    expect(describeEnded(others.filter(needsNoDrain))).toEqual([]);
  });
});

describe('without a second customer', () => {
  test('checks that need a spare mobile are untried, and nothing else changes', async () => {
    const { judged } = await living();
    const ended = await judged({ DMT_SPARE_MOBILES: '' });
    expect(describeEnded(withVerdict(ended, 'fail', 'blocked', 'error'))).toEqual([]);
    expect(withVerdict(ended, 'untried').length).toBeGreaterThan(0);
    expect(withVerdict(ended, 'untried').filter(({ owner }) => owner !== 'configuration')).toEqual([]);
  });
});

describe('a single general problem is reported once', () => {
  test.each([
    ['every business call is 401 to a fresh token', respondWith(isBusiness, () => ({ status: 401, headers: {} })), 'AUTH-TOKEN-ACCEPTED'],
    [
      'every business answer is empty',
      respondWith(isBusiness, () => ({ status: 200, headers: { 'content-type': 'application/json' } })),
      'ENVELOPE-BODY',
    ],
  ] as const)('%s', async (_, twist, clause) => {
    const ended = await judgeSandbox({ twist });
    expect(failedClauses(ended)).toEqual([clause]);
    expect(listBlockingCauses(ended)).toEqual([clause]);
  });

  test.each(
    someOf<[string, ServiceResponse, string]>(2, [
      ['4000', envelopeResponse(4000, 'system.failure'), 'system-failure'],
      ['an HTML page, which a gateway may have written', htmlPage(200), 'environment'],
      ['a page of a gateway', htmlPage(502), 'environment'],
    ]),
  )('every business answer is %s: no failure, one cause', async (_, answer, cause) => {
    const ended = await judgeSandbox({ twist: respondWith(isBusiness, () => answer) });
    expect(failedClauses(ended)).toEqual([]);
    expect(listBlockingCauses(ended)).toEqual([cause]);
  });

  test.each(
    someOf<[string, ServiceResponse]>(2, [
      ['401', { status: 401, headers: {} }],
      ['an HTML page', htmlPage(200)],
      ['an HTML page of a gateway', htmlPage(503)],
    ]),
  )('everything is %s, the token included: nothing could be judged, one cause', async (_, answer) => {
    const ended = await judgeSandbox({
      twist: respondWith(
        ({ operation }) => operation !== 'PHONE',
        () => answer,
      ),
    });
    expect(describeEnded(withVerdict(ended, 'pass', 'error'))).toEqual([]);
    expect(listBlockingCauses(ended).length).toBe(1);
  });
});

/** Asks for a missing MPIN before it checks the OTP. */
const mpinFirst: Twist = (right) => (ask) => {
  const { consent = '' } = ask.headers;
  const [id = ''] = /[\da-f-]{36}|\d{10}/i.exec(ask.path) ?? [];
  const owner = [...ask.store.users.values()].find(({ tagId, mobile }) => tagId === id || mobile === id);
  const isMissing = owner?.mpin !== undefined && consent.toString().startsWith('OTP') && !consent.includes('MPIN');
  return isMissing ? Promise.resolve(envelopeResponse(4160, 'mpin.required')) : right(ask);
};

describe('with few spare mobiles', () => {
  test.each(someOf(2, [1, 3]))('%i: an MPIN that consents must carry causes no failure', async (count) => {
    const { environment, judged } = await living({ policy: { consent: { mpin: 'required-once-set' } }, twist: mpinFirst });
    const mobiles = environment['DMT_SPARE_MOBILES']?.split(',').slice(0, count).join(',') ?? '';
    const ended = await judged({ DMT_SPARE_MOBILES: mobiles, DMT_MAX_SPEND: '1000000' });
    expect(describeEnded(withVerdict(ended, 'fail', 'blocked', 'error'))).toEqual([]);
  });
});
