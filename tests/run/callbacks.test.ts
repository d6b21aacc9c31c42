import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { conductRun } from '../../helpers/run/run.ts';
import { openCompleteEkyc } from '../../helpers/callback/complete-ekyc.ts';
import { buildPlan } from '../../helpers/runner/plan.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/start.ts';
import { field } from '../../sandbox/http/json.ts';
import type { CallbackTwist, Delivery } from '../../sandbox/service/callbacks.ts';
import { changeCallbackResult, changeDeliveries } from '../../sandbox/twists/callbacks.ts';
import { htmlPage } from '../../sandbox/twists/responses.ts';
import { apiResult, firstTimes, respondWith, on } from '../../sandbox/twists/twists.ts';
import { paymentSources } from '../../specs/operations.ts';
import { suites } from '../../suites/index.ts';
import { serveHttp } from '../client/servers.ts';
import { recordedExchange } from '../judge/recorded-exchange.ts';
import { listBlockingCauses, failedClauses, judge, judgeSandbox, describeEnded, withVerdict, type EndedCheck } from './judged.ts';

const only = ['CALLBACK'];

const troubles = (ended: readonly EndedCheck[]): string[] =>
  describeEnded(withVerdict(ended, 'fail', 'warn', 'blocked', 'untried', 'error'));
const facts = (ended: readonly EndedCheck[]): string[] => [...new Set(ended.flatMap((each) => each.facts))].sort();

const briefly: Environment = { DMT_CALLBACK_TIMEOUT_MS: '300' };

/** Three pages of a gateway: both addresses are fetched, and one of them twice in trouble. */
const troubleAtFirst = firstTimes(
  3,
  on('EKYC-PAGE'),
  respondWith(on('EKYC-PAGE'), () => htmlPage(502)),
);

describe('legal callbacks cause no failure', () => {
  test.each([
    ['late', { policy: { ekyc: { callbackDelayMs: 300 } } }],
    ['twice', { policy: { ekyc: { callbackCopies: 2 } } }],
    ['out of order', { callbackTwist: (right, { userType }) => [{ ...right, afterMs: userType === 'subAgent' ? 200 : 0 }] }],
    ['with a charset', { callbackTwist: (right) => [{ ...right, headers: { 'Content-Type': 'application/json;charset=UTF-8' } }] }],
    ['with a suffixed media type', { callbackTwist: (right) => [{ ...right, headers: { 'content-type': 'application/vnd.x+json' } }] }],
    ['after the first three fetches of the address met trouble', { twist: troubleAtFirst }],
    ['with further fields', { callbackTwist: changeCallbackResult('both', (found) => ({ ...found, further: [1] })) }],
    ['with ids in upper case', { policy: { answers: { uuids: 'upper' } } }],
    [
      'with numbers written another way',
      { callbackTwist: (right) => [{ ...right, body: right.body.replace(/"mobile":(\d)(\d+)/, '"mobile":$1.$2E9') }] },
    ],
    [
      'among requests about other people',
      { callbackTwist: (right) => [{ ...right, method: 'PUT', headers: {}, body: 'not JSON, 9990000999' }, right] },
    ],
  ] satisfies [string, SandboxOptions][])('%s', async (_, options) => {
    const ended = await judgeSandbox(options, {}, only);
    expect(troubles(ended)).toEqual([]);
    expect(withVerdict(ended, 'pass').length).toBeGreaterThan(30);
  });

  test('what the specification leaves open is observed', async () => {
    const signed = { 'content-type': 'application/json', 'X-Signature': 'artificial' };
    const ended = await judgeSandbox(
      { callbackTwist: (right) => [{ ...right, headers: signed }, right, { ...right, body: '{}' }] },
      {},
      only,
    );
    expect(facts(ended)).toEqual([
      'signatures may be in x-signature',
      'the callback address also receives requests that mention no user of this run',
      'the callback of a customer comes more than once',
      'the callback of a sub-agent comes more than once',
    ]);
  });
});

