import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { envExample } from '../../helpers/config/env-example.ts';
import { readEnvironment } from '../../helpers/config/environment.ts';
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

test('.env.example lists every name and is current', () => {
  const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  expect(text).toBe(envExample());
  const uncommented = text.replaceAll(/^#(?=[A-Z_]+=)/gm, '');
  expect(Object.keys(parse(uncommented)).sort()).toEqual([...variableNames].sort());
});
