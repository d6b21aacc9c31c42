import { expect, test } from 'vitest';
import { faults } from '../../sandbox/faults.ts';
import { API_CODES } from '../../sandbox/http/codes.ts';
import { isOtherAgent } from '../../sandbox/twists/agents.ts';
import { refusalResponse } from '../../sandbox/http/responses.ts';
import { allOf } from '../../sandbox/twists/circumstances.ts';
import { on, respondWith } from '../../sandbox/twists/twists.ts';
import { judgeSandbox } from '../run/judged.ts';

test('where a session of the second agent has ended, its untried calls tell so', async () => {
  const ended = respondWith(allOf(on('OP-14'), isOtherAgent), (request) =>
    refusalResponse(request, API_CODES.notAuthorized, 'session.expired'),
  );
  const [judged] = await judgeSandbox({ twist: ended }, {}, ['AUTH-OTHER-AGENT~own-sender-OP-6']);
  expect(judged).toMatchObject({
    verdict: 'untried',
    reason: "the second agent's sender could not be used: OP-14 was answered with HTTP 200 with code 4001 (session.expired)",
  });
});

test('a transfer of the second agent, asked for alone, ends where its beneficiary does not become active', async () => {
  const inactive = faults.get('op13-activates-nothing-for-the-second-agent');
  const [judged] = await judgeSandbox({ ...inactive }, {}, ['OP14-DEBITED~second-agent']);
  expect(judged).toMatchObject({ verdict: 'blocked', cause: 'OP13-ACTIVATES', owner: 'service' });
});

test('a second agent whose sender has no money is not tried, and blocks nothing', async () => {
  const poor = respondWith(allOf(on('OP-9'), isOtherAgent), (request) =>
    refusalResponse(request, API_CODES.validationFailed, 'funds.insufficient'),
  );
  const judged = await judgeSandbox({ twist: poor }, {}, ['AUTH-OTHER-AGENT-SERVED', 'OP14-DEBITED~second-agent']);
  const untried = judged.filter(({ verdict }) => verdict === 'untried');
  const others = judged.filter(({ verdict }) => verdict !== 'untried');
  expect(untried.map(({ check }) => check).sort()).toEqual([
    ...['OP-10', 'OP-11', 'OP-14', 'OP-9'].map((id) => `AUTH-OTHER-AGENT-SERVED~${id}`),
    'OP14-DEBITED~second-agent',
  ]);
  expect(new Set(others.map(({ verdict }) => verdict))).toEqual(new Set(['pass']));
});