/** Completes each process as soon as it is asked for, so its callback leaves before we complete it. */
const completingItself: Twist = (right) => async (ask) => {
  const answer = await right(ask);
  const url = field(apiResult(answer), 'url');
  if (on('OP-16')(ask) && typeof url === 'string') await fetch(url);
  return answer;
};

const withStatus = (right: Delivery, code: number, onboardingStatus: string): Delivery => ({
  ...right,
  body: right.body
    .replace('"code":2000', `"code":${code}`)
    .replace('"onboardingStatus":"COMPLETED"', `"onboardingStatus":"${onboardingStatus}"`),
});

describe('what a callback says is held against what was asked', () => {
  const customerMobile = '9990000002';
  test.each<readonly [string, SandboxOptions, readonly string[], readonly string[]]>([
    ['sent before the process was completed', { twist: completingItself }, ['CALLBACK-AFTER-COMPLETION'], []],
    [
      'for another of our people',
      {
        callbackTwist: changeCallbackResult('customer', (found) => ({ ...found, mobile: Number(customerMobile), senderId: randomUUID() })),
      },
      ['CALLBACK-REQUEST-AGREES', 'CALLBACK-TAG-AGREES'],
      [],
    ],
    [
      'with the mobile of one and the tag of another',
      { callbackTwist: changeCallbackResult('customer', (found) => ({ ...found, mobile: Number(customerMobile) })) },
      ['CALLBACK-REQUEST-AGREES'],
      [],
    ],
    [
      'with a country code',
      { callbackTwist: changeCallbackResult('both', (found, { mobile }) => ({ ...found, mobile: Number(`91${mobile}`) })) },
      [],
      [],
    ],
    [
      'with another name',
      { callbackTwist: changeCallbackResult('customer', (found) => ({ ...found, userName: 'Nobody' })) },
      [],
      ['CALLBACK-USER-NAME-AGREES'],
    ],
    [
      'with the name in capitals',
      { callbackTwist: changeCallbackResult('both', (found, { name }) => ({ ...found, userName: name.toUpperCase() })) },
      [],
      [],
    ],
    [
      'dated 1970',
      { callbackTwist: changeCallbackResult('subAgent', (found) => ({ ...found, onboardingDate: '1970-01-01 00:00:00' })) },
      [],
      ['CALLBACK-ONBOARDING-DATE-NEAR'],
    ],
    [
      'after a failure with another code',
      { callbackTwist: changeDeliveries('both', (right) => [withStatus(right, 4160, 'COMPLETED'), { ...right, afterMs: 5 }]) },
      ['CALLBACK-CODE'],
      ['CALLBACK-CONSISTENT'],
    ],
    [
      'taken back by a later one',
      { callbackTwist: changeDeliveries('customer', (right) => [right, { ...withStatus(right, 2000, 'FAILED'), afterMs: 5 }]) },
      [],
      ['CALLBACK-CONSISTENT', 'CALLBACK-ONBOARDING-STATUS-VALUES'],
    ],
    [
      'after one of progress',
      { callbackTwist: changeDeliveries('customer', (right) => [withStatus(right, 2000, 'IN_PROGRESS'), { ...right, afterMs: 5 }]) },
      [],
      ['CALLBACK-ONBOARDING-STATUS-VALUES'],
    ],
    [
      'that hold a mobile and nothing else',
      { callbackTwist: changeDeliveries('both', (right, { mobile }) => [{ ...right, headers: {}, method: 'DELETE', body: mobile }]) },
      ['CALLBACK-ENVELOPE', 'CALLBACK-METHOD'],
      ['CALLBACK-MEDIA-TYPE'],
    ],
  ])('%s', async (_, options, failed, warned) => {
    const ended = await judgeSandbox(options, {}, only);
    expect(failedClauses(ended)).toEqual(failed);
    expect([...new Set(withVerdict(ended, 'warn').map(({ clause }) => clause))].sort()).toEqual(warned);
  });

  test('a late copy from an earlier process accuses nobody', async () => {
    const threeDaysAgo = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000).toISOString().slice(0, 19).replace('T', ' ');
    const copies: CallbackTwist = changeDeliveries('both', (right) => [
      { ...right, body: right.body.replace(/"onboardingDate":"[^"]+"/, `"onboardingDate":"${threeDaysAgo}"`) },
      { ...right, afterMs: 400 },
    ]);
    const ended = await judgeSandbox({ twist: completingItself, callbackTwist: copies }, {}, only);
    expect(troubles(ended)).toEqual([]);
  });
});

