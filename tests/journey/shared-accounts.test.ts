import { expect, onTestFinished, test } from 'vitest';
import { API_CODES } from '../../sandbox/http/codes.ts';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { field } from '../../sandbox/http/json.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { findSender, isWellFormedOn } from '../../sandbox/twists/requests.ts';
import { envelopeResponse } from '../../sandbox/twists/responses.ts';
import { succeeded } from '../../sandbox/twists/twists.ts';
import { describeEnded, judge, withVerdict, type EndedCheck } from '../run/judged.ts';

const isAddition = isWellFormedOn('OP-7');

/** An account belongs to two senders at most. It is looked at behind the code. */
const twoSendersEach: Twist = (right) => async (request) => {
  if (!isAddition(request)) return right(request);
  const account = field(request.body, 'accountNo');
  const sender = findSender(request);
  const owners = [...request.store.users.values()].filter(({ beneficiaries }) =>
    [...beneficiaries.values()].some(({ accountNumber }) => accountNumber === account),
  );
  const response = await right(request);
  if (!succeeded(response) || sender === undefined || owners.includes(sender) || owners.length < 2) return response;
  const newest = [...sender.beneficiaries.keys()].at(-1);
  if (newest !== undefined) sender.beneficiaries.delete(newest);
  return envelopeResponse(API_CODES.validationFailed, 'account.of.others');
};

async function judgeAsUat(twist: Twist): Promise<readonly EndedCheck[]> {
  const sandbox = await startSandbox({ twist });
  onTestFinished(() => sandbox.close());
  return judge({ ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'uat' }, ['OP-7', 'OP-13', 'OP9-SERVED']);
}

test('a service where few senders may have one account is not accused, and other accounts are taken', async () => {
  const ended = await judgeAsUat(twoSendersEach);
  expect(describeEnded(withVerdict(ended, 'fail', 'error'))).toEqual([]);
  expect(withVerdict(ended, 'blocked').length).toBeLessThan(10);
});

test('one that refuses every account of a second sender is accused', async () => {
  const seen = new Set<unknown>();
  const firstSenderAlone: Twist = (right) => async (request) => {
    if (!isAddition(request)) return right(request);
    seen.add(findSender(request)?.tagId);
    return seen.size > 1 && findSender(request)?.tagId !== [...seen][0]
      ? envelopeResponse(API_CODES.validationFailed, 'beneficiary.refused')
      : right(request);
  };
  const ended = await judgeAsUat(firstSenderAlone);
  expect(withVerdict(ended, 'fail').some(({ clause }) => clause === 'OP7-SERVED')).toBe(true);
});
