import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** `npm run images`: the system of `compose.yaml`, of the images that it has built. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/images/deployed.image.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 400_000,
    expect: { requireAssertions: true },
  },
});