const failingFor = (count: number): Twist => {
  let seen = 0;
  // An address that is refused is not fetched again.
  return respondWith(
    (ask) => on('EKYC-PAGE')(ask) && (seen += 1) <= count,
    () => ({ status: 404, headers: {} }),
  );
};

describe('problems that are not the fault of the service', () => {
  test('no source of callbacks: untried, and the reason names what to set', async () => {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const ended = await judge({ ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'uat' }, only);
    expect(new Set(ended.map(({ verdict, owner }) => `${verdict} ${owner ?? ''}`))).toEqual(new Set(['untried configuration']));
    for (const name of ['DMT_CALLBACK_LISTEN', 'DMT_CALLBACK_POLL_URL', 'DMT_CALLBACK_FILE'])
      expect(ended.every(({ reason }) => reason?.includes(name))).toBe(true);
  });

  test.each([
    ['none comes at all', { callbackTwist: () => [] }, ['callback-registration'], 'no callback came'],
    [
      'none names a person',
      { callbackTwist: (right) => [{ ...right, body: '{"status":{"code":2000},"result":null}' }] },
      ['callback-registration'],
      'no callback that names a mobile or a tag of ours',
    ],
    ['no process can be completed', { twist: failingFor(2) }, ['ekyc-not-completed'], 'nothing shows that its eKYC process was completed'],
  ] satisfies [string, SandboxOptions, string[], string][])('%s: blocked', async (_, options, cause, words) => {
    const ended = await judgeSandbox(options, briefly, only);
    expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'error', 'untried'))).toEqual([]);
    expect(listBlockingCauses(ended)).toEqual(cause);
    expect(withVerdict(ended, 'blocked').every(({ owner, reason }) => owner === 'configuration' && reason?.includes(words))).toBe(true);
  });

  test('one process cannot be completed: the checks of the other still judge', async () => {
    const ended = await judgeSandbox({ twist: failingFor(1) }, {}, only);
    expect([failedClauses(ended), listBlockingCauses(ended)]).toEqual([[], ['ekyc-not-completed']]);
    expect(withVerdict(ended, 'pass').map(({ clause }) => clause)).toContain('CALLBACK-SENT');
  });

  test('a page that fails after the process is done proves nothing', async () => {
    const twist: Twist = (right) => async (ask) => {
      const answer = await right(ask);
      return on('EKYC-PAGE')(ask) ? { status: 502, headers: {} } : answer;
    };
    expect(troubles(await judgeSandbox({ twist }, {}, only))).toEqual([]);
  });

  test('a process left to a person: blocked when nothing comes', async () => {
    const ended = await judgeSandbox({}, { ...briefly, DMT_EKYC_COMPLETE: 'manual' }, only);
    expect([failedClauses(ended), listBlockingCauses(ended)]).toEqual([[], ['ekyc-not-completed']]);
  });

  test('a refused eKYC request blocks only the checks of its user type', async () => {
    const twist = respondWith(
      (ask) => on('OP-16')(ask) && JSON.stringify(ask.body ?? null).includes('"customer"'),
      () => ({ status: 404, headers: {} }),
    );
    const ended = await judgeSandbox({ twist }, {}, only);
    expect([failedClauses(ended), listBlockingCauses(ended)]).toEqual([[], ['OP16-SERVED']]);
    expect(withVerdict(ended, 'blocked').filter(({ check }) => /^CALLBACK-SUB-AGENT|~sub-agent$/.test(check))).toEqual([]);
  });

  test('an occupied address: blocked', async () => {
    const taken = await serveHttp(() => undefined);
    const ended = await judgeSandbox({}, { DMT_CALLBACK_LISTEN: new URL(taken).host }, only);
    expect([failedClauses(ended), listBlockingCauses(ended)]).toEqual([[], ['callback-receiver']]);
  });

  test('a redirect to another host is not followed, one on its own is', async () => {
    const asked: (string | undefined)[] = [];
    const elsewhere = await serveHttp(({ headers }, response) => {
      asked.push(headers.host);
      response.end();
    });
    const redirecting = (to: (path: string) => string): Twist =>
      respondWith(
        (ask) => on('EKYC-PAGE')(ask) && !ask.query.has('again'),
        ({ path, query }) => ({ status: 302, headers: { location: to(`${path}?${query.toString()}&again=1`) } }),
      );
    const away = await judgeSandbox({ twist: redirecting((path) => elsewhere + path) }, briefly, only);
    expect([listBlockingCauses(away), asked]).toEqual([['ekyc-not-completed'], []]);
    expect(troubles(await judgeSandbox({ twist: redirecting((path) => path) }, {}, only))).toEqual([]);
  });
});

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'callbacks-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return join(folder, 'callbacks.jsonl');
}

