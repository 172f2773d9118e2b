import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** `npm run test:secure`: servers with TLS, logins and rights of their own. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    globalSetup: ['./infra/local/src/vitest-global-setup.ts'],
    include: ['test/security/**/*.secure.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 180_000,
    fileParallelism: false,
    expect: { requireAssertions: true },
  },
});
