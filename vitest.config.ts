import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Properties over many cases take their time where other work shares the processors: how long is not what is tested. */
const UNIT_TIMEOUT_MS = 300_000;
/** Integration tests wait for real servers, beside others that do; a test that needs longer says so itself. */
const INTEGRATION_TIMEOUT_MS = 180_000;
/** End-to-end tests start whole processes, and scenarios run for minutes beside them. */
const END_TO_END_TIMEOUT_MS = 480_000;

/**
 * Two for each of two cores: tests with servers and processes wait for half of their time. Vitest goes through the projects
 * by their names, in one pool: whole systems begin first, and what only computes fills the gaps of their end.
 */
const WORKERS = 4;

const everywhere = '{services,shared,infra,test}';
const never = ['**/node_modules/**', '**/dist/**'];
const stack = ['./infra/local/src/vitest-global-setup.ts'];
/** Compute for seconds over thousands of cases: part of every whole run, not of `npm run check`. */
const property = '**/*.property.test.ts';
/** On servers of their own, by `npm run test:secure`. */
const secure = '**/*.secure.test.ts';
/** Against containers, by `npm run images`. */
const images = '**/*.image.test.ts';
/** Fetch packages of Python: by `npm run test:python` and `npm run fuzz:schemathesis`. */
const python = '**/*.python.test.ts';

const loadedOnce = {
  // A worker loads each module once, not once for each file: nothing that these tests cover keeps state in a module.
  isolate: false,
  // Node loads the modules as it does for the services; behind Vite's loader computing takes up to twice as long.
  experimental: { viteModuleRunner: false },
};

const unit = {
  testTimeout: UNIT_TIMEOUT_MS,
  hookTimeout: UNIT_TIMEOUT_MS,
  maxWorkers: WORKERS,
};

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'test-results/report.json' }]],
    // A test that asserts nothing shows nothing.
    expect: { requireAssertions: true },
    // Hundreds of processes load the same drivers: workers, and the services that they start.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node-compile', import.meta.url)) },
    projects: [
      {
        test: {
          ...unit,
          ...loadedOnce,
          name: 'unit',
          include: [`${everywhere}/**/*.test.ts`],
          exclude: [...never, '**/*.int.test.ts', '**/*.e2e.test.ts', property, secure, images, python],
        },
      },
      { test: { ...unit, ...loadedOnce, name: 'property', include: [property], exclude: never } },
      {
        test: {
          name: 'int',
          ...loadedOnce,
          include: [`${everywhere}/**/*.int.test.ts`],
          exclude: never,
          globalSetup: stack,
          testTimeout: INTEGRATION_TIMEOUT_MS,
          hookTimeout: INTEGRATION_TIMEOUT_MS,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'e2e',
          ...loadedOnce,
          include: [`${everywhere}/**/*.e2e.test.ts`],
          exclude: never,
          globalSetup: stack,
          testTimeout: END_TO_END_TIMEOUT_MS,
          hookTimeout: END_TO_END_TIMEOUT_MS,
          maxWorkers: WORKERS,
        },
      },
    ],
  },
});