interface Kept {
  readonly method: string;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** Keeps what is posted and returns it to every reader. */
async function relay(keep: (kept: readonly Kept[]) => void = () => undefined): Promise<string> {
  const kept: Kept[] = [];
  return serveHttp((incoming, response) => {
    if (incoming.url === '/inbox') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(kept));
      return;
    }
    let body = '';
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
    incoming.on('end', () => {
      kept.push({ method: incoming.method ?? '', headers: incoming.headers, body });
      keep(kept);
      response.end();
    });
  });
}

describe('callbacks can come from other sources', () => {
  test.each(['relay', 'file'] as const)('by a %s, right and wrong', async (source) => {
    for (const [twist, broken] of [
      [{}, []],
      [{ callbackTwist: changeCallbackResult('customer', (found) => ({ ...found, agentName: 1 })) }, ['CALLBACK-CUSTOMER-AGENT-NAME']],
    ] as const) {
      const file = newFile();
      const address = await relay((kept) => {
        writeFileSync(file, kept.map((one) => `${JSON.stringify(one)}\n`).join(''));
      });
      const where: Environment = source === 'relay' ? { DMT_CALLBACK_POLL_URL: `${address}/inbox` } : { DMT_CALLBACK_FILE: file };
      const ended = await judgeSandbox(twist, { ...where, DMT_CALLBACK_PUBLIC_URL: address }, only);
      expect([failedClauses(ended), listBlockingCauses(ended)]).toEqual([broken, []]);
    }
  });

  test('callbacks from before the run are judged, but are no answer to it', async () => {
    const file = newFile();
    const result = { mobile: 9990000103, userType: 'customer', senderId: 'x', agentName: 'Testcase Agent' };
    writeFileSync(file, JSON.stringify([{ status: { message: null, code: 2000 }, result }]));
    const ended = await judgeSandbox({}, { ...briefly, DMT_CALLBACK_FILE: file }, only);
    expect(failedClauses(ended)).toContain('CALLBACK-CUSTOMER-SENDER-ID');
    expect(failedClauses(ended)).not.toContain('CALLBACK-TAG-AGREES');
    expect(withVerdict(ended, 'blocked').map(({ check }) => check)).toContain('CALLBACK-SENT~customer');
  });

  test('a relay that cannot be read: blocked, and the reason says so', async () => {
    const address = await serveHttp((_, response) => response.writeHead(503).end());
    const ended = await judgeSandbox({}, { ...briefly, DMT_CALLBACK_POLL_URL: address }, only);
    expect([failedClauses(ended), listBlockingCauses(ended)]).toEqual([[], ['callback-source']]);
    expect(withVerdict(ended, 'blocked')[0]?.reason).toContain('DMT_CALLBACK_POLL_URL: HTTP 503');
  });
});

