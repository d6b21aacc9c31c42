import { expect, onTestFinished, test } from 'vitest';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { faults } from '../../sandbox/faults.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/start.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { beneficiary, customer, outcome, partner, payload, transfer, word } from '../sandbox/support/partner.ts';
import { compareRuns } from '../../helpers/report/compare/compare.ts';
import { formatHeadline } from '../../helpers/report/verdict/headline.ts';
import { without } from '../config/environments.ts';
import { listBlockingCauses, failedClauses, judge, describeEnded, withVerdict } from './judged.ts';
import { runForVerdict } from './recorded.ts';

/** What the prod desk is given: no mobile, no OTP source, no account, no amount. */
const told = /^DMT_(BASE_URL|AUTH_URL|CLIENT_\w+|AGENT_\w+|OTHER_AGENT_\w+|SERVICE_NAME)$/;

interface Prod {
  readonly environment: Environment;
  /** The same service as UAT. */
  readonly asUat: Environment;
  readonly log: readonly string[];
}

/** A sandbox with an earlier transfer, as prod. */
async function prod({ twist = (right) => right, ...options }: SandboxOptions = {}): Promise<Prod> {
  const log: string[] = [];
  const logging: Twist = (right) => {
    const twisted = twist(right);
    return (ask) => {
      log.push(`${ask.method} ${ask.path}`);
      return twisted(ask);
    };
  };
  const box = await startSandbox({ ...options, twist: logging });
  onTestFinished(() => box.close());
  const me = await partner(box);
  const sender = await customer(me);
  const body = payload(sender, await beneficiary(me, sender));
  const { result } = await transfer(me, sender, body);
  await outcome(me, `invoice/${word(result, 'invoiceId')}`);
  log.length = 0;
  return {
    log,
    asUat: { ...box.environment, ...box.permissions, DMT_TARGET: 'uat', DMT_FUZZ_RUNS: '0' },
    environment: {
      ...Object.fromEntries(Object.entries(box.environment).filter(([name]) => told.test(name))),
      DMT_TARGET: 'prod',
      DMT_CONFIRM_HOST: '127.0.0.1',
      DMT_SUB_AGENT_TAG: me.subAgentTag,
      DMT_CUSTOMER_TAG: sender.tagId,
      DMT_INVOICE_ID: word(result, 'invoiceId'),
      DMT_CORRELATION_ID: word(body, 'correlationId'),
    },
  };
}

const byIds = [
  'OP5-SERVED~documented-call',
  'OP10-SERVED~documented-call',
  'OP11-SERVED~documented-call',
  'OP5-RESULT-SCHEME~text',
  'OP10-RESULT-STATUS-VALUES~listed',
  'OP11-RESULT-AMOUNT~number',
  'OP10-UNKNOWN-ID~never-sent',
  'OP15-SERVED~documented-call',
];

test('a run on prod judges what the known ids can read, and sends only GET and the token request', async () => {
  const { environment, log } = await prod();
  const ended = await judge(environment);
  expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'blocked', 'error'))).toEqual([]);
  const passed = withVerdict(ended, 'pass').map(({ check }) => check);
  expect(byIds.filter((id) => !passed.includes(id))).toEqual([]);
  expect(passed.length).toBeGreaterThan(300);
  expect([...new Set(log.filter((line) => !line.startsWith('GET ')))]).toEqual(['POST /authserver/oauth/token']);
  expect(log.filter((line) => line.includes('heapdump'))).toEqual([]);
});

test('checks that need more than an id are untried on prod, and say so', async () => {
  const { environment } = await prod();
  const ended = await judge(environment, ['OP-3', 'OP-4', 'OP-7', 'OP-9', 'OP-12', 'OP-13', 'OP-16', 'OP4-TAG-KEPT', 'OP11-AMOUNT-EXACT']);
  const others = withVerdict(ended, 'untried').filter(({ reason }) => !/prod|DMT_\w+|named/.test(reason ?? ''));
  expect(describeEnded(others)).toEqual([]);
  expect(
    describeEnded(ended.filter(({ check, verdict }) => /^OP\d+-(RESULT|SERVED|AMOUNT|TAG)/.test(check) && verdict !== 'untried')),
  ).toEqual([]);
});

