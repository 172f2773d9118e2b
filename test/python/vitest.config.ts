import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** `npm run test:python` and `npm run fuzz:schemathesis`: tools from the Python package index against the real service. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/python/**/*.python.test.ts'],
    globalSetup: ['./infra/local/src/vitest-global-setup.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 180_000,
    fileParallelism: false,
    expect: { requireAssertions: true },
  },
});