test('a person sees the address only on a terminal', async () => {
  const raw = (): never => expect.unreachable('nothing is sent');
  const config = { listen: null, publicUrl: null, pollUrl: null, file: null, timeoutMs: 60_000, ekycComplete: 'manual' } as const;
  const told: string[] = [];
  for (const isTTY of [true, false]) {
    const complete = openCompleteEkyc(config, raw, raw, { isTTY, write: (words) => told.push(words) });
    expect(await complete('customer', 'http://127.0.0.1/ekyc?payload=p\u001b[2J')).toEqual({ done: false, sentAt: null, exchanges: [] });
  }
  expect(told[0]).toContain('at http://127.0.0.1/ekyc?payload=p\\u001b[2J\n');
  expect(told[0]).toContain('within 60 s');
  expect(told[1]).not.toContain('http://');
});

test('a process is completed from when the call left, however long it waited for its turn', async () => {
  const exchange = {
    ...recordedExchange(paymentSources, { id: 'x1', answer: {}, after: 0 }),
    operation: null,
    startedAt: '2026-01-31T12:00:07.000Z',
  };
  const { response } = exchange;
  if (response === null) throw new Error('expected a response, received none');
  const raw = () => Promise.resolve({ kind: 'reply' as const, exchange: { ...exchange, response, trouble: null } });
  const config = { listen: null, publicUrl: null, pollUrl: null, file: null, timeoutMs: 60_000, ekycComplete: 'fetch' } as const;
  const complete = openCompleteEkyc(config, raw, () => Promise.resolve(true));
  expect(await complete('customer', 'http://127.0.0.1/ekyc?payload=p')).toMatchObject({
    done: true,
    sentAt: Date.parse('2026-01-31T12:00:07.000Z'),
    exchanges: ['x1'],
  });
});

test('callbacks are evidence, redacted like answers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callbacks-'));
  const secret = 'artificial-secret-in-the-address';
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const read = readConfig({ ...sandbox.environment, DMT_TARGET: 'sandbox', DMT_REPORT_DIR: folder, DMT_CHECKS: 'CALLBACK' }, 'started');
  if (!read.ok) throw new Error(read.problems.join('\n'));
  await conductRun(read.config, buildPlan(suites, only), {
    onOutcome: () => undefined,
    interrupted: new Promise<never>(() => undefined),
    register: (address) => {
      sandbox.setCallbackUrl(`${address}?key=${secret}`);
    },
  });
  const journal = readFileSync(join(folder, 'exchanges.jsonl'), 'utf8');
  const outcomes = readFileSync(join(folder, 'outcomes.jsonl'), 'utf8');
  for (const hidden of [secret, '9990000103', '9990000104']) expect(journal + outcomes).not.toContain(hidden);
  const ids = [...journal.matchAll(/^\{"id":"(c\d+)","operation":"CALLBACK"/gm)].map(([, id]) => id);
  expect(ids).toEqual(['c1', 'c2']);
  expect(outcomes).toMatch(/"check":"CALLBACK-SENT~customer".*"evidence":\[[^\]]*"c[12]"/);
});

test.each([
  ['longer than is read', (right) => [{ ...right, body: `${right.body.slice(0, -1)},"remarks":"${'a'.repeat(2 * 1024 * 1024)}"}` }]],
  ['not packed as they say', (right) => [{ ...right, headers: { ...right.headers, 'content-encoding': 'gzip' } }]],
] satisfies [string, CallbackTwist][])('callbacks that are %s block, and nothing passes by them', async (_, callbackTwist) => {
  const ended = await judgeSandbox({ callbackTwist }, {}, only);
  const [cause] = listBlockingCauses(ended);
  expect({ cause, judged: describeEnded(withVerdict(ended, 'fail', 'warn', 'error')) }).toEqual({ cause: 'callback-not-read', judged: [] });
  expect(withVerdict(ended, 'pass').map(({ clause }) => clause)).toEqual([]);
});

test('a flood of junk does not hide our callbacks', async () => {
  const flood = (address: string): void => {
    for (let n = 0; n < 500; n += 1) {
      const junk = request(address, { method: 'POST' }, (response) => response.resume());
      junk.on('error', () => undefined);
      junk.end(`{"n":${n}}`);
    }
  };
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const ended = await judge({ ...sandbox.environment, DMT_TARGET: 'sandbox' }, only, (address) => {
    sandbox.setCallbackUrl(address);
    flood(address);
  });
  expect(troubles(ended)).toEqual([]);
});