test('a wrong answer is found on prod too', async () => {
  const fault = [...faults.values()].find(({ breaks }) => breaks.join() === 'OP11-RESULT-AMOUNT');
  const { environment } = await prod({ ...fault });
  expect(failedClauses(await judge(environment, ['OP-11']))).toEqual(['OP11-RESULT-AMOUNT']);
});

test('an id that prod does not know is reported as a problem of the id', async () => {
  const { environment } = await prod();
  const unknown = '00000000-0000-4000-8000-000000000404';
  const selection = ['OP5-*', 'OP10-*', 'OP11-*'];
  for (const change of [{ DMT_CUSTOMER_TAG: unknown }, { DMT_INVOICE_ID: '999999999999' }, { DMT_CORRELATION_ID: unknown }]) {
    const ended = await judge({ ...environment, ...change }, selection);
    expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'error'))).toEqual([]);
    expect(listBlockingCauses(ended)).toEqual(['known-id']);
  }
});

test('without an id, its reads are untried, and a transfer leads to its invoice', async () => {
  const { environment } = await prod();
  const withoutInvoice = without(environment, 'DMT_INVOICE_ID');
  const found = await judge(withoutInvoice, ['OP11-SERVED']);
  expect(found.map(({ check, verdict }) => `${check} ${verdict}`)).toContain('OP11-SERVED~documented-call pass');
  const withoutTransfer = without(withoutInvoice, 'DMT_CORRELATION_ID');
  const ended = await judge(withoutTransfer, ['OP10-SERVED', 'OP11-SERVED', 'OP10-RESULT-STATUS*']);
  expect(withVerdict(ended, 'untried')).toHaveLength(ended.length);
  expect(ended.some(({ reason }) => reason?.includes('DMT_CORRELATION_ID') === true)).toBe(true);
});

test('prod gets no verdict of conformity: it is consistent with a run on UAT, or differs from it', async () => {
  const { environment, asUat } = await prod();
  const selection = { DMT_CHECKS: 'OP-5,OP-10,OP-11' };
  const uat = await runForVerdict({ ...asUat, ...selection });
  const same = await runForVerdict({ ...environment, ...selection });
  expect(same).toMatchObject({ verdict: 'judged-in-part', exitCode: 0 });
  const run = `UAT RUN ${uat.run.id.slice(0, 8)}`;
  expect(formatHeadline(same, compareRuns(uat, same))).toMatch(new RegExp(`^SELECTION · PROD CONSISTENT WITH ${run} ON \\d\\d CLAUSES$`));
  const fault = [...faults.values()].find(({ breaks }) => breaks.join() === 'OP11-RESULT-AMOUNT');
  const other = await runForVerdict({ ...(await prod({ ...fault })).environment, ...selection });
  expect(other).toMatchObject({ verdict: 'non-conformant', exitCode: 1 });
  expect(formatHeadline(other, compareRuns(uat, other))).toMatch(
    new RegExp(`NOT CONFORMANT · .* · PROD DIFFERS FROM ${run} ON \\d+ OF \\d+ CLAUSES: `),
  );
});

test('no reason advises what prod does not permit', async () => {
  const { environment } = await prod();
  const { checks } = await runForVerdict(environment);
  const reasons = [...new Set(checks.map(({ reason }) => reason ?? ''))];
  expect(reasons.filter((reason) => /DMT_(ALLOW|EFFECTS_ON|MAX_\w+|SPARE_MOBILES|OTP\w*|FUZZ\w*)/.test(reason))).toEqual([]);
  expect(reasons.filter((reason) => reason.includes('prod is read-only'))).not.toEqual([]);
});
