import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { envExample } from '../../helpers/config/example/env-example.ts';
import { findEnvFileProblems, readEnvironment } from '../../helpers/config/environment.ts';
import { variableNames } from '../../helpers/config/variables.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'environment-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('the process wins over .env, even with an empty value, and the folder needs no .env', () => {
  expect(readEnvironment(folder)['DMT_GEO_TAG']).toBeUndefined();
  writeFileSync(join(folder, '.env'), 'DMT_GEO_TAG=1.0,2.0\nDMT_USER_AGENT=from-file\nDMT_RUN_BY=from-file\n');
  vi.stubEnv('DMT_USER_AGENT', 'from-process');
  vi.stubEnv('DMT_RUN_BY', '');
  expect(readEnvironment(folder)).toMatchObject({ DMT_GEO_TAG: '1.0,2.0', DMT_USER_AGENT: 'from-process', DMT_RUN_BY: '' });
});

test('a .env may have quotation marks, blanks at the end and `export`', () => {
  writeFileSync(join(folder, '.env'), 'export DMT_GEO_TAG="1.0,2.0"  \nDMT_USER_AGENT=terminal/1.0   \r\nDMT_RUN_BY = \'a desk\' # who\n');
  expect(readEnvironment(folder)).toMatchObject({ DMT_GEO_TAG: '1.0,2.0', DMT_USER_AGENT: 'terminal/1.0', DMT_RUN_BY: 'a desk' });
});

const passedOver: readonly (readonly [line: string, says: string])[] = [
  ['DMT_BASE_URL https://uat.example', '.env line 2: expected DMT_BASE_URL=value, received DMT_BASE_URL without "="'],
  ['export DMT_BASE_URL', 'write DMT_BASE_URL=…'],
  ['DMT_BASE_URL:https://uat.example', 'without "="'],
  ['BASE_URL https://uat.example', 'expected DMT_BASE_URL=value, received BASE_URL'],
  ['dmt_base_url=https://uat.example', '.env line 2: expected DMT_BASE_URL, received dmt_base_url'],
  ['BASE_URL=https://uat.example', 'expected DMT_BASE_URL, received BASE_URL'],
  ['Dmt_Agent_Password=artificial', 'expected DMT_AGENT_PASSWORD'],
];
test.each(passedOver)('the line %j is not passed over in silence, and its value is not repeated', (line, says) => {
  writeFileSync(join(folder, '.env'), `DMT_RUN_BY=a desk\n${line}\n`);
  const problems = findEnvFileProblems(folder);
  expect(problems).toEqual([expect.stringContaining(says) as string]);
  expect(problems.join('')).not.toMatch(/uat\.example|artificial/);
});

test.each([
  '# BASE_URL=x',
  'seed the database first',
  'PORT=8080',
  'TARGET=es2024',
  'https_proxy=http://proxy.example',
  'DMT_BASE_URL: https://uat.example',
  '',
])('the line %j is of another program, a remark, or read', (line) => {
  writeFileSync(join(folder, '.env'), `${line}\n`);
  expect(findEnvFileProblems(folder)).toEqual([]);
});

test('a name without the prefix is of another program where ours is set', () => {
  writeFileSync(join(folder, '.env'), 'DMT_BASE_URL=https://uat.example\nBASE_URL=https://other.example\n');
  expect(findEnvFileProblems(folder)).toEqual([]);
});

test('.env.example lists every name and is current', () => {
  const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  expect(text).toBe(envExample());
  const marks = (mark: string): string[] =>
    [...text.matchAll(/^# \[([^\]]+)\] .*\n#(\w+)=/gm)].flatMap(([, found, name = '']) => (found === mark ? [name] : []));
  expect(marks('uat, prod')).toEqual([
    ...['DMT_BASE_URL', 'DMT_AUTH_URL'],
    ...['DMT_CLIENT_ID', 'DMT_CLIENT_PASSWORD', 'DMT_AGENT_ID', 'DMT_AGENT_PASSWORD'],
  ]);
  expect(marks('uat, for effects')).toEqual(['DMT_EFFECTS_ON', 'DMT_MAX_SPEND', 'DMT_MAX_TRANSFERS', 'DMT_MAX_OTPS']);
  expect(marks('with DMT_OTP_SOURCE=http')).toEqual(['DMT_OTP_URL']);
  expect(marks('prod')).toEqual(['DMT_CONFIRM_HOST']);
  expect(marks('uat').length).toBeGreaterThan(8);
  const uncommented = text.replaceAll(/^#(?=[A-Z_]+=)/gm, '');
  expect(Object.keys(parse(uncommented)).sort()).toEqual([...variableNames].sort());
});
