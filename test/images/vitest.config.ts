import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** `npm run images`: containers of the images that it has built, one system at a time. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/images/**/*.image.test.ts'],
    globalSetup: ['./infra/local/src/vitest-global-setup.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    fileParallelism: false,
    expect: { requireAssertions: true },
  },
});
