import { defineConfig } from 'vitest/config';

/** Properties over thousands of cases take their time where other work shares the processors. */
const UNIT_TIMEOUT_MS = 30_000;
/** Integration tests wait for real servers; a test that needs longer says so itself. */
const INTEGRATION_TIMEOUT_MS = 30_000;
/** End-to-end tests start whole processes. */
const END_TO_END_TIMEOUT_MS = 120_000;

const everywhere = '{services,shared,infra,test}';
const never = ['**/node_modules/**', '**/dist/**'];
const stack = ['./infra/local/src/vitest-global-setup.ts'];

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'test-results/report.json' }]],
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: [`${everywhere}/**/*.test.ts`],
          exclude: [...never, '**/*.int.test.ts', '**/*.e2e.test.ts'],
          testTimeout: UNIT_TIMEOUT_MS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'int',
          include: [`${everywhere}/**/*.int.test.ts`],
          exclude: never,
          globalSetup: stack,
          testTimeout: INTEGRATION_TIMEOUT_MS,
          hookTimeout: INTEGRATION_TIMEOUT_MS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: [`${everywhere}/**/*.e2e.test.ts`],
          exclude: never,
          globalSetup: stack,
          testTimeout: END_TO_END_TIMEOUT_MS,
          hookTimeout: END_TO_END_TIMEOUT_MS,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
