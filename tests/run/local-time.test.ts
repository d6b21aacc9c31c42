import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../helpers/config/read-config.ts';
import { buildRunHeader } from '../../helpers/run/header.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  ['Asia/Kolkata', 330],
  ['America/Phoenix', -420],
  ['UTC', 0],
])('a run records the clock of its machine: %s', (zone, offsetMinutes) => {
  vi.stubEnv('TZ', zone);
  const read = readConfig({});
  if (!read.ok) throw new Error(read.problems.join('\n'));
  expect(buildRunHeader(read.config).localTime?.offsetMinutes).toBe(offsetMinutes);
});
