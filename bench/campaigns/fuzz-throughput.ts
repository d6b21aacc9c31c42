import { Pool } from 'undici';
import { countLanes } from '../../helpers/fuzz/budget/part.ts';
import { openOtpSource } from '../../helpers/consent/otp-source.ts';
import { type OtpQuestion, type OtpSource, fillTemplate } from '../../helpers/consent/otp-question.ts';
import { conduct } from '../../helpers/runner/conduct.ts';
import { createRunContext } from '../../helpers/runner/run-context.ts';
import type { Check } from '../../helpers/runner/check.ts';
import { openTarget, type Target } from '../../helpers/client/client.ts';
import type { Config } from '../../helpers/config/config.ts';
import type { Exchange, WireRequest } from '../../helpers/core/exchange.ts';
import { operationById, operations } from '../../specs/operations.ts';
import { suites } from '../../suites/index.ts';
import { oddCalls } from '../../suites/fuzz/odd-calls.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { median } from '../median.ts';
import { readSandboxConfig } from '../sandbox-config.ts';
import type { ServedSandbox } from '../served-sandbox.ts';

type WriteLine = (line: string) => void;

const rounds = 3;
const leastRatio = 0.6;

/** Calls that run one at a time, because each needs the code of the call before, and calls that run four at a time. */
interface Group {
  readonly lanes: number;
  readonly checks: readonly Check[];
}

const passiveChecks = suites.flatMap(({ checks }) => checks).filter(({ kind }) => kind === 'passive');

/** An undici pool cannot send malformed bytes. */
const replayableChecks = oddCalls.checks.filter(({ id }) => !id.includes('~fuzz-bytes-'));
const findCheckLanes = ({ operation }: Check): number | null => {
  const known = operations.find(({ id }) => id === operation);
  return known === undefined ? null : countLanes(operationById(known.id));
};

/** In a whole run this check comes before the campaign. The campaign then knows whether each transfer needs another session. */
const sessionChecks = suites.flatMap(({ checks }) => checks).filter(({ clause }) => clause === 'OP6-SESSION-REUSE');

const groups: readonly Group[] = [1, 4].map((lanes) => {
  const judging = passiveChecks.filter((check) => [lanes, null].includes(findCheckLanes(check)));
  return {
    lanes,
    checks: [...judging, ...(lanes === 1 ? sessionChecks : []), ...replayableChecks.filter((check) => findCheckLanes(check) === lanes)],
  };
});

interface Pair {
  readonly calls: number;
  readonly ours: number;
  readonly bare: number;
}

/** What a campaign sent, in order. It includes reads of codes from the sandbox, which no check judges. */
interface RequestLog {
  readonly requests: (WireRequest | OtpQuestion)[];
}

function logCodeReads(config: Config, target: Target, noted: RequestLog): OtpSource {
  const source = openOtpSource(config, target.redactor);
  return {
    ...source,
    async read(question) {
      const answer = await source.read(question);
      noted.requests.push(question);
      return answer;
    },
  };
}

const isCodeRead = (one: WireRequest | OtpQuestion): one is OtpQuestion => 'state' in one;

/** Turns a read of a code into the request to the address that the question fills. */
const wireRequestMaker =
  (template: string) =>
  (one: WireRequest | OtpQuestion): WireRequest =>
    isCodeRead(one) ? { method: 'GET', url: fillTemplate(template, one, encodeURIComponent), headers: [], body: null } : one;

function logRequests(target: Target, { requests }: RequestLog): Target {
  const note = <Sent extends { readonly kind: string; readonly exchange?: Exchange }>(sent: Sent): Sent => {
    if (sent.kind === 'reply' && sent.exchange !== undefined) requests.push(sent.exchange.request);
    return sent;
  };
  return {
    ...target,
    send: async (...call) => note(await target.send(...call)),
    sendUnrecorded: async (...call) => note(await target.sendUnrecorded(...call)),
  };
}

const msSince = (started: number): number => performance.now() - started;

/** Sends the same bytes with the same concurrency. It reads and parses each answer, and does nothing else. */
async function replayWithPool(baseUrl: string, requests: readonly WireRequest[], lanes: number): Promise<number> {
  const pool = new Pool(baseUrl, { connections: lanes });
  const queue = requests.values();
  const lane = async (): Promise<void> => {
    for (const { url, method, headers, body } of queue) {
      const path = url.slice(new URL(url).origin.length);
      const content = body === null ? null : body.encoding === 'utf8' ? body.text : Buffer.from(body.text, 'base64');
      const answer = await pool.request({ method, path, headers: headers.flat(), body: content });
      const text = await answer.body.text();
      if (text.startsWith('{')) JSON.parse(text);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: lanes }, lane));
  const took = msSince(started);
  await pool.close();
  return took;
}

/** Measures a campaign from its first call to its last verdict, then the same requests through a bare pool. */
async function measurePair({ checks, lanes }: Group, served: ServedSandbox): Promise<Pair> {
  const config = readSandboxConfig({ ...served.environment, DMT_FUZZ_RUNS: '100', DMT_FUZZ_SECONDS: '100000' });
  const noted: RequestLog = { requests: [] };
  const started = performance.now();
  const target = openTarget(config, { journal: null, ledger: null });
  const runContext = createRunContext(logRequests(target, noted), null, { codes: logCodeReads(config, target, noted) });
  await conduct({ checks, runContext, onOutcome: () => undefined });
  const ours = msSince(started);
  await Promise.all([target.close(), runContext.close()]);
  const requests = noted.requests.map(wireRequestMaker(config.otp.url ?? ''));
  const calls = noted.requests.filter((one) => !isCodeRead(one)).length;
  return { calls, ours, bare: await replayWithPool(config.target.baseUrl, requests, lanes) };
}

async function measureGroup(group: Group, serve: () => Promise<ServedSandbox>): Promise<Pair> {
  const pairs: Pair[] = [];
  for (let n = 0; n <= rounds; n += 1) {
    const served = await serve();
    pairs.push(await measurePair(group, served));
    await served.close();
  }
  const counted = pairs.slice(1);
  const [calls, ours, bare] = [(pair: Pair) => pair.calls, (pair: Pair) => pair.ours, (pair: Pair) => pair.bare].map((of) =>
    median(counted.map(of)),
  );
  return { calls: calls ?? NaN, ours: ours ?? NaN, bare: bare ?? NaN };
}

const describePair = (what: string, { calls, ours, bare }: Pair): string =>
  `  ${what}: ${calls} exchanges, ${((calls / ours) * 1000).toFixed(0)} judged a second, bare undici ${((calls / bare) * 1000).toFixed(0)}: ${((bare / ours) * 100).toFixed(0)} %`;

async function measureSandbox(name: string, serve: () => Promise<ServedSandbox>, tell: WriteLine): Promise<number> {
  tell(name);
  let whole: Pair = { calls: 0, ours: 0, bare: 0 };
  for (const group of groups) {
    const pair = await measureGroup(group, serve);
    tell(describePair(group.lanes === 1 ? 'one after another, as each takes a code' : `${group.lanes} at a time`, pair));
    whole = { calls: whole.calls + pair.calls, ours: whole.ours + pair.ours, bare: whole.bare + pair.bare };
  }
  tell(describePair('together', whole));
  return whole.bare / whole.ours;
}

/** Compares judged exchanges per second of the default campaign with the same requests through a bare pool. */
export async function throughput(tell: WriteLine): Promise<boolean> {
  const ratio = await measureSandbox(`embedded sandbox, as in the main job (at least ${leastRatio * 100} %)`, () => startSandbox(), tell);
  return ratio >= leastRatio;
}
