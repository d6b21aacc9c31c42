import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    pool: 'forks',
    isolate: false,
    projects: [{ extends: true, test: { name: 'tests', include: ['tests/**/*.test.ts'] } }],
  },
});
