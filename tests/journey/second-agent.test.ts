import { expect, test } from 'vitest';
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
