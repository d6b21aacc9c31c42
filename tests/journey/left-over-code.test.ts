import { expect, test } from 'vitest';
import { requestTransfer } from '../../specs/operations.ts';
import { sendWithLeftOver } from '../../helpers/journey/consent/consent.ts';
import { createMemory } from '../../helpers/journey/setup/memory.ts';
import type { Reply } from '../../helpers/judge/reply.ts';
import { envelope, reply, type Answered } from '../judge/replies.ts';

const person = { role: 'payer', userType: 'customer', mobile: '9990000101', mpin: null } as const;

/** OP-9 with a code beside which a wrong one was sent. */
async function payWithLeftOver(answered: Answered) {
  const memory = createMemory();
  const answer = reply(requestTransfer, answered);
  const used = { surelyRight: () => true };
  memory.of(person).leftOver = {
    reply: answer,
    state: 'artificial-state',
    code: '000000',
    used,
    hadWrongTry: true,
    accepted: () => undefined,
  };
  const send = (): Promise<Reply> => Promise.resolve(answer);
  const paid = await sendWithLeftOver({ memory }, person, (otp, state) => `OTP ${otp} ${state}`, send).then(
    (sent) => (sent === null ? 'refused, so a new code may follow' : 'served'),
    () => 'stopped',
  );
  return { paid, codeOutlivesWrongTry: memory.codeOutlivesWrongTry };
}

test.each<readonly [string, Answered, string, boolean]>([
  ['is served', { body: envelope(2000, { invoiceId: '1' }) }, 'served', true],
  ['is refused for its code', { body: envelope(4170) }, 'refused, so a new code may follow', false],
  ['is refused with HTTP 400', { status: 400 }, 'refused, so a new code may follow', false],
  ['meets a system failure', { body: envelope(4000) }, 'stopped', false],
  ['meets HTTP 500', { status: 500 }, 'stopped', false],
])('a transfer with a code left over %s', async (_, answered, paid, codeOutlivesWrongTry) => {
  expect(await payWithLeftOver(answered)).toEqual({ paid, codeOutlivesWrongTry });
});
