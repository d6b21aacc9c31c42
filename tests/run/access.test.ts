import { describe, expect, test } from 'vitest';
import type { ServiceRequest, Twist } from '../../sandbox/http/exchange.ts';
import { on } from '../../sandbox/twists/twists.ts';
import { listBlockingCauses, judgeSandbox, describeEnded, withVerdict } from './judged.ts';
import { someOf } from '../some-of.ts';

const ofOtherAgent = ['AUTH-OTHER-AGENT', 'AUTH-OTHER-AGENT-SERVED', 'AUTH-403', 'TOKEN-SERVED~other-agent'];

describe('a second agent', () => {
  test('that is not configured leaves its checks untried, and nothing else changes', async () => {
    const ended = await judgeSandbox({}, { DMT_OTHER_AGENT_ID: '', DMT_OTHER_AGENT_PASSWORD: '' });
    const untried = withVerdict(ended, 'untried');
    expect(untried.map(({ clause }) => clause)).toEqual(
      expect.arrayContaining(['AUTH-OTHER-AGENT', 'AUTH-OTHER-AGENT-SERVED', 'AUTH-403']),
    );
    expect(untried.filter(({ owner, reason }) => owner !== 'configuration' || reason?.includes('DMT_OTHER_AGENT_ID') !== true)).toEqual([]);
    expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'blocked', 'error'))).toEqual([]);
  });

  test('with a wrong password is reported as its own cause', async () => {
    const ended = await judgeSandbox({}, { DMT_OTHER_AGENT_PASSWORD: 'another-password' }, ofOtherAgent);
    expect(listBlockingCauses(ended)).toEqual(['other-agent-credentials']);
    expect(describeEnded(withVerdict(ended, 'fail', 'error'))).toEqual([]);
  });

  test.each(someOf(3, [0, 1, 3]))('in a run with %i spare mobiles causes no false failure', async (count) => {
    const spares = ['9990000101', '9990000102', '9990000103'].slice(0, count).join(',');
    const ended = await judgeSandbox({}, { DMT_SPARE_MOBILES: spares }, ofOtherAgent);
    expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'blocked', 'error'))).toEqual([]);
    expect(withVerdict(ended, 'pass').map(({ check }) => check)).toContain('AUTH-OTHER-AGENT~their-sub-agent-OP-9');
  });
});

const hasWrongPassword = ({ raw, store }: ServiceRequest): boolean => {
  const form = new URLSearchParams(Buffer.from(raw).toString('utf8'));
  const agent = store.agents.get(form.get('username') ?? '');
  return agent !== undefined && form.get('password') !== agent.password;
};

/** Refuses every login after so many wrong ones. */
const locking =
  (after: number, onWrong: () => void): Twist =>
  (right) => {
    let wrong = 0;
    return async (ask) => {
      if (!on('TOKEN')(ask)) return right(ask);
      const answer = wrong >= after ? { status: 400, headers: {}, json: { error: 'invalid_grant' } } : await right(ask);
      if (hasWrongPassword(ask)) {
        wrong += 1;
        onWrong();
      }
      return answer;
    };
  };

test.each(someOf(2, [1, 2]))('an agent that is locked after %i failed logins gets no further login, and nothing fails', async (after) => {
  let asked = 0;
  const ended = await judgeSandbox({ twist: locking(after, () => (asked += 1)) });
  expect(listBlockingCauses(ended)).toEqual(['agent-locked']);
  expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'error', 'untried'))).toEqual([]);
  expect(withVerdict(ended, 'blocked').filter(({ operation }) => operation !== 'TOKEN')).toEqual([]);
  expect(asked).toBe(after);
});
