import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const patient = { testTimeout: 240_000, hookTimeout: 400_000 };

/** `npm run images`: containers of the images that it has built, one system at a time. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    fileParallelism: false,
    expect: { requireAssertions: true },
    projects: [
      {
        test: {
          ...patient,
          name: 'starts',
          include: ['test/images/image-starts.image.test.ts'],
          globalSetup: ['./infra/local/src/vitest-global-setup.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      // Brings servers of its own.
      {
        test: {
          ...patient,
          name: 'deployed',
          include: ['test/images/deployed.image.test.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
