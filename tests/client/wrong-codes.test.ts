import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Config } from '../../helpers/config/config.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { openWrongCodes, describeTooManyWrongCodes, wrongCodesFile } from '../../helpers/client/limits/wrong-codes.ts';
import { senderDetail } from '../../specs/operations.ts';
import { newFolder } from '../program/program.ts';
import { uat } from '../config/environments.ts';
import { accept, openSurroundings } from './service.ts';

const [customer = '', subAgent = '', spare] = [uat['DMT_CUSTOMER_MOBILE'], uat['DMT_SUB_AGENT_MOBILE'], '9990000101'];
const hour = 3_600_000;
const noon = Date.parse('2026-11-22T12:00:00.000Z');

function readValidConfig(change: Environment = {}, started?: 'started'): Config {
  const read = readConfig({ ...uat, DMT_SPARE_MOBILES: spare, ...change }, started);
  if (!read.ok) throw new Error(read.problems.join('; '));
  return read.config;
}

/** Returns why a run at that time may not send a wrong code; otherwise notes the code. */
function tried(file: string, at: number, mobile: string, config = readValidConfig()): string | null {
  const codes = openWrongCodes(config, file, () => at);
  const refusal = describeTooManyWrongCodes(codes.listRecent(mobile));
  if (refusal === null) codes.note(mobile);
  return refusal;
}

test('a configured person gets two in 24 hours from all runs, and the third says when it can be sent', () => {
  const file = join(newFolder(), wrongCodesFile);
  expect([tried(file, noon, customer), tried(file, noon + hour, customer)]).toEqual([null, null]);
  expect(tried(file, noon + 2 * hour, customer)).toBe(
    '2 wrong codes were sent for this mobile in the last 24 hours, and a configured person gets 2: run it again after 2026-11-23T12:00:00.000Z',
  );
  expect(tried(file, noon + 2 * hour, subAgent)).toBeNull();
  expect(tried(file, noon + 24 * hour - 1, customer)).toContain('2026-11-23T12:00:00.000Z');
  expect(tried(file, noon + 24 * hour, customer)).toBeNull();
  expect(tried(file, noon + 24 * hour, customer)).toContain('run it again after 2026-11-23T13:00:00.000Z');
});

test('spare mobiles may be used up, and our own sandbox keeps nothing', () => {
  const real = join(newFolder(), wrongCodesFile);
  for (let n = 0; n < 3; n += 1) expect(tried(real, noon, spare)).toBeNull();
  const file = join(newFolder(), wrongCodesFile);
  const here = { DMT_TARGET: 'sandbox', DMT_BASE_URL: 'http://127.0.0.1:1', DMT_AUTH_URL: 'http://127.0.0.1:1' };
  for (let n = 0; n < 3; n += 1) expect(tried(file, noon, customer, readValidConfig(here, 'started'))).toBeNull();
  expect(existsSync(file)).toBe(false);
});

test('wrong codes in a row count over runs, until a right one or until a day has passed', () => {
  const file = join(newFolder(), wrongCodesFile);
  const at = (time: number) => openWrongCodes(readValidConfig(), file, () => time);
  tried(file, noon, spare);
  tried(file, noon + hour, spare);
  expect([at(noon + 2 * hour).countInRow(spare), at(noon + 2 * hour).countInRow(customer)]).toEqual([2, 0]);
  expect(at(noon + 24 * hour).countInRow(spare)).toBe(1);
  at(noon + 2 * hour).noteRight(spare);
  expect(at(noon + 3 * hour).countInRow(spare)).toBe(0);
  tried(file, noon + 3 * hour, spare);
  expect(at(noon + 4 * hour).countInRow(spare)).toBe(1);
  // A right code is no wrong one.
  tried(file, noon, customer);
  at(noon).noteRight(customer);
  expect(at(noon + hour).listRecent(customer)).toEqual([noon]);
});

test('with other credentials a mark is nobody', () => {
  const file = join(newFolder(), wrongCodesFile);
  tried(file, noon, customer);
  tried(file, noon, customer);
  expect(openWrongCodes(readValidConfig({ DMT_AGENT_ID: 'another' }), file, () => noon).listRecent(customer)).toEqual([]);
});

test('each is written down before it is sent, the third is not sent, and no file names a mobile', async () => {
  const state = newFolder();
  const file = join(state, wrongCodesFile);
  const kept = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const written: string[] = [];
  const { target } = await openSurroundings(
    {
      answer: (request, response) => {
        written.push(kept());
        accept(request, response);
      },
    },
    { DMT_STATE_DIR: state },
    { clock: () => noon },
  );
  const sent = await Promise.all(
    [1, 2, 3].map(() =>
      target.send(senderDetail, { path: { senderId: 's' }, query: { subAgentTagId: 's' }, wrongCode: customer }, 'wrong'),
    ),
  );
  expect(sent.map(({ kind }) => kind)).toEqual(['reply', 'reply', 'not-permitted']);
  expect(written.every((text) => text.includes('"mark"'))).toBe(true);
  expect(kept().trim().split('\n')).toHaveLength(2);
  expect(kept()).not.toContain(customer);
});
