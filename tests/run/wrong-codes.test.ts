import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { apiCodes } from '../../specs/codes.ts';
import { wrongCodesFile } from '../../helpers/client/limits/wrong-codes.ts';
import { findHeader, parseRequestBody, type Exchange } from '../../helpers/core/exchange.ts';
import { isRecord, type Json, parseJson, recordMember, textAt } from '../../helpers/core/json.ts';
import { readJournal } from '../../helpers/report/journal/journal.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { variants } from '../../sandbox/variants.ts';
import { newFolder, program } from '../program/program.ts';

test('the third run of a day sends the customer no wrong code, and says when it can', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const state = newFolder();
  // Spare senders would get the wrong code in place of the customer.
  const environment = { ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'uat', DMT_STATE_DIR: state, DMT_SPARE_MOBILES: '' };
  const id = 'CODE-4170~wrong-otp-OP-9';
  const run = async (): Promise<string> => {
    const { verdict } = await program(['--check', id], environment);
    const one = verdict.checks.find((check) => check.id === id);
    return `${one?.verdict ?? 'not planned'} ${one?.reason ?? ''}`.trim();
  };
  expect([await run(), await run()]).toEqual(['pass', 'pass']);
  const [first = ''] = readFileSync(join(state, wrongCodesFile), 'utf8').split('\n');
  const { at } = JSON.parse(first) as { at: string };
  const next = new Date(Date.parse(at) + 24 * 3_600_000).toISOString();
  expect(await run()).toMatch(new RegExp(`^untried 2 wrong codes were sent .* run it again after ${next}$`));
});

/** Of `OTP 123456 STATE` with or without an MPIN behind it, or of the payload of OP-12. */
const readSentState = (exchange: Exchange): string =>
  findHeader(exchange.request.headers, 'consent')?.split(/[ ,]+/)[2] ?? textAt(parseRequestBody(exchange), 'state') ?? '';

/** With 4170 the sandbox also refuses a state that it never issued, and a right code that has ended. */
const saysWrong = (status: Json): boolean =>
  status['code'] === apiCodes.wrongOtpOrMpin && ['otp.invalid', 'mpin.invalid'].includes(String(status['message']));

/** The most wrong codes that one mobile got with no right one between, by the answers of the sandbox. */
function countWrongInRow(exchanges: readonly Exchange[]): number {
  const mobiles = new Map<string, unknown>();
  const inRow = new Map<unknown, number>();
  let most = 0;
  for (const exchange of exchanges) {
    const answer = parseJson(exchange.response?.body.text ?? '');
    const sentTo = textAt(recordMember(answer, 'result'), 'state');
    if (exchange.operation === 'OP-3' && sentTo !== null) mobiles.set(sentTo, recordMember(parseRequestBody(exchange), 'object'));
    const mobile = mobiles.get(readSentState(exchange));
    const status = recordMember(answer, 'status');
    if (mobile === undefined || !isRecord(status)) continue;
    if (status['code'] === apiCodes.success) inRow.delete(mobile);
    if (saysWrong(status)) inRow.set(mobile, (inRow.get(mobile) ?? 0) + 1);
    most = Math.max(most, inRow.get(mobile) ?? 0);
  }
  return most;
}

// Where a code ends on a wrong try, more wrong codes are made of codes of their own. Few spare mobiles have several roles each.
test.each([
  ['*', 14],
  ['*', 2],
  ['*', 1],
  ['OP-4', 14],
  ['OP-6', 14],
  ['OP-7', 14],
  ['OP-9', 14],
  ['OP-12', 14],
])('no mobile gets three wrong codes in a row: %s with %i spare mobiles', async (selection, spares) => {
  const sandbox = await startSandbox(variants.get('otp-dies-and-locks-after-three'));
  onTestFinished(() => sandbox.close());
  const mobiles = sandbox.environment['DMT_SPARE_MOBILES']?.split(',').slice(0, spares).join();
  const environment = { ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'uat', DMT_SPARE_MOBILES: mobiles };
  const { folder, verdict } = await program(['--check', selection], environment);
  expect({ most: countWrongInRow(readJournal(folder).exchanges), blocked: verdict.counts.blocked }).toEqual({ most: 2, blocked: 0 });
});

// The service locks the sender of a third one. The last wrong codes of a run have no right one behind them.
test('no mobile gets three wrong codes in a row over four runs', async () => {
  const sandbox = await startSandbox(variants.get('otp-dies-and-locks-after-three'));
  onTestFinished(() => sandbox.close());
  const mobiles = sandbox.environment['DMT_SPARE_MOBILES']?.split(',').slice(0, 5).join();
  const state = { DMT_STATE_DIR: newFolder(), DMT_SPARE_MOBILES: mobiles };
  const run = async (): Promise<number> => {
    const { verdict } = await program([], { ...sandbox.environment, ...sandbox.permissions, ...state, DMT_TARGET: 'uat' });
    return verdict.checks.filter(({ cause }) => cause === 'sender-locked').length;
  };
  expect([await run(), await run(), await run(), await run()]).toEqual([0, 0, 0, 0]);
});

// DMT_MPIN is tried for a sender that seems to have an MPIN, as an earlier run may have set it.
test('no mobile gets three wrong codes in a row where all spare mobiles have an MPIN of another party', async () => {
  const sandbox = await startSandbox(variants.get('strange-mpin-of-spares-asked-for'));
  onTestFinished(() => sandbox.close());
  const { folder, verdict } = await program([], { ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'uat' });
  expect(countWrongInRow(readJournal(folder).exchanges)).toBeLessThanOrEqual(2);
  expect(verdict.counts.fail).toBe(0);
});

/** A source that goes on showing the second code of each mobile. */
async function startStuckSource(template: string): Promise<string> {
  const shown = new Map<string, string[]>();
  const server = createServer((request, response) => {
    const mobile = new URL(request.url ?? '', 'http://localhost').searchParams.get('mobile') ?? '';
    const codes = shown.get(mobile) ?? [];
    shown.set(mobile, codes);
    const answer = async (): Promise<string> => {
      const [, stuck] = codes;
      if (stuck !== undefined) return stuck;
      const address = template.replace('{mobile}', mobile).replaceAll(/[&?]\w+=\{\w+\}/g, '');
      const code = await (await fetch(address)).text();
      if (/^\d+$/.test(code) && code !== codes.at(-1)) codes.push(code);
      return code;
    };
    void answer().then((code) => response.end(code));
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/?mobile={mobile}`;
}

test('no mobile gets three codes in a row that the source has wrong', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const source = { DMT_OTP_URL: await startStuckSource(sandbox.environment['DMT_OTP_URL'] ?? ''), DMT_PENDING_TIMEOUT_MS: '300' };
  const { folder, verdict } = await program([], { ...sandbox.environment, ...sandbox.permissions, ...source, DMT_TARGET: 'uat' });
  expect(countWrongInRow(readJournal(folder).exchanges)).toBe(2);
  expect(verdict.counts.fail).toBe(0);
});
