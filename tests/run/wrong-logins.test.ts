import { expect, onTestFinished, test } from 'vitest';
import type { Environment } from '../../helpers/config/settings.ts';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { judge, describeEnded, withVerdict } from './judged.ts';

const tokenPath = '/authserver/oauth/token';
const refusals = ['TOKEN-REFUSES-*', 'TOKEN-NO-5XX'];

interface Asked {
  readonly path: string;
  /** The person that a wrong login belonged to; null for other calls. */
  readonly wrongFor: string | null;
}

/** A service that the suite did not start, and the requests it got. */
async function served(change: Environment = {}) {
  const asked: Asked[] = [];
  const twist: Twist = (right) => async (ask) => {
    const answer = await right(ask);
    const isWrong = ask.path === tokenPath && answer.status !== 200;
    const username = new URLSearchParams(Buffer.from(ask.raw).toString('utf8')).get('username');
    asked.push({ path: ask.path, wrongFor: isWrong ? (username?.replace(/^.*artificial-.*/, 'nobody') ?? 'nobody') : null });
    return answer;
  };
  const sandbox = await startSandbox({ twist });
  onTestFinished(() => sandbox.close());
  const environment = { ...sandbox.environment, ...sandbox.permissions, ...change };
  return { environment, asked, wrong: () => asked.flatMap(({ wrongFor }) => (wrongFor === null ? [] : [wrongFor])), sandbox };
}

test('permissions of 0.1.0 permit no wrong login, and the reason names the missing word', async () => {
  const { environment, wrong } = await served({ DMT_ALLOW: 'operational-writes,fuzz-effects,races' });
  const ended = await judge(environment, refusals);
  expect(wrong()).toEqual([]);
  expect(new Set(ended.map(({ verdict, reason }) => `${verdict}: ${reason ?? ''}`))).toEqual(
    new Set(['untried: wrong logins are not permitted: add wrong-logins to DMT_ALLOW']),
  );
});

test('three are sent by default, the most useful ones, and the other checks name the number they need', async () => {
  const { environment, wrong } = await served({ DMT_MAX_WRONG_LOGINS: '' });
  const ended = await judge(environment, refusals);
  expect(wrong()).toHaveLength(3);
  expect(withVerdict(ended, 'pass').map(({ check }) => check)).toEqual([
    'TOKEN-REFUSES-WRONG-CREDENTIALS~wrong-password',
    'TOKEN-NO-5XX~wrong-password',
    'TOKEN-REFUSES-MISSING-BASIC~missing-basic',
    'TOKEN-NO-5XX~missing-basic',
    'TOKEN-REFUSES-WRONG-GRANT~unknown-grant',
    'TOKEN-NO-5XX~unknown-grant',
  ]);
  const untried = withVerdict(ended, 'untried');
  expect(untried).toHaveLength(44);
  expect(new Set(untried.map(({ owner, reason }) => `${owner ?? ''}: ${reason ?? ''}`))).toEqual(
    new Set(['configuration: wrong-login limit reached (DMT_MAX_WRONG_LOGINS=3): raise it to test the rest; all need 25']),
  );
});

test('each concerns the second agent, if there is one', async () => {
  const two = await served();
  await judge(two.environment, refusals);
  expect(new Set(two.wrong())).toEqual(new Set([two.environment['DMT_OTHER_AGENT_ID'], 'nobody']));
  const alone = await served({ DMT_OTHER_AGENT_ID: '', DMT_OTHER_AGENT_PASSWORD: '' });
  const ended = await judge(alone.environment, refusals);
  expect(new Set(alone.wrong())).toEqual(new Set([alone.environment['DMT_AGENT_ID'], 'nobody']));
  expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'blocked', 'untried', 'error'))).toEqual([]);
});

test('no wrong login follows a refused right login of the second agent', async () => {
  const { environment, wrong } = await served({ DMT_OTHER_AGENT_PASSWORD: 'another-password' });
  const ended = await judge(environment, refusals);
  expect(wrong()).toEqual([environment['DMT_OTHER_AGENT_ID']]);
  expect(new Set(ended.map(({ verdict, cause }) => `${verdict} by ${cause ?? ''}`))).toEqual(
    new Set(['blocked by other-agent-credentials']),
  );
});

test('in a whole run only logins follow the first wrong login', async () => {
  const { environment, asked, sandbox } = await served({ DMT_TARGET: 'sandbox' });
  await judge(environment, null, sandbox.setCallbackUrl);
  const first = asked.findIndex(({ wrongFor }) => wrongFor !== null);
  expect(first).toBeGreaterThan(100);
  expect(new Set(asked.slice(first).map(({ path }) => path))).toEqual(new Set([tokenPath]));
});
